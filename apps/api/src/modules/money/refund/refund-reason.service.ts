import { largestPage } from '@greenroom/contract/list'
import { type RefundReason, refundMessages } from '@greenroom/contract/money/refund/refund.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord, refuseStale } from '../../../platform/database/records.ts'
import { presentRefundReason } from './refund-reason.presenter.ts'
import {
  findReasonByCode,
  findRefundReason,
  insertRefundReason,
  listRefundReasons,
  lockRefundReasons,
  updateRefundReason,
} from './refund-reason.repository.ts'

export type RefundReasonService = ReturnType<typeof createRefundReasonService>

/** The reasons for refunds, which staff manage. A reason is hidden, never deleted, because refunds name it. */
export function createRefundReasonService() {
  const list = async (call: Call): Promise<RefundReason[]> =>
    (await listRefundReasons(call.db, largestPage)).map(presentRefundReason)

  return {
    /** Lists the reasons in their order, hidden ones too. */
    list,

    /** @throws AppError VALIDATION for a reason that does not exist or is hidden */
    async requireActive(call: Call, code: string): Promise<void> {
      const reason = await findReasonByCode(call.db, code)
      if (!reason?.is_active) throw invalid([{ path: 'reason_code', message: refundMessages.reasonRequired }])
    },

    /**
     * Adds a reason at the end of the list.
     * @throws AppError DUPLICATE for a label in the list; WRONG_STATE if the list is full
     */
    async create(call: Call, { label }: { label: string }): Promise<RefundReason> {
      await lockRefundReasons(call.db)
      const existing = await list(call)
      refuseTaken(existing, label)
      if (existing.length >= mostReasons) {
        throw new AppError('WRONG_STATE', `The list has ${mostReasons} reasons. Rename one that is hidden.`)
      }
      const reason = presentRefundReason(
        await insertRefundReason(call.db, {
          id: newId(),
          code: codeOf(label, new Set(existing.map(({ code }) => code))),
          label: label.trim(),
          position: Math.max(0, ...existing.map(({ position }) => position)) + 1,
        }),
      )
      await audit(call, 'refund-reason.create', reason, null)
      return reason
    },

    /**
     * Renames, hides, shows or moves a reason.
     * @throws AppError NOT_FOUND; STALE with the current record; DUPLICATE; WRONG_STATE for hiding the last one
     */
    async update(
      call: Call,
      id: string,
      changes: { label?: string | undefined; is_active?: boolean | undefined; position?: number | undefined },
    ): Promise<RefundReason> {
      await lockRefundReasons(call.db)
      const before = presentRefundReason(await findRecord(call, findRefundReason, id, 'reason'))
      refuseStale(call.expectedVersion, before, 'Someone else has changed this reason.')
      const wanted = {
        label: changes.label?.trim() ?? before.label,
        is_active: changes.is_active ?? before.is_active,
        position: changes.position ?? before.position,
      }
      const isChanged =
        wanted.label !== before.label ||
        wanted.is_active !== before.is_active ||
        wanted.position !== before.position
      if (!isChanged) return before
      const others = (await list(call)).filter(({ _id }) => _id !== before._id)
      refuseTaken(others, wanted.label)
      if (!wanted.is_active && !others.some(({ is_active }) => is_active)) {
        throw new AppError('WRONG_STATE', 'Keep at least one reason.')
      }
      const after = presentRefundReason(
        await updateRefundReason(call.db, before._id, { ...wanted, now: call.now }),
      )
      await audit(call, 'refund-reason.update', after, before)
      return after
    },
  }
}

/** Max number of reasons, so that the list needs no pages. */
const mostReasons = 100

/** @throws AppError DUPLICATE */
function refuseTaken(reasons: readonly RefundReason[], label: string): void {
  const wanted = label.trim().toLowerCase()
  if (!reasons.some((one) => one.label.toLowerCase() === wanted)) return
  const message = refundMessages.labelTaken
  throw new AppError('DUPLICATE', message, { errors: [{ path: 'label', message }] })
}

/** Makes a code from a label: "Paid twice" becomes paid-twice. A label without Latin letters becomes "reason". */
function codeOf(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const base = (words?.join('-') ?? 'reason').slice(0, 50).replace(/-+$/, '')
  let code = base
  for (let n = 2; taken.has(code); n++) code = `${base}-${n}`
  return code
}

async function audit(
  call: Call,
  action: 'refund-reason.create' | 'refund-reason.update',
  reason: RefundReason,
  before: RefundReason | null,
): Promise<void> {
  await recordAudit(call, {
    action,
    entityType: 'refund-reason',
    entityId: reason._id,
    label: reason.label,
    before: before && { ...before },
    after: { ...reason },
  })
}
