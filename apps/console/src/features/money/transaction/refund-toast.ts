import { ApiError } from '../../../lib/api/api-error.ts'
import { refundMessages } from './transaction-messages.ts'

interface RefundResponse {
  message?: string
  data?: { message?: string }
}

/** Returns the toast text of an accepted refund: the server's message, or a code (TXN-19, OQ-011). */
export function refundSuccess(response: RefundResponse): string {
  return response.data?.message || response.message || refundMessages.success
}

/**
 * Returns the toast text of a failed refund: the server's message, or a code (TXN-19, OQ-011). The open question shows
 * the message of a refusal itself.
 */
export function refundFailure(reason: unknown): string | undefined {
  if (!(reason instanceof ApiError) || reason.status === 0) return refundMessages.thrown
  if (reason.serverMessage === undefined) return refundMessages.failure
  return isRefused(reason) ? undefined : reason.serverMessage
}

/** Whether the order cannot be refunded any more, so that there is nothing left to ask. */
export function closesQuestion(reason: unknown): boolean {
  return reason instanceof ApiError && reason.code === 'WRONG_STATE'
}

/** Whether the server refused the refund, which stays open to another try. */
export function isRefused(reason: unknown): boolean {
  return reason instanceof ApiError && reason.serverMessage !== undefined && !closesQuestion(reason)
}

/** Returns the error shown in the dialog, which stays open after a failure. */
export function refundFailureHelp(reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.status === 0) return refundMessages.noResponse
  return reason.message
}
