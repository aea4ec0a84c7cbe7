import type {
  TransactionStatus,
  TransactionStatusFilter,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'

/** Labels of the statuses and their filter (OQ-052, OQ-320). */
export const transactionStatusLabels: Record<TransactionStatusFilter, string> = {
  pending: 'Pending',
  completed: 'Completed',
  refunded: 'Refunded',
  paid: 'Completed or refunded',
  others: 'Others',
}

interface StatusBadge {
  label: string
  shape: GlyphShape
  tone: GlyphTone
}

const badges: Record<TransactionStatus, StatusBadge> = {
  pending: { label: transactionStatusLabels.pending, shape: 'ring', tone: 'warn' },
  completed: { label: transactionStatusLabels.completed, shape: 'tick', tone: 'ok' },
  refunded: { label: transactionStatusLabels.refunded, shape: 'turn', tone: 'mute' },
}

/** Returns the badge of a status. An unknown status is shown in its own words (OQ-052). */
export function transactionStatusBadge(status: string): StatusBadge {
  return Object.hasOwn(badges, status)
    ? badges[status as TransactionStatus]
    : { label: inWords(status), shape: 'dot', tone: 'mute' }
}

/** "on_hold" becomes "On hold". */
function inWords(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
