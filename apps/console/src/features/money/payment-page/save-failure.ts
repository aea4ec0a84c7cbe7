import { ApiError } from '../../../lib/api/api-error.ts'
import { paymentPageProgress } from './payment-page-messages.ts'

/**
 * Returns the toast of a failed save: what failed and the server's message, or that the error was unexpected (PAY-17,
 * PAY-19).
 */
export function saveFailure(kind: 'create' | 'update', reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.serverMessage === undefined)
    return paymentPageProgress.unforeseen
  return `${paymentPageProgress[kind].error} ${reason.serverMessage}`
}
