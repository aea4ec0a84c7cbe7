import { ApiError } from '../../lib/api/api-error.ts'
import { paymentPageProgress } from './payment-page-messages.ts'

/** What the toast says about a save that failed: our words with the server's, or that nobody foresaw it (PAY-17, PAY-19). */
export function saveFailure(kind: 'create' | 'update', reason: unknown): string {
  if (!(reason instanceof ApiError) || reason.serverMessage === undefined)
    return paymentPageProgress.unforeseen
  return `${paymentPageProgress[kind].error} ${reason.serverMessage}`
}
