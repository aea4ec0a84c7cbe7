import { ApiError } from '../../lib/api/api-error.ts'
import { refundMessages } from './transaction-messages.ts'

interface RefundAnswer {
  message?: string
  data?: { message?: string }
}

/** What the toast says about a refund that was accepted: the server's words, else a code (TXN-19, OQ-011). */
export function refundSuccess(answer: RefundAnswer): string {
  return answer.data?.message || answer.message || refundMessages.success
}

/** What the toast says about a refund that was not accepted: the server's words, else a code (TXN-19, OQ-011). */
export function refundFailure(reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.status === 0) return refundMessages.thrown
  return reason.serverMessage ?? refundMessages.failure
}

/** What stands in the question that stays open after a failure. */
export function refundFailureHelp(reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.status === 0) return refundMessages.noAnswer
  return reason.message
}
