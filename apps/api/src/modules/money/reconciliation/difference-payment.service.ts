import {
  type Difference,
  type DifferenceAction,
  reconciliationMessages,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { findRecord, refuseStale } from '../../../platform/database/records.ts'
import type { GatewayPayment, PaymentGateway } from '../../../platform/payments/payment-gateway.ts'
import { PaymentRefused } from '../../../platform/payments/payment-gateway.ts'
import { afterProviderCall } from '../../../platform/provider-call.ts'
import {
  closeAgreed,
  lockOpenDifferences,
  markRefunding,
  paymentKinds,
} from '../difference/difference.service.ts'
import type { RefundService } from '../refund/refund.service.ts'
import { isPaid, type PaymentService } from '../transaction/payment.service.ts'
import { ordersOfPayments } from './compared-records.ts'
import { counts } from './comparison-rules.ts'
import { type DifferenceRow, findDifference } from './difference-list.repository.ts'
import { gatewayError } from './pending-check.service.ts'
import { actionsOf, presentDifference } from './reconciliation.presenter.ts'
import { lockOrder } from './reconciliation.repository.ts'

const changed = 'Razorpay has another amount for this payment by now. Nothing was changed.'

/** What staff decide about a payment that no order counts: accept its amount, or refund it (OQ-752). */
export function createDifferencePayments({
  gateway,
  payments,
  refunds,
}: {
  gateway: Pick<PaymentGateway, 'findPayment' | 'refund'>
  payments: Pick<PaymentService, 'applyPayment' | 'forgetPart'>
  refunds: Pick<RefundService, 'needsApproval'>
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

  /** Runs work under the locks of the order and the difference, if that is still open. */
  async function whileOpen(
    outer: Call,
    row: DifferenceRow,
    work: (call: Call, current: { refunding_at: Date | null }) => Promise<unknown>,
  ): Promise<boolean> {
    return callInTransaction(outer, async (call) => {
      if (row.transaction_id !== null) await lockOrder(call.db, row.transaction_id)
      const current = (await lockOpenDifferences(call.db, row.subject)).find(({ id }) => id === row.id)
      if (current) await work(call, current)
      return current !== undefined
    })
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
        await markRefunding(inner.db, row.id, { refunding_at: since, gateway_refund_id: null })
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
          await whileOpen(call, row, async (inner) => {
            if (made?.state === 'pending') {
              const gateway_refund_id = made.gatewayRefundId
              return markRefunding(inner.db, row.id, { refunding_at: since, gateway_refund_id })
            }
            return closeAgreed(inner, row.subject, paymentKinds, 'refunded')
          })
          return present(call, row.id)
        },
      )
    },
  }

  /** @throws AppError PAYMENT_PROVIDER */
  async function requestRefund(
    call: Call,
    row: DifferenceRow,
    payment: GatewayPayment,
    { amount, since }: { amount: number; since: Date },
  ) {
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
      throw new PaymentRefused(made.reason ?? 'Razorpay could not make this refund.')
    } catch (error) {
      if (error instanceof PaymentRefused) {
        await whileOpen(call, row, (inner) =>
          markRefunding(inner.db, row.id, { refunding_at: null, gateway_refund_id: null }),
        )
      }
      throw gatewayError(error)
    }
  }
}
