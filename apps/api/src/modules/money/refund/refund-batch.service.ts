import type { BodyOf, DataOf, QueryOf } from '@greenroom/contract/endpoint'
import { generalMessages } from '@greenroom/contract/error'
import type { CurrencyCode } from '@greenroom/contract/money'
import type {
  createRefundBatch as createEndpoint,
  listRefundBatches as listEndpoint,
  previewRefundBatch as previewEndpoint,
  listRefundBatchRows as rowsEndpoint,
} from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
import {
  mostBatchOrders,
  type RefundBatchDetail,
  type RefundBatchPreview,
} from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { RefundApproval } from './refund-approval.service.ts'
import {
  countsOf,
  presentBatchRow,
  presentJudged,
  presentRefundBatch,
  refundedOf,
} from './refund-batch.presenter.ts'
import {
  type BatchOrder,
  countBatchRows,
  countRefundBatches,
  findBatchOfCall,
  findOpenBatch,
  findRefundBatch,
  findSession,
  holdOrders,
  insertRefundBatch,
  listBatchRows,
  listConfirmedOrders,
  listPaidOrders,
  listRefundBatches,
  lockRefundBatch,
  type RefundBatchRow,
  reopenFailedRows,
  type SessionKey,
  type StoredBatch,
  updateRefundBatch,
} from './refund-batch.repository.ts'
import { changedSince, contentOf, type JudgedOrder, judgeOrders } from './refund-batch-orders.ts'
import { runBatchLater } from './refund-batch-task.ts'
import type { RefundReasonService } from './refund-reason.service.ts'

/**
 * The refund of all orders of a session in one go (OQ-840). It is confirmed as a whole and approved as a whole; its job
 * (refund-batch-run) then refunds order by order.
 */
export function createRefundBatchService({
  reasons,
  approval,
}: {
  reasons: Pick<RefundReasonService, 'list' | 'requireActive'>
  approval: Pick<RefundApproval, 'causeOfMany' | 'lockDay'>
}) {
  /** Judges the paid orders of a session: those to refund first, then the skipped ones. */
  async function judgeSession(call: Call, key: SessionKey, paid?: BatchOrder[]) {
    const orders = paid ?? (await readPaid(call, key))
    const judged = await judgeOrders(call.db, orders)
    return [...judged].sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
  }

  /** Returns the rule that asks for a second person. */
  async function causeOf(call: Call, judged: readonly JudgedOrder[]) {
    const refunded = judged.filter(({ reason }) => reason === null)
    const byCurrency = groupBy(refunded, ({ order }) => order.currency_code as CurrencyCode)
    const sums = [...byCurrency].map(([currency, of]) => ({
      currency,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
      orders: of.map(({ order }) => order.id),
    }))
    return (await approval.causeOfMany(call, sums)) ?? null
  }

  async function presentPreview(
    call: Call,
    key: SessionKey,
    judged: JudgedOrder<BatchOrder>[],
    { limit, offset }: { limit: number; offset: number },
  ): Promise<RefundBatchPreview> {
    const [session, cause, open, allReasons] = await Promise.all([
      findSession(call.db, key),
      causeOf(call, judged),
      findOpenBatch(call.db, key),
      reasons.list(call),
    ])
    return {
      session: {
        entity_type: key.entity_type as RefundBatchPreview['session']['entity_type'],
        entity_id: key.entity_id,
        title: titleOf(session, judged),
        start_time: session?.start_time?.toISOString() ?? null,
        is_open: session?.is_open ?? false,
        event_type: (session?.event_type ?? null) as RefundBatchPreview['session']['event_type'],
      },
      content: contentOf(judged),
      cause,
      open_batch_id: open?.id ?? null,
      reasons: allReasons.filter(({ is_active }) => is_active).map(({ code, label }) => ({ code, label })),
      rows: judged.slice(offset, offset + limit).map(presentJudged),
    }
  }

  const find = (call: Call, id: string) => findRecord(call, findRefundBatch, id, 'batch')

  /** What approving a waiting batch would refund now, of what was confirmed. */
  async function contentNow(call: Call, id: string) {
    const orders = await listConfirmedOrders(call.db, id)
    return contentOf(changedSince(await judgeOrders(call.db, orders)))
  }

  async function present(call: Call, id: string): Promise<RefundBatchDetail> {
    const row = await find(call, id)
    const counts = await countBatchRows(call.db, [row.id])
    return {
      ...presentRefundBatch(row, counts, call.actor.staffId),
      refunded: refundedOf(row.id, counts),
      now: row.state === 'waiting' ? await contentNow(call, row.id) : null,
    }
  }

  /**
   * Changes a batch under its lock.
   * @param work returns the audit entry
   */
  async function change(
    call: Call,
    id: string,
    what: 'approve' | 'decline' | 'withdraw' | 'stop' | 'resume',
    work: (batch: StoredBatch) => Promise<Record<string, unknown>>,
  ): Promise<RefundBatchDetail> {
    const known = await find(call, id)
    const batch = await lockRefundBatch(call.db, known.id)
    const after = await work(batch)
    await auditBatch(call, batch, what, { ...after }, { state: batch.state })
    return present(call, batch.id)
  }

  return {
    /**
     * Returns what a refund of all orders of a session would do.
     * @throws AppError NOT_FOUND for a session without paid orders that does not exist; WRONG_STATE for too many orders
     */
    async preview(call: Call, query: QueryOf<typeof previewEndpoint>): Promise<RefundBatchPreview> {
      if (!isRecordId(query.entity_id)) throw notFound('This session does not exist')
      const judged = await judgeSession(call, query)
      if (judged.length === 0 && !(await findSession(call.db, query)))
        throw notFound('This session does not exist')
      return presentPreview(call, query, judged, query)
    },

    async list(call: Call, page: QueryOf<typeof listEndpoint>): Promise<DataOf<typeof listEndpoint>> {
      const [count, found] = await Promise.all([
        countRefundBatches(call.db),
        listRefundBatches(call.db, page),
      ])
      const counts = await countBatchRows(
        call.db,
        found.map(({ id }) => id),
      )
      return { count, batches: found.map((row) => presentRefundBatch(row, counts, call.actor.staffId)) }
    },

    /** @throws AppError NOT_FOUND */
    get: present,

    /** @throws AppError NOT_FOUND */
    async rows(
      call: Call,
      id: string,
      page: QueryOf<typeof rowsEndpoint>,
    ): Promise<DataOf<typeof rowsEndpoint>> {
      const row = await find(call, id)
      return { rows: (await listBatchRows(call.db, row.id, page)).map(presentBatchRow) }
    },

    /**
     * Asks for the refund of all orders of a session: starts it, or stores it until a second person approves. A
     * repeated request id returns the first batch.
     * @throws AppError FORBIDDEN for a caller who is no member of staff; NOT_FOUND; STALE with the preview if other
     * orders or amounts were confirmed; WRONG_STATE without orders to refund, or while another batch of the session is
     * open; VALIDATION for a reason that cannot be used; KEY_REUSED for a request id of another batch
     */
    async create(call: Call, body: BodyOf<typeof createEndpoint>): Promise<RefundBatchDetail> {
      const { staffId, email } = call.actor
      if (staffId === null) throw new AppError('FORBIDDEN', generalMessages.forbidden)
      if (!isRecordId(body.entity_id)) throw notFound('This session does not exist')
      const requestId = body.request_id.toLowerCase()
      const repeated = await findBatchOfCall(call.db, requestId)
      if (repeated) return present(call, requireSame(repeated, body, staffId).id)
      const paid = await readPaid(call, body)
      await holdOrders(
        call.db,
        paid.map(({ id }) => id),
      )
      await approval.lockDay(call)
      // A refund may have been made while this call waited for the locks.
      const judged = await judgeSession(call, body)
      const session = await findSession(call.db, body)
      if (judged.length === 0 && !session) throw notFound('This session does not exist')
      const content = contentOf(judged)
      if (content.digest !== body.digest) {
        throw new AppError('STALE', contentChanged, {
          data: await presentPreview(call, body, judged, { limit: 50, offset: 0 }),
        })
      }
      if (content.orders === 0) throw new AppError('WRONG_STATE', nothingToRefund)
      await reasons.requireActive(call, body.reason_code)
      const cause = await causeOf(call, judged)
      const sumIn = (currency: CurrencyCode) =>
        content.amounts.find(({ currency_code }) => currency_code === currency)?.amount ?? 0
      const batch = {
        id: newId(),
        request_id: requestId,
        entity_type: body.entity_type,
        entity_id: body.entity_id,
        entity_title: titleOf(session, judged),
        reason_code: body.reason_code,
        note: body.note?.trim() || null,
        orders: content.orders,
        amount_inr: sumIn('INR'),
        amount_usd: sumIn('USD'),
        state: cause === null ? 'running' : 'waiting',
        cause,
        requested_by_id: staffId,
        requested_by: email,
        requested_at: call.now,
      }
      await withGuards(() =>
        insertRefundBatch(
          call.db,
          batch,
          judged.map(({ order, amount, reason }, position) => ({
            refund_batch_id: batch.id,
            position,
            transaction_id: order.id,
            amount,
            currency_code: order.currency_code,
            state: reason === null ? 'waiting' : 'skipped',
            reason,
          })),
        ),
      )
      await auditBatch(call, batch, 'create', {
        state: batch.state,
        entity_type: batch.entity_type,
        entity_id: batch.entity_id,
        orders: batch.orders,
        amount_inr: batch.amount_inr,
        amount_usd: batch.amount_usd,
        cause,
        reason_code: batch.reason_code,
        ...(batch.note === null ? {} : { note: batch.note }),
      })
      if (cause === null) await runBatchLater(call, { batchId: batch.id, pauses: 0 })
      return present(call, batch.id)
    },

    /**
     * Approves a batch that somebody else asked for, and begins it.
     * @throws AppError NOT_FOUND; FORBIDDEN for one's own; WRONG_STATE if it is decided, or nothing is left to refund;
     * STALE with the batch if other orders or amounts were confirmed
     */
    approve: (call: Call, id: string, digest: string) =>
      change(call, id, 'approve', async (batch) => {
        const by = deciderOf(call, batch)
        const content = await contentNow(call, batch.id)
        if (content.digest !== digest) {
          throw new AppError('STALE', contentChanged, { data: await present(call, batch.id) })
        }
        if (content.orders === 0) throw new AppError('WRONG_STATE', nothingToRefund)
        await updateRefundBatch(call.db, batch.id, { state: 'running', ...by, decided_at: call.now })
        await runBatchLater(call, { batchId: batch.id, pauses: 0 })
        return { state: 'running', requested_by: batch.requested_by, orders: content.orders }
      }),

    /** @throws AppError NOT_FOUND; FORBIDDEN for one's own; WRONG_STATE if it is decided */
    decline: (call: Call, id: string, text: string) =>
      change(call, id, 'decline', async (batch) => {
        const reason = text.trim()
        const by = deciderOf(call, batch)
        const decision = { state: 'declined', ...by, decided_at: call.now, decision_reason: reason }
        await updateRefundBatch(call.db, batch.id, { ...decision, ended_at: call.now })
        return { state: 'declined', reason }
      }),

    /** @throws AppError NOT_FOUND; FORBIDDEN for somebody else's; WRONG_STATE if it is decided */
    withdraw: (call: Call, id: string) =>
      change(call, id, 'withdraw', async (batch) => {
        if (call.actor.staffId !== batch.requested_by_id) throw new AppError('FORBIDDEN', onlyOwn)
        refuseDecided(batch)
        await updateRefundBatch(call.db, batch.id, { state: 'withdrawn', ended_at: call.now })
        return { state: 'withdrawn' }
      }),

    /**
     * Stops a batch after the order at hand.
     * @throws AppError NOT_FOUND; WRONG_STATE if it does not run
     */
    stop: (call: Call, id: string) =>
      change(call, id, 'stop', async (batch) => {
        if (batch.state !== 'running') throw new AppError('WRONG_STATE', notRunning)
        await updateRefundBatch(call.db, batch.id, {
          state: 'stopped',
          stopped_by: call.actor.email,
          ended_at: call.now,
        })
        return { state: 'stopped' }
      }),

    /**
     * Continues a stopped batch, and begins its failed orders again. A second person's approval still holds, because
     * neither orders nor amounts can grow.
     * @throws AppError NOT_FOUND; WRONG_STATE if it runs, was never begun, or nothing is left to do; or while another
     * batch of the session is open
     */
    resume: (call: Call, id: string) =>
      change(call, id, 'resume', async (batch) => {
        if (batch.state !== 'stopped' && batch.state !== 'done') throw new AppError('WRONG_STATE', notEnded)
        const again = await reopenFailedRows(call.db, batch.id)
        const { waiting } = countsOf(batch.id, await countBatchRows(call.db, [batch.id]))
        if (waiting === 0) throw new AppError('WRONG_STATE', nothingLeft)
        await withGuards(() =>
          updateRefundBatch(call.db, batch.id, { state: 'running', stopped_by: null, ended_at: null }),
        )
        await runBatchLater(call, { batchId: batch.id, pauses: 0 })
        return { state: 'running', tried_again: again }
      }),
  }
}

const contentChanged =
  'The orders or their amounts have changed. Look at them again and confirm what is refunded now. Nothing was refunded.'
const nothingToRefund = 'No order of this session can be refunded.'
const tooMany = `This session has more than ${mostBatchOrders.toLocaleString('en-IN')} paid orders. Refund them one by one.`
const alreadyOpen = 'A refund of all orders of this session waits or runs already. Open it instead.'
const requestReused = 'This request_id was used for another refund.'
const notOwn = 'You asked for this refund. Someone else has to decide.'
const onlyOwn = 'Only the person who asked for this refund can withdraw it. You can decline it.'
const notRunning = 'This refund is not running.'
const notEnded = 'Only a stopped or finished refund can be continued.'
const nothingLeft = 'Every order of this refund was begun, and none has failed.'

/** @throws AppError WRONG_STATE if there are too many */
async function readPaid(call: Call, key: SessionKey): Promise<BatchOrder[]> {
  const orders = await listPaidOrders(call.db, key, mostBatchOrders + 1)
  if (orders.length > mostBatchOrders) throw new AppError('WRONG_STATE', tooMany)
  return orders
}

function titleOf(session: { title: string } | undefined, judged: readonly JudgedOrder[]): string {
  return session?.title ?? judged.at(-1)?.order.entity_title ?? ''
}

/** @throws AppError KEY_REUSED for another session, reason or person */
function requireSame(
  batch: RefundBatchRow,
  body: SessionKey & { reason_code: string },
  personId: string,
): RefundBatchRow {
  const isSame =
    batch.entity_type === body.entity_type &&
    batch.entity_id === body.entity_id &&
    batch.reason_code === body.reason_code &&
    batch.requested_by_id === personId
  if (!isSame) throw new AppError('KEY_REUSED', requestReused)
  return batch
}

/**
 * Returns the person who decides about a batch.
 * @throws AppError FORBIDDEN for the requester; WRONG_STATE if it is decided
 */
function deciderOf(call: Call, batch: StoredBatch): { decided_by_id: string; decided_by: string } {
  const { staffId, email } = call.actor
  if (staffId === null || staffId === batch.requested_by_id) throw new AppError('FORBIDDEN', notOwn)
  refuseDecided(batch)
  return { decided_by_id: staffId, decided_by: email }
}

/** @throws AppError WRONG_STATE */
function refuseDecided({ state, decided_by: by }: StoredBatch): void {
  if (state === 'waiting') return
  const how = state === 'declined' || state === 'withdrawn' ? state : 'approved'
  throw new AppError(
    'WRONG_STATE',
    by === null ? `This refund was ${how}.` : `This refund was ${how} by ${by}.`,
  )
}

/** Records what was done with a batch. */
export async function auditBatch(
  call: Call,
  batch: { id: string; entity_title: string },
  what: 'create' | 'approve' | 'decline' | 'withdraw' | 'stop' | 'resume' | 'end',
  after: Record<string, unknown>,
  before: Record<string, unknown> | null = null,
): Promise<void> {
  await recordAudit(call, {
    action: `refund-batch.${what}`,
    entityType: 'refund-batch',
    entityId: batch.id,
    label: batch.entity_title,
    before,
    after,
  })
}

/** Turns the database's guards into refusals. */
async function withGuards<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'refund_batch_open')) throw new AppError('WRONG_STATE', alreadyOpen)
    if (isUniqueViolation(error, 'refund_batch_request_id_key'))
      throw new AppError('KEY_REUSED', requestReused)
    throw error
  }
}
