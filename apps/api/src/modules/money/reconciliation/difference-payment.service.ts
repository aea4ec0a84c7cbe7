import {
  type Difference,
  type DifferenceAction,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord, refuseStale } from '../../../platform/database/records.ts'
import {
  type GatewayPayment,
  type GatewayRefund,
  type PaymentGateway,
  PaymentRefused,
  PaymentUnknown,
} from '../../../platform/payments/payment-gateway.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import { closeAgreed, paymentKinds } from '../difference/difference.service.ts'
import {
  applyRefund,
  beginRefund,
  claimDueRefunds,
  failRefund,
  whileOpen,
} from '../difference/difference-refund.service.ts'
import type { RefundService } from '../refund/refund.service.ts'
import { isPaid, type PaymentService } from '../transaction/payment.service.ts'
import { ordersOfPayments } from './compared-records.ts'
import { counts } from './comparison-rules.ts'
import { type DifferenceRow, findDifference } from './difference-list.repository.ts'
import { gatewayError } from './pending-check.service.ts'
import { actionsOf, presentDifference } from './reconciliation.presenter.ts'

/** Max refunds that one run of the job asks about. */
const mostInOneRun = 100
/** After so many failures in a row the run ends: the gateway is down. */
const mostFailures = 3

const notMade = 'Razorpay did not make this refund.'
const changed = 'Razorpay has another amount for this payment by now. Nothing was changed.'

/** What staff decide about a payment that no order counts: accept its amount, or refund it (OQ-752). */
export function createDifferencePayments({
  gateway,
  payments,
  refunds,
  log,
}: {
  gateway: Pick<PaymentGateway, 'findPayment' | 'findRefund' | 'refund'>
  payments: Pick<PaymentService, 'applyPayment' | 'forgetPart'>
  refunds: Pick<RefundService, 'needsApproval'>
  log: Logger
}) {
  const present = async (call: Call, id: string): Promise<Difference> =>
    presentDifference(await findRecord(call, findDifference, id, 'difference'))

  /**
   * Finds an open difference that allows an action, or a resolved one.
   * @throws AppError NOT_FOUND, WRONG_STATE, STALE with the current difference
   */
  async function requireAction(call: Call, id: string, action: DifferenceAction): Promise<DifferenceRow> {
    const row = await findRecord(call, findDifference, id, 'difference')
    if (row.resolved_at !== null && row.resolution !== 'staff') return row
    if (row.resolved_at !== null) {
      throw new AppError('WRONG_STATE', reconciliationMessages.alreadyResolved)
    }
    refuseStale(call.expectedVersion, presentDifference(row), reconciliationMessages.changed)
    if (actionsOf(row).includes(action)) return row
    throw new AppError('WRONG_STATE', reconciliationMessages.noAction)
  }

  /** @throws AppError WRONG_STATE, PAYMENT_PROVIDER */
  async function requireCaptured(paymentId: string): Promise<GatewayPayment> {
    let payment: GatewayPayment | null
    try {
      payment = await gateway.findPayment(paymentId)
    } catch (error) {
      throw gatewayError(error)
    }
    if (payment?.state === 'captured') return payment
    throw new AppError('WRONG_STATE', 'Razorpay no longer says that this payment was captured.')
  }

  async function refuseCounted(call: Call, paymentId: string): Promise<void> {
    const orders = await ordersOfPayments(call, [paymentId])
    const owner = orders.find((order) => isPaid(order.status) && counts(order, paymentId))
    if (!owner) return
    throw new AppError(
      'WRONG_STATE',
      `This payment belongs to order ${owner.reference_order_id}. Refund it there.`,
    )
  }

  return {
    /**
     * Completes the order with the amount that was paid.
     * @throws AppError NOT_FOUND, WRONG_STATE, STALE with the current difference, PAYMENT_PROVIDER
     */
    async accept(call: Call, id: string, amount: number): Promise<Difference> {
      const row = await requireAction(call, id, 'accept-amount')
      const transactionId = row.transaction_id
      if (row.resolved_at !== null || transactionId === null) return present(call, row.id)
      const payment = await requireCaptured(row.subject)
      if (payment.amount !== amount || payment.refunded > 0) {
        throw new AppError('STALE', changed, { data: await present(call, id) })
      }
      const isOpen = await whileOpen(call, row, async (inner, { refunding_at }) => {
        if (refunding_at !== null) throw new AppError('WRONG_STATE', reconciliationMessages.refunding)
        const outcome = await payments.applyPayment(inner, { transactionId, payment, accepted: 'amount' })
        if (outcome === 'completed' || outcome === 'unchanged') return
        throw new AppError('WRONG_STATE', 'This payment does not fit the order any more. Look at the order.')
      })
      if (!isOpen) throw new AppError('WRONG_STATE', reconciliationMessages.alreadyResolved)
      return present(call, row.id)
    },

    /**
     * Refunds all that is left of the payment. The key is the difference and since when its
     * refund is requested, so that a repeated call makes no second refund.
     * @throws AppError NOT_FOUND, WRONG_STATE, STALE with the current difference, PAYMENT_PROVIDER, UNAVAILABLE if the
     * outcome can't be stored
     */
    async refund(call: Call, id: string, amount: number): Promise<Difference> {
      const row = await requireAction(call, id, 'refund-payment')
      const transactionId = row.transaction_id
      if (row.resolved_at !== null || transactionId === null) return present(call, row.id)
      const payment = await requireCaptured(row.subject)
      await refuseCounted(call, payment.paymentId)
      const left = payment.amount - payment.refunded
      if (left > 0 && left !== amount) {
        throw new AppError('STALE', changed, { data: await present(call, id) })
      }
      if (
        left > 0 &&
        (await refunds.needsApproval(call, transactionId, { amount: left, currency: payment.currency }))
      ) {
        throw new AppError('WRONG_STATE', reconciliationMessages.secondPerson)
      }
      let since = call.now
      const isOpen = await whileOpen(call, row, async (inner, { refunding_at }) => {
        // Another request may have completed the order with it meanwhile.
        await refuseCounted(inner, payment.paymentId)
        since = refunding_at ?? inner.now
        await beginRefund(inner, row.id, since)
        // What goes back no longer pays for the order.
        await payments.forgetPart(inner, transactionId, payment.paymentId)
        if (refunding_at !== null) return
        await recordAudit(inner, {
          action: 'difference.refund',
          entityType: 'difference',
          entityId: row.id,
          label: row.subject,
          after: { amount: left, currency_code: payment.currency },
        })
      })
      if (!isOpen) throw new AppError('WRONG_STATE', reconciliationMessages.alreadyResolved)
      const made = left === 0 ? null : await requestRefund(call, row, payment, { amount: left, since })
      return afterProviderCall(
        'The refund was requested, but its outcome could not be saved. Try again.',
        5,
        async () => {
          await whileOpen(call, row, (inner, current) =>
            made
              ? applyRefund(inner, current, made)
              : closeAgreed(inner, row.subject, paymentKinds, 'refunded'),
          )
          return present(call, row.id)
        },
      )
    },

    /** Job: asks the gateway about each refund that it has not reported in time, so that every one has an end. */
    async checkRefunds(call: Call): Promise<void> {
      let failures = 0
      for (const row of await claimDueRefunds(call.db, call.now, mostInOneRun)) {
        if (failures === mostFailures) return
        try {
          const { subject: paymentId, gateway_refund_id: gatewayRefundId, id: reference } = row
          const found = await gateway.findRefund({ paymentId, gatewayRefundId, reference })
          await whileOpen(call, row, (inner, current) => applyFound(inner, current, row, found))
          failures = 0
        } catch (error) {
          if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error
          log.warn({ differenceId: row.id, reason: error.message }, 'A requested refund could not be checked')
          failures++
        }
      }
    },
  }

  /** @param found null if the gateway has no such refund */
  async function applyFound(
    call: Call,
    current: Parameters<typeof applyRefund>[1],
    claimed: { refunding_at: Date | null },
    found: GatewayRefund | null,
  ): Promise<void> {
    // It ended meanwhile, or was requested again.
    if (current.refunding_at?.getTime() !== claimed.refunding_at?.getTime()) return
    if (found && found.gatewayRefundId !== current.failed_refund_id) return applyRefund(call, current, found)
    await failRefund(call, current, { reason: notMade, gatewayRefundId: current.gateway_refund_id })
  }

  /** @throws AppError PAYMENT_PROVIDER */
  async function requestRefund(
    call: Call,
    row: DifferenceRow,
    payment: GatewayPayment,
    { amount, since }: { amount: number; since: Date },
  ) {
    let failedId: string | null = null
    try {
      const made = await gateway.refund({
        paymentId: payment.paymentId,
        amount,
        currency: payment.currency,
        // One that the gateway refused is another request when it is tried again.
        idempotencyKey: `greenroom-difference-${row.id}-${since.getTime()}`,
        reference: row.id,
        notes: { order: row.reference_order_id ?? '' },
      })
      if (made.state !== 'failed') return made
      failedId = made.gatewayRefundId
      throw new PaymentRefused(made.reason ?? 'Razorpay could not make this refund.')
    } catch (error) {
      if (error instanceof PaymentRefused) {
        const reason = error.message
        await whileOpen(call, row, (inner, current) =>
          failRefund(inner, current, { reason, gatewayRefundId: failedId }),
        )
      }
      throw gatewayError(error)
    }
  }
}
