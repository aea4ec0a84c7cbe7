import type { WebhookDestination } from '@greenroom/contract/staff/webhook/webhook.schema'
import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'
import { sendWebhooksTask } from '../../../platform/webhooks/announce.ts'
import { nextAttempt } from '../../../platform/webhooks/back-off.ts'
import type { Destination, Destinations, Outcome } from '../../../platform/webhooks/destination.ts'
import { allowance } from '../../../platform/webhooks/rate-limit.ts'
import {
  claimDue,
  type DeliveryRow,
  endOldClaims,
  hasDue,
  listAttempts,
  lockClaims,
  putHeldAside,
  releaseNext,
  storeOutcome,
} from './webhook-delivery.repository.ts'
import { messageOf } from './webhook-message.service.ts'

/** How long a claim outlasts the call's own time-out, in milliseconds. */
const margin = 30_000
/** How long calls may go on after the program was asked to stop, in milliseconds. */
const lastCalls = 5_000

export type WebhookSender = ReturnType<typeof createWebhookSender>

/** The calls of one destination in this process. */
interface Lane {
  destination: Destination
  sending: Set<Promise<void>>
  filling: Promise<void> | null
  /** Something may have become due while it was being filled. */
  isStale: boolean
}

/**
 * Sends what is due, in this process's own lanes: the job that starts it does not wait for receivers, so one that hangs
 * holds up neither other jobs nor the other destination. Each delivery is claimed until an instant, sent outside of any
 * transaction, and its outcome stored. After a crash the claim ends and it is sent again.
 */
export function createWebhookSender({
  destinations,
  timeoutSeconds,
  log,
}: {
  destinations: Destinations
  timeoutSeconds: number
  log: Logger
}) {
  const lanes = Object.values(destinations).map(
    (destination): Lane => ({ destination, sending: new Set(), filling: null, isStale: false }),
  )
  const stopping = new AbortController()
  let isStopped = false

  function fill(call: Call, lane: Lane): Promise<void> {
    lane.isStale = true
    lane.filling ??= fillWhileStale(call, lane).finally(() => {
      lane.filling = null
    })
    return lane.filling
  }

  async function fillWhileStale(call: Call, lane: Lane): Promise<void> {
    while (lane.isStale && !isStopped) {
      lane.isStale = false
      const free = lane.destination.concurrency - lane.sending.size
      if (free <= 0) return
      const { claimed, isMore } = await claim(call, lane.destination, free)
      if (isMore) lane.isStale = true
      for (const delivery of claimed) start(call, lane, delivery)
    }
  }

  /** @returns what was claimed, and whether another transaction may find more */
  function claim(
    outer: Call,
    { name, rate }: Destination,
    free: number,
  ): Promise<{ claimed: DeliveryRow[]; isMore: boolean }> {
    return callInTransaction(outer, async (call) => {
      const { db, now } = call
      await lockClaims(db, name)
      await endOldClaims(db, name, now)
      const until = new Date(now.getTime() + timeoutSeconds * 1000 + margin)
      if (rate === null) return claimFirst(call, name, { most: free, until })
      const times = await listAttempts(db, name, new Date(now.getTime() - rate.within))
      const { allowed } = allowance(rate, times, now)
      const most = Math.min(free, allowed)
      const found = await claimFirst(call, name, { most, until })
      const { next } = allowance(rate, [...times, ...found.claimed.map(() => now)], now)
      if (next !== null && (await hasDue(db, name, now))) {
        await enqueue(db, { task: sendWebhooksTask, payload: {}, runAt: next, key: `paced-webhooks:${name}` })
      }
      return found
    })
  }

  async function claimFirst(
    { db, now }: Call,
    name: WebhookDestination,
    { most, until }: { most: number; until: Date },
  ) {
    if (most === 0) return { claimed: [], isMore: false }
    const claimed = await claimDue(db, name, { most, now, until })
    return { claimed, isMore: claimed.length < most && (await putHeldAside(db, name, now)) }
  }

  function start(call: Call, lane: Lane, delivery: DeliveryRow): void {
    const sending = send(call, lane.destination, delivery)
      .catch((error: unknown) => {
        // The claim ends by itself.
        log.warn({ err: error, deliveryId: delivery.id }, 'A webhook could not be sent or recorded')
      })
      .then(() => {
        lane.sending.delete(sending)
        fill(call, lane).catch((error: unknown) => {
          log.warn({ err: error }, 'Due webhooks could not be read; a job tries again')
        })
      })
    lane.sending.add(sending)
  }

  async function send(outer: Call, destination: Destination, delivery: DeliveryRow): Promise<void> {
    const at = outer.refreshed()
    const body = await messageOf(at, delivery)
    const outcome =
      body === null ? null : await destination.send({ id: delivery.id, body, at: at.now }, stopping.signal)
    await callInTransaction(outer, (call) => record(call, delivery, outcome))
  }

  /** @param outcome null if there was nothing to send */
  async function record(call: Call, delivery: DeliveryRow, outcome: Outcome | null): Promise<void> {
    const { db, now } = call
    await lockClaims(db, delivery.destination as WebhookDestination)
    if (outcome === null || outcome.isAccepted) {
      const isStored = await storeOutcome(db, delivery, {
        state: outcome ? 'sent' : 'skipped',
        status: outcome?.status ?? null,
        answer: outcome?.text ?? nothingToSend,
        nextAttemptAt: null,
        now,
      })
      if (isStored) await releaseNext(db, delivery, now)
      return
    }
    const next = nextAttempt(delivery.attempts, now)
    const isStored = await storeOutcome(db, delivery, {
      state: next === null ? 'failed' : 'waiting',
      status: outcome.status,
      answer: outcome.text,
      nextAttemptAt: next,
      now,
    })
    if (!isStored) return
    if (next !== null) return enqueue(db, { task: sendWebhooksTask, payload: {}, runAt: next })
    log.warn({ deliveryId: delivery.id, status: outcome.status }, 'A webhook has failed for good')
  }

  /** Waits until nothing is being sent or claimed. */
  async function settled(): Promise<void> {
    for (;;) {
      const open = lanes.flatMap(({ sending, filling }) => [...sending, ...(filling ? [filling] : [])])
      if (open.length === 0) return
      await Promise.allSettled(open)
    }
  }

  return {
    /** Starts to send what is due. Returns before the receivers have answered. */
    async sendDue(call: Call): Promise<void> {
      if (isStopped) return
      await Promise.all(lanes.map((lane) => fill(call, lane)))
    },

    settled,

    /** Claims nothing more, and waits for calls that are on their way; after some seconds it breaks them off. */
    async stop(): Promise<void> {
      isStopped = true
      const timer = setTimeout(() => stopping.abort(), lastCalls)
      await settled()
      clearTimeout(timer)
    },
  }
}

const nothingToSend = 'There is nothing to send: the buyer was erased, or the page has no activity any more.'
