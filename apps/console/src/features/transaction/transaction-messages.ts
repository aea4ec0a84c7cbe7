import type { TransactionType } from '@greenroom/contract/transaction/transaction.schema'

/** Words of the Transactions screen. */
export const transactionMessages = {
  from: 'From',
  to: 'To',
  /** Under the days, where the viewer has another time zone than the business (OQ-025). */
  zone: (name: string) => `Days are in ${name}.`,
  phone: 'Phone',
  phonePlaceholder: 'Phone number',
  /** 1 to 9 characters (TXN-07). */
  phoneTooShort: 'Enter a valid phone number.',
  filters: 'Filters',
  clear: 'Clear',
  reversed: 'From cannot be after To.',
  showLastDays: 'Show the last 7 days',
  loading: 'Loading transactions...',
  /** OQ-110 */
  empty: 'No transactions found',
  loadFailed: 'Error loading transactions.',
  clearFilters: 'Clear filters',
  completedOnPage: 'Completed on this page',
  join: 'Join',
  idCopied: 'Order ID copied',
} as const

/** The columns (OQ-049), grouped. */
export const transactionColumns = {
  order: 'Order',
  customer: 'Customer',
  title: 'Title',
  amount: 'Amount',
  status: 'Status',
  source: 'Source',
  actions: 'Actions',
} as const

/** Words of the Filters dialog (TXN-08); the entity is named after what the type is about. */
export const transactionFilterMessages = {
  status: 'Status',
  source: 'Source',
  currency: 'Currency',
  any: 'Any',
  apply: 'Apply',
  cancel: 'Cancel',
  reset: 'Clear',
  clear: (field: string) => `Clear ${field}`,
  loading: 'Loading...',
  nothingFound: 'Nothing matches',
  failed: 'These could not be loaded.',
  newestOnly: (most: number) => `Only the newest ${most} are listed.`,
} as const

/** What the transactions of a type are about, as the filter by it is labelled (OQ-055). */
export const transactionEntityLabels: Record<TransactionType, string> = {
  masterclass: 'Masterclass',
  membership: 'Membership',
  events: 'Event',
  custom: 'Payment page',
}

/** Words of an invoice that is fetched (TXN-12); its failure is in the server's words (TXN-18). */
export const invoiceMessages = {
  action: 'Invoice',
  /** TXN-16 */
  fileName: 'invoice.pdf',
  pending: 'Preparing invoice',
  success: 'Invoice downloaded',
} as const

/** Words of a refund (TXN-13, TXN-19, OQ-051). */
export const refundMessages = {
  action: 'Refund',
  underWay: 'Refund in progress',
  title: (amount: string, name: string) => `Refund ${amount} to ${name}?`,
  effect: (reference: string) =>
    `The whole amount of ${reference} goes back the way it was paid. This cannot be undone.`,
  pending: 'Requesting refund',
  /** The server sent no words of its own. */
  success: 'REFUND_INITIATED',
  failure: 'SOMETHING_WENT_WRONG',
  thrown: 'INTERNAL_SERVER_ERROR',
  noAnswer:
    'The server did not respond. The list shows whether the refund is in progress; asking again refunds once.',
} as const
