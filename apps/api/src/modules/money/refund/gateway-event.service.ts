import type { Logger } from 'pino'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { inSavepoint } from '../../../platform/database/database.ts'
import { isRetryable } from '../../../platform/database/database-errors.ts'
import type { GatewayEvent, OrderEvent } from '../../../platform/payments/payment-gateway.ts'
import { type FoundDifference, paymentFound, updateDifferences } from '../difference/difference.service.ts'
import { applyDispute } from '../dispute/dispute.service.ts'
import type { PaymentService } from '../transaction/payment.service.ts'
import {
  deleteEarlyEvent,
  findApplicableEvents,
  findEventsOf,
  forgetOldEvents,
  keepEarlyEvent,
  lockEarlyEvent,
  lockEarlyRefunds,
  lockForgotten,
  type OrderNames,
  rememberEvent,
} from './gateway-event.repository.ts'
import type { RefundService } from './refund.service.ts'

/** The recurring job that applies events whose order has appeared. */
export const applyEarlyEventsTask = 'apply-early-events'

/** Max events in one run of the job. */
const mostAtOnce = 200
/** Max events that wait for their order; the oldest are dropped first. */
const mostWaiting = 10_000

export type GatewayEventService = ReturnType<typeof createGatewayEventService>

/** What the gateway reports by webhooks about payments, refunds and disputes, in whatever order it arrives. */
export function createGatewayEventService({
  payments,
  refunds,
  log,
}: {
  payments: PaymentService
  refunds: Pick<RefundService, 'applyEvent'>
  log: Logger
}) {
  /** @returns false if the event's order does not exist yet, or was not paid before its refund */
  async function apply(call: Call, event: OrderEvent): Promise<boolean> {
    if (event.kind === 'refund') return refunds.applyEvent(call, event)
    const transactionId = await payments.findOrderId(call, event)
    if (transactionId === undefined) return false
    const outcome = await payments.applyPayment(call, { transactionId, payment: event })
    if (outcome === 'completed') await applyEarlyRefunds(call, event.paymentId)
    return true
  }

  async function applyEarlyRefunds(call: Call, paymentId: string): Promise<void> {
    for (const { id, event } of await lockEarlyRefunds(call.db, paymentId)) {
      if (await apply(call, event)) await deleteEarlyEvent(call.db, id)
    }
  }

  /** Applies an event that waits for its order, unless another process does. */
  async function applyWaiting(call: Call, id: string): Promise<void> {
    const row = await lockEarlyEvent(call.db, id)
    if (row && (await apply(call, row.event))) await deleteEarlyEvent(call.db, id)
  }

  const warn = (eventId: string, error: unknown) =>
    log.warn({ err: error, eventId }, 'An event of the payment gateway could not be applied yet')

  return {
    /**
     * Processes a verified webhook once, however often it arrives. One that is ahead of its order waits for it.
     * @param eventId the gateway's id of the event
     */
    async receive(outer: Call, eventId: string, event: GatewayEvent): Promise<void> {
      await callInTransaction(outer, async (call) => {
        if (!(await rememberEvent(call.db, eventId))) return
        if (event.kind === 'dispute') await applyDispute(call, event)
        else if (!(await apply(call, event))) await keepEarlyEvent(call.db, eventId, event)
      })
    },

    /** Job: applies the events whose order has appeared. A failing one stops no other. */
    async applyEarly(outer: Call): Promise<void> {
      for (const id of await findApplicableEvents(outer.db, mostAtOnce)) {
        try {
          await callInTransaction(outer, (call) => applyWaiting(call, id))
        } catch (error) {
          warn(id, error)
        }
      }
    },

    /** Applies the events that waited for these orders, in the caller's transaction. The job repeats a failing one. */
    async applyEarlyOf(call: Call, orders: OrderNames): Promise<void> {
      for (const id of await findEventsOf(call.db, orders)) {
        try {
          await inSavepoint(call.db, () => applyWaiting(call, id))
        } catch (error) {
          if (isRetryable(error)) throw error
          warn(id, error)
        }
      }
    },

    /**
     * Deletes webhook events that no longer repeat, and those that waited for their order for too long. What moved money
     * becomes a difference first, which closes when its order appears (OQ-784).
     */
    async forgetOldEvents(outer: Call): Promise<void> {
      await forgetOldEvents(outer.db)
      let dropped = 0
      for (let last = mostAtOnce; last === mostAtOnce; dropped += last) {
        last = await callInTransaction(outer, async (call) => {
          const rows = await lockForgotten(call.db, { most: mostWaiting, limit: mostAtOnce })
          for (const { id, event } of rows) {
            await noteForgotten(call, event)
            await deleteEarlyEvent(call.db, id)
          }
          return rows.length
        })
      }
      if (dropped > 0) log.warn({ dropped }, 'Dropped events of the payment gateway without an order')
    },
  }
}

/** Leaves a difference of an event that no order has taken, if it says that money moved. */
async function noteForgotten(call: Call, event: OrderEvent): Promise<void> {
  if (event.kind === 'payment' && event.state === 'captured') {
    await noteFound(call, paymentFound('payment-without-order', event, undefined))
  }
  if (event.kind === 'refund' && event.state === 'processed') {
    await noteFound(call, {
      kind: 'refund-unknown',
      subject: event.gatewayRefundId,
      transactionId: null,
      paymentId: event.paymentId,
      gatewayRefundId: event.gatewayRefundId,
      ours: null,
      gateway: { state: event.state, amount: event.amount, currency: event.currency },
      at: null,
    })
  }
}

const noteFound = (call: Call, found: FoundDifference) => updateDifferences(call, found.subject, [], found)
