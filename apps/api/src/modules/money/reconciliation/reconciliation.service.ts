import type { BodyOf, DataOf, QueryOf } from '@greenroom/contract/endpoint'
import { isRecordId } from '@greenroom/contract/field'
import type {
  listDifferences as listEndpoint,
  resolveDifferences as resolveAllEndpoint,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { needsMoney } from '@greenroom/contract/money/reconciliation/reconciliation.rules'
import {
  type Difference,
  type DifferenceKind,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type { Logger } from 'pino'
import { prepareAll, refuseRepeated } from '../../../platform/all-or-none.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import type { PaymentGateway } from '../../../platform/payments/payment-gateway.ts'
import type { Settings } from '../../../settings.ts'
import {
  closeAgreed,
  closeWithNote,
  lockOpenDifferences,
  lockOrder,
  paymentKinds,
} from '../difference/difference.service.ts'
import { settleLater, settleRefundTask } from '../refund/refund-task.ts'
import type { PaymentService } from '../transaction/payment.service.ts'
import type { ComparisonService } from './comparison.service.ts'
import {
  countDifferences,
  type DifferenceRow,
  findDifference,
  listDifferences,
  lockDifferences,
} from './difference-list.repository.ts'
import { gatewayError } from './pending-check.service.ts'
import { actionsOf, presentDifference } from './reconciliation.presenter.ts'
import { listRefundsWithoutJob } from './reconciliation.repository.ts'

/** How long an open refund may be without a job before one is added, in milliseconds. */
const withoutJobMs = 5 * 60_000
/** How many refunds one run adds jobs for. */
const mostRefunds = 200

const {
  alreadyResolved,
  changed: changedMeanwhile,
  refunding: isRefunding,
  noAction,
} = reconciliationMessages

/** The differences that staff work off, and open refunds that nothing works on. */
export function createReconciliationService({
  gateway,
  payments,
  comparisons,
  settings,
  log,
}: {
  gateway: PaymentGateway
  payments: Pick<PaymentService, 'applyPayment'>
  comparisons: Pick<ComparisonService, 'applyRefund'>
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
  log: Logger
}) {
  async function present(call: Call, id: string): Promise<Difference> {
    return presentDifference(await findRecord(call, findDifference, id, 'difference'))
  }

  /**
   * Records what the gateway said, in a transaction. A colleague may have resolved the difference while it was asked.
   * @throws AppError WRONG_STATE if the difference is resolved; then nothing is stored
   */
  async function record(
    outer: Call,
    { id, subject, transaction_id }: DifferenceRow,
    work: (call: Call) => Promise<unknown>,
  ): Promise<void> {
    await callInTransaction(outer, async (call) => {
      // Payments and refunds lock the order first, so this does too: otherwise each could wait for the other.
      if (transaction_id !== null) await lockOrder(call.db, transaction_id)
      const open = await lockOpenDifferences(call.db, subject)
      const current = open.find((one) => one.id === id)
      if (!current) throw new AppError('WRONG_STATE', alreadyResolved)
      if (current.refunding_at !== null) throw new AppError('WRONG_STATE', isRefunding)
      if (outer.expectedVersion !== undefined && current.version !== outer.expectedVersion) {
        throw new AppError('STALE', changedMeanwhile, { data: await present(call, id) })
      }
      await work(call)
    })
  }

  /** @throws AppError WRONG_STATE, PAYMENT_PROVIDER */
  async function completeOrder(call: Call, row: DifferenceRow): Promise<void> {
    const { transaction_id: transactionId, subject } = row
    if (transactionId === null) throw new AppError('WRONG_STATE', 'This difference has no order.')
    const payment = await asked(() => gateway.findPayment(subject))
    if (payment?.state !== 'captured') {
      throw new AppError('WRONG_STATE', 'Razorpay no longer says that this payment was captured.')
    }
    await record(call, row, async (inner) => {
      // Staff decide about a payment of another order of the gateway.
      const accepted = row.kind === 'payment-of-another-order' ? ('attempt' as const) : undefined
      const outcome = await payments.applyPayment(inner, { transactionId, payment, accepted })
      if (outcome === 'completed' || outcome === 'unchanged') {
        await closeAgreed(inner, subject, paymentKinds, outcome === 'completed' ? 'healed' : 'agreed')
      }
    })
  }

  /** @throws AppError WRONG_STATE, PAYMENT_PROVIDER */
  async function recordRefund(call: Call, row: DifferenceRow): Promise<void> {
    const listed = await asked(() => gateway.findListedRefund(row.subject))
    if (!listed) throw new AppError('WRONG_STATE', 'Razorpay no longer lists this refund.')
    await record(call, row, (inner) => comparisons.applyRefund(inner, listed))
  }

  /**
   * Locks an open difference in the version that the client knows.
   * @param seen undefined for any version
   * @throws AppError NOT_FOUND, WRONG_STATE, STALE with the current difference
   */
  async function lockOpen(call: Call, id: string, seen: number | undefined): Promise<DifferenceRow> {
    const row = await lockRecord(call, 'gateway_difference', findDifference, id, 'difference')
    if (row.resolved_at !== null) throw new AppError('WRONG_STATE', alreadyResolved)
    // Closed with a note, nobody would hear of a refund that fails.
    if (row.refunding_at !== null) throw new AppError('WRONG_STATE', isRefunding)
    refuseStale(seen, presentDifference(row), changedMeanwhile)
    return row
  }

  return {
    /** Lists differences with their counts. */
    async list(call: Call, query: QueryOf<typeof listEndpoint>): Promise<DataOf<typeof listEndpoint>> {
      const filter = {
        state: query.state,
        kind: query.kind ?? null,
        id: query.id ?? null,
        order: query.order ?? null,
        month: query.month ?? null,
        timeZone: settings.BUSINESS_TIME_ZONE,
      }
      const [rows, counts] = await Promise.all([
        listDifferences(call.db, filter, query),
        countDifferences(call.db, filter),
      ])
      return {
        count: counts.matching,
        counts: { open: counts.open, resolved: counts.resolved },
        differences: rows.map(presentDifference),
      }
    },

    /**
     * Closes a difference with a note.
     * @throws AppError NOT_FOUND, WRONG_STATE, STALE with the current difference
     */
    async resolve(call: Call, id: string, note: string): Promise<Difference> {
      const row = await lockOpen(call, id, call.expectedVersion)
      await closeWithNote(call, row, note)
      return present(call, row.id)
    },

    /**
     * Closes several differences with one note: all, or none.
     * @throws AppError VALIDATION for one that is named twice; WRONG_STATE, with an error at the place of each that is
     * closed, has changed or needs money to move
     */
    async resolveAll(
      call: Call,
      { differences, note }: BodyOf<typeof resolveAllEndpoint>,
    ): Promise<DataOf<typeof resolveAllEndpoint>> {
      refuseRepeated(differences, 'differences', reconciliationMessages.resolvedTwice)
      // Two calls lock the same differences in the same order, so neither waits for the other.
      await lockDifferences(call.db, differences.map(({ id }) => id).filter(isRecordId))
      const names = {
        member: 'differences',
        one: 'difference',
        many: 'differences',
        cannot: "can't be resolved together",
      }
      const rows = await prepareAll(differences, names, async ({ id, version }) => {
        const row = await lockOpen(call, id, version)
        if (needsMoney(row.kind as DifferenceKind)) {
          throw new AppError('WRONG_STATE', reconciliationMessages.moneyFirst)
        }
        return row
      })
      for (const row of rows) await closeWithNote(call, row, note)
      return { resolved: rows.map(({ id }) => ({ id })) }
    },

    /**
     * Reads the gateway's record again and stores it.
     * @throws AppError NOT_FOUND; STALE with the current difference; WRONG_STATE if nothing can be done, or somebody
     * closed it with a note meanwhile; PAYMENT_PROVIDER without a clear response of the gateway
     */
    async heal(call: Call, id: string): Promise<Difference> {
      const row = await findRecord(call, findDifference, id, 'difference')
      // Both sides agree by now, as after an earlier call whose response was lost.
      if (row.resolved_at !== null && row.resolution !== 'staff') return present(call, row.id)
      if (row.resolved_at !== null) throw new AppError('WRONG_STATE', alreadyResolved)
      refuseStale(call.expectedVersion, presentDifference(row), changedMeanwhile)
      const action = actionsOf(row).find((one) => one === 'complete-order' || one === 'record-refund')
      if (action === undefined) {
        throw new AppError('WRONG_STATE', noAction)
      }
      await (action === 'complete-order' ? completeOrder(call, row) : recordRefund(call, row))
      const healed = await present(call, row.id)
      if (healed.resolved === null) {
        throw new AppError(
          'WRONG_STATE',
          'Both sides still differ. Look at the order, or close it with a note.',
        )
      }
      return healed
    },

    /**
     * Job: adds a job for each open refund that has none, for instance after its job gave up or was deleted.
     * @returns how many
     */
    async continueRefunds(call: Call): Promise<number> {
      const since = new Date(call.now.getTime() - withoutJobMs)
      const ids = await listRefundsWithoutJob(call.db, `${settleRefundTask}:`, since, mostRefunds)
      for (const refundId of ids) await settleLater(call, refundId)
      if (ids.length > 0) log.warn({ refunds: ids.length }, 'Open refunds had no job and got one')
      return ids.length
    },
  }
}

/** @throws AppError PAYMENT_PROVIDER without a clear response of the gateway */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw gatewayError(error)
  }
}
