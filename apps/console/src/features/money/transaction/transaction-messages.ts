import type { TransactionListType } from '../../../lib/paths.ts'

/** Messages and labels of the Transactions screen. */
export const transactionMessages = {
  from: 'From',
  to: 'To',
  phone: 'Phone',
  phonePlaceholder: 'Phone number',
  /** For 1 to 9 characters (TXN-07). */
  phoneTooShort: 'Enter a valid phone number.',
  filters: 'Filters',
  clear: 'Clear',
  export: 'Export',
  numbers: 'Numbers',
  phoneRefused: 'Your role does not include a search by phone number.',
  clearPhone: 'Show all phone numbers',
  reversed: "From can't be after To.",
  showLastDays: 'Show the last 7 days',
  loading: 'Loading transactions...',
  empty: 'No transactions found',
  loadFailed: 'Error loading transactions.',
  clearFilters: 'Clear filters',
  /** For a phone that has no order in the days. */
  searchAllDates: 'Search all dates',
  otherTypes: (count: number) => (count === 1 ? '1 order of other types' : `${count} orders of other types`),
  newestOthers: (shown: number) => `The newest ${shown} are shown. Each type has its own list.`,
  otherTypesLabel: 'Orders of other types',
  join: 'Join',
  /** Before a date on a phone, where no heading says what it is. */
  bought: 'Bought',
  starts: 'Starts',
  idCopied: 'Order ID copied',
} as const

/** The columns (OQ-049). */
export const transactionColumns = {
  order: 'Order',
  customer: 'Customer',
  title: 'Title',
  amount: 'Amount',
  status: 'Status',
  source: 'Source',
  actions: 'Actions',
} as const

/** Messages of the Filters dialog (TXN-08). The label of the entity depends on the type. */
export const transactionFilterMessages = {
  status: 'Status',
  source: 'Source',
  currency: 'Currency',
  coupon: 'Coupon',
  any: 'Any',
  apply: 'Apply',
  cancel: 'Cancel',
  reset: 'Clear',
} as const

/** Accessible names of the tables. */
export const transactionTableLabels: Record<TransactionListType, string> = {
  all: 'All transactions',
  masterclass: 'Masterclass transactions',
  membership: 'Membership transactions',
  events: 'Event transactions',
  custom: 'Custom transactions',
}

/** Messages of an invoice download (TXN-12). A failure shows the server's message (TXN-18). */
export const invoiceMessages = {
  action: 'Invoice',
  fileName: 'invoice.pdf',
  pending: 'Preparing invoice',
  success: 'Invoice downloaded',
} as const

/** Messages of a refund (TXN-13, TXN-19, OQ-051). */
export const refundMessages = {
  noteToDiscard: 'the note',
  noReasons: 'No reasons yet. Add one under Manage reasons.',
  action: 'Refund',
  underWay: 'Refund in progress',
  /** The gateway's response is missing. */
  waiting: 'Not confirmed yet',
  failed: 'Refund failed',
  /** A second person has to approve it. */
  requested: 'Refund requested',
  requestedBy: (person: string) => `by ${person}`,
  boughtWhat: 'Item',
  boughtWhen: 'When',
  buyer: 'Buyer',
  order: 'Order',
  title: (amount: string, name: string) => `Refund ${amount} to ${name}?`,
  request: 'Request refund',
  /** The button of the question, with what is typed as soon as it is an amount. */
  confirm: (isRequest: boolean, amount: string | null): string =>
    [isRequest ? refundMessages.request : refundMessages.action, amount]
      .filter(Boolean)
      .join(isRequest ? ' of ' : ' '),
  titleOfRequest: (amount: string, name: string) => `Request a refund of ${amount} to ${name}?`,
  titleOfPart: (name: string) => `Refund a part to ${name}?`,
  /** In the Status column, and where an order is checked. */
  refundedOf: (refunded: string, amount: string) => `Refunded ${refunded} of ${amount}`,
  paid: 'Paid',
  left: 'Refundable',
  leftOf: (left: string, amount: string) => `${left} of ${amount}`,
  open: (amount: string) => `${amount} is already being refunded`,
  arrives: 'Arrives',
  days: ({ from, to }: { from: number; to: number }) =>
    from === 0 ? `Within ${to} working days` : `In ${from} to ${to} working days`,
  paidAgo: (days: number) =>
    days < 1 ? 'Less than a day ago' : days === 1 ? '1 day ago' : `${days} days ago`,
  how: 'How much',
  whole: (amount: string) => `All of ${amount}`,
  part: 'Part of it',
  aPart: 'a part',
  amount: 'Amount',
  reason: 'Reason',
  notStated: 'No reason',
  chooseReason: 'Choose a reason',
  manageReasons: 'Manage reasons',
  note: 'Note',
  pastLimit: 'This payment is older than six months. Razorpay may refuse to refund it.',
  factsFailed: 'The details of the payment could not be loaded.',
  retry: 'Retry',
  /** What the question says of a second person when that changes while it is open. */
  secondPerson: (amount: string) => `A second person for ${amount}`,
  needed: 'Needed',
  notNeeded: 'Not needed',
  effect: "This refunds the full amount to the original payment method. It can't be undone.",
  effectOfPart: (amount: string) =>
    `This refunds ${amount} to the original payment method. It can't be undone.`,
  fees: 'Razorpay keeps its fee and the GST on it.',
  pending: 'Requesting refund',
  /** Fallbacks if the server sends no message. */
  success: 'REFUND_INITIATED',
  failure: 'SOMETHING_WENT_WRONG',
  thrown: 'INTERNAL_SERVER_ERROR',
  noResponse:
    'The server did not respond. The list shows whether the refund is in progress; trying again refunds only once.',
} as const

/** Messages about refunds that need a second person (OQ-350). */
export const approvalMessages = {
  always: 'All refunds need a second person.',
  above: (limit: string) => `Refunds above ${limit} need a second person.`,
  parts: (limit: string, before: string) =>
    `Refunds of one order above ${limit} need a second person, and ${before} of this one was refunded without one.`,
  perDay: (today: number) =>
    `You made ${today === 1 ? '1 refund' : `${today} refunds`} today. More need a second person.`,
  goesTo: (approvers: string) =>
    `Your request goes to colleagues with the role ${approvers}. No money moves until one of them approves it.`,
} as const

/** Messages of the dialog that manages the reasons for refunds (OQ-262). */
export const refundReasonMessages = {
  title: 'Reasons for refunds',
  explanation: 'Hidden reasons are no longer offered. Refunds that have one keep it.',
  loading: 'Loading reasons...',
  loadFailed: 'Error loading reasons.',
  label: (label: string) => `Reason ${label}`,
  offered: (label: string) => `Offer ${label}`,
  newLabel: 'New reason',
  add: 'Add',
  added: 'Reason added',
  adding: 'Adding reason',
  saving: 'Saving reason',
  saved: 'Reason saved',
  save: 'Save',
  unsaved: 'the unsaved reasons',
  done: 'Done',
} as const
