import type { Logger } from 'pino'
import {
  type GatewayRefund,
  type PaymentGateway,
  type PaymentRefund,
  PaymentRefused,
  PaymentUnknown,
} from '../../../platform/payments/payment-gateway.ts'
import type { Settings } from '../../../settings.ts'
import type { RefundedTransaction, RefundRow } from './refund.repository.ts'

/** How long a claim outlasts the calls' own time-outs, in milliseconds. */
const margin = 2_000
/** Max number of calls in one attempt: search, refund, search again. */
const callsInOneTry = 3

/** The outcome of one attempt at the gateway. */
export type Outcome =
  | { kind: 'reported'; refund: GatewayRefund }
  /** The payment was refunded, but not by this refund. `refunds`: all that the gateway lists. */
  | { kind: 'refunded-before'; refunds: PaymentRefund[] }
  | { kind: 'refused'; reason: string; refunds?: PaymentRefund[] }
  /** `retryAfter`: seconds that a busy gateway asks to wait. */
  | { kind: 'unknown'; retryAfter?: number | undefined }

/** Sends stored refunds to the gateway and learns their outcome, outside any transaction. Stores nothing. */
export function createRefundGateway({
  gateway,
  settings,
  log,
}: {
  gateway: Pick<PaymentGateway, 'findRefund' | 'refund' | 'refundsOf'>
  settings: Pick<Settings, 'PAYMENT_TIMEOUT_SECONDS'>
  log: Logger
}) {
  async function attempt(
    row: RefundRow,
    transaction: RefundedTransaction,
    paymentId: string,
  ): Promise<Outcome> {
    const search = { paymentId, gatewayRefundId: row.gateway_refund_id, reference: row.id }
    // An earlier attempt may have made the refund although no response arrived.
    const isAskedAgain = row.attempts > 1 || row.gateway_refund_id !== null
    const found = isAskedAgain ? await gateway.findRefund(search) : null
    if (found) return reported(row, found)
    if (row.gateway_refund_id) {
      log.warn({ refundId: row.id }, 'The gateway no longer lists a refund that it had confirmed')
      return { kind: 'unknown' }
    }
    const made = await gateway.refund({
      paymentId,
      amount: row.amount,
      currency: row.currency_code,
      idempotencyKey: row.idempotency_key,
      reference: row.id,
      notes: { order: transaction.reference_order_id },
    })
    return reported(row, made)
  }

  /** The gateway has less left than our books. Its list of refunds contains the difference. */
  async function explain(row: RefundRow, paymentId: string, refusal: PaymentRefused): Promise<Outcome> {
    try {
      const refunds = await gateway.refundsOf(paymentId)
      const ours = refunds.find((one) => one.reference === row.id && one.state !== 'failed')
      if (ours) return reported(row, ours)
      if (refusal.alreadyRefunded) return { kind: 'refunded-before', refunds }
      return { kind: 'refused', reason: refusal.message, refunds }
    } catch (error) {
      if (!(error instanceof PaymentUnknown)) throw error
      if (refusal.alreadyRefunded) return { kind: 'unknown' }
      return { kind: 'refused', reason: refusal.message }
    }
  }

  /** Accepts a report only if it is about the refund's amount and currency. */
  function reported(row: RefundRow, refund: GatewayRefund): Outcome {
    if (refund.amount === row.amount && refund.currency === row.currency_code) {
      return { kind: 'reported', refund }
    }
    log.warn({ refundId: row.id }, 'The gateway reported a refund of another amount')
    return { kind: 'unknown' }
  }

  return {
    /** How long one attempt may take, in milliseconds. */
    callTime: settings.PAYMENT_TIMEOUT_SECONDS * 1000 * callsInOneTry + margin,

    /** Calls the gateway. Throws only unexpected errors. */
    async send(row: RefundRow, transaction: RefundedTransaction): Promise<Outcome> {
      const paymentId = row.payment_id ?? transaction.payment_id
      if (paymentId === null) return { kind: 'unknown' }
      try {
        return await attempt(row, transaction, paymentId)
      } catch (error) {
        if (error instanceof PaymentUnknown) return { kind: 'unknown', retryAfter: error.retryAfter }
        if (!(error instanceof PaymentRefused)) throw error
        if (!error.alreadyRefunded && !error.exceedsRest) return { kind: 'refused', reason: error.message }
        return explain(row, paymentId, error)
      }
    },

    reported,
  }
}
