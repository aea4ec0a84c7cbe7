import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'

/** What is sold, by the type of its orders. */
export const soldLabels: Record<TransactionType, string> = {
  masterclass: 'Masterclass',
  membership: 'Membership',
  events: 'Event',
  custom: 'Payment page',
}
