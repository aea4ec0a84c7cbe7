import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type { listWebhookDeliveries } from '@greenroom/contract/staff/webhook/webhook.endpoints'
import {
  mostSentAgain,
  type WebhookDelivery,
  type WebhookDestination,
  webhookMessages,
} from '@greenroom/contract/staff/webhook/webhook.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord, lockRecord } from '../../../platform/database/records.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'
import { announcesTo, sendWebhooksTask } from '../../../platform/webhooks/announce.ts'
import { labelOf, presentDelivery } from './webhook-delivery.presenter.ts'
import {
  countDeliveries,
  deleteEnded,
  findDelivery,
  hasDeliveries,
  type ListedDelivery,
  listDeliveries,
  lockClaims,
  markSkipped,
  releaseNext,
  sendAgain,
  sendFailedAgain,
} from './webhook-delivery.repository.ts'

const day = 86_400_000
/** How long ended deliveries are kept. */
const keptDays = 30
/** Max deliveries that one run of the sweep deletes. */
const mostDeleted = 10_000

/** Tells whether changes are announced to anybody, or were. */
export async function areWebhooksUsed(call: Call): Promise<boolean> {
  return call.destinations.length > 0 || hasDeliveries(call.db)
}

/** What staff see and do about deliveries. */
export function createWebhookDeliveryService() {
  const locked = (call: Call, id: string) => lockRecord(call, 'webhook_delivery', findDelivery, id, 'webhook')

  async function changed(
    call: Call,
    action: 'webhook.resend' | 'webhook.skip',
    before: ListedDelivery,
  ): Promise<WebhookDelivery> {
    const after = await findRecord(call, findDelivery, before.id, 'webhook')
    await recordAudit(call, {
      action,
      entityType: 'webhook',
      entityId: before.id,
      label: [before.event, labelOf(before)].filter(Boolean).join(' '),
      before: { state: before.state },
      after: { state: after.state },
    })
    await enqueue(call.db, { task: sendWebhooksTask, payload: {} })
    return presentDelivery(after)
  }

  return {
    /** Lists deliveries, the newest first. */
    async list(
      call: Call,
      { limit, offset, ...filter }: QueryOf<typeof listWebhookDeliveries>,
    ): Promise<DataOf<typeof listWebhookDeliveries>> {
      const [rows, { matching, ...counts }] = await Promise.all([
        listDeliveries(call.db, { ...filter, limit, offset }),
        countDeliveries(call.db, filter),
      ])
      return {
        destinations: [...call.destinations],
        count: matching,
        counts,
        deliveries: rows.map(presentDelivery),
      }
    },

    /**
     * Sends a delivery again, with the pauses of a new one.
     * @throws AppError NOT_FOUND, WRONG_STATE if it waits, was skipped, or its destination is not set up
     */
    async resend(call: Call, id: string): Promise<WebhookDelivery> {
      const row = await locked(call, id)
      if (row.state !== 'sent' && row.state !== 'failed') {
        throw new AppError('WRONG_STATE', webhookMessages.notSent)
      }
      requireDestination(call, row.destination as WebhookDestination)
      await sendAgain(call.db, row.id, call.now)
      return changed(call, 'webhook.resend', row)
    },

    /**
     * Sends the oldest failed deliveries of a destination again, at most 1,000.
     * @throws AppError WRONG_STATE if it is not set up
     */
    async resendFailed(call: Call, destination: WebhookDestination): Promise<{ count: number }> {
      requireDestination(call, destination)
      const count = await sendFailedAgain(call.db, destination, { most: mostSentAgain, now: call.now })
      if (count === 0) return { count }
      await recordAudit(call, {
        action: 'webhook.resend-failed',
        entityType: 'webhook',
        entityId: null,
        label: null,
        after: { destination, count },
      })
      await enqueue(call.db, { task: sendWebhooksTask, payload: {} })
      return { count }
    },

    /**
     * Skips a delivery, so that later ones of its record are sent.
     * @throws AppError NOT_FOUND, WRONG_STATE if it was sent or skipped
     */
    async skip(call: Call, id: string): Promise<WebhookDelivery> {
      const { destination } = await findRecord(call, findDelivery, id, 'webhook')
      await lockClaims(call.db, destination as WebhookDestination)
      const row = await locked(call, id)
      if (row.state !== 'waiting' && row.state !== 'failed') {
        throw new AppError('WRONG_STATE', webhookMessages.notOpen)
      }
      await markSkipped(call.db, row.id, call.now)
      await releaseNext(call.db, row, call.now)
      return changed(call, 'webhook.skip', row)
    },

    /** Deletes deliveries that were sent or skipped 30 days ago. */
    deleteOld: ({ db, now }: Call): Promise<number> =>
      deleteEnded(db, new Date(now.getTime() - keptDays * day), mostDeleted),
  }
}

/** @throws AppError WRONG_STATE */
function requireDestination(call: Call, destination: WebhookDestination): void {
  if (!announcesTo(call, destination)) throw new AppError('WRONG_STATE', webhookMessages.notConfigured)
}
