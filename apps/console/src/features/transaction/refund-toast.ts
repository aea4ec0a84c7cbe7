import { ApiError } from '../../lib/api/api-error.ts'
import { refundMessages } from './transaction-messages.ts'

interface RefundResponse {
  message?: string
  data?: { message?: string }
}

/** Returns the toast text of an accepted refund: the server's message, or a code (TXN-19, OQ-011). */
export function refundSuccess(response: RefundResponse): string {
  return response.data?.message || response.message || refundMessages.success
}

/** Returns the toast text of a failed refund: the server's message, or a code (TXN-19, OQ-011). */
export function refundFailure(reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.status === 0) return refundMessages.thrown
  return reason.serverMessage ?? refundMessages.failure
}

/** Returns the error shown in the dialog, which stays open after a failure. */
export function refundFailureHelp(reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.status === 0) return refundMessages.noResponse
  return reason.message
}
