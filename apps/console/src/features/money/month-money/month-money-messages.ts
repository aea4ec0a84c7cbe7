import type { DayBasis } from '@greenroom/contract/money/month-money/month-money.schema'

/** Messages of the money of a month. */
export const monthMoneyMessages = {
  month: 'Month',
  loading: 'Loading the money of the month...',
  loadFailed: 'Error loading the money of the month.',
  retry: 'Retry',
  empty: 'No money in this month',
  emptyHelp: 'Nothing was captured, settled, refunded or invoiced. Choose another month.',
  counted: 'Number',
  amount: 'Amount',
  inCurrency: (section: string, currency: string) => `${section}, ${currency}`,
  all: 'All',
} as const

/** The parts of the page, in the order in which money goes. */
export const sectionMessages = {
  captured: {
    title: 'Captured at Razorpay',
    help: 'Payments that arrived in the month.',
    orders: 'Paid orders',
    onTop: 'Fees that buyers paid on top',
    unallocated: 'Unallocated receipts',
    closed: 'Given back or closed with a note',
    total: 'Captured',
    elsewhere: 'Orders paid without Razorpay, which are not in this sum',
  },
  settled: {
    title: 'Settled',
    help: 'The same payments, by the settlement that has them.',
    inMonth: 'In settlements of this month',
    otherMonth: 'In settlements of another month',
    without: 'In no settlement yet',
    total: 'Captured',
    differing: 'What settlements have more than the books',
  },
  bank: {
    title: 'To the bank',
    help: 'The settlements of the month, whenever their payments arrived.',
    inMonth: 'Payments of this month',
    otherMonth: 'Payments of another month',
    unknown: 'Payments that nobody knows here',
    refunds: 'Refunds',
    adjustments: 'Adjustments and disputes',
    fee: 'Fee with GST',
    tax: 'GST in the fee, which is input tax credit',
    unexplained: 'Not explained by the lines',
    total: 'Reached the bank',
  },
  invoiced: {
    title: 'Orders and their invoices',
    help: 'Orders that were paid in the month.',
    inMonth: 'With an invoice of this month',
    otherMonth: 'With an invoice of another month',
    without: 'Without an invoice',
    total: 'Paid orders',
    differing: 'What invoices have more than the orders',
  },
  refunded: {
    title: 'Refunds and their credit notes',
    help: 'Refunds that Razorpay made in the month.',
    inMonth: 'With a credit note of this month',
    otherMonth: 'With a credit note of another month',
    without: 'Without a credit note',
    total: 'Refunded',
    differing: 'What credit notes have more than the refunds',
    lost: 'Lost disputes, which have no credit note',
  },
  documents: {
    title: 'Documents and return',
    help: 'Documents that are dated in the month.',
    invoices: 'Invoices of orders of this month',
    otherInvoices: 'Invoices of orders of another month',
    creditNotes: 'Credit notes of refunds of this month',
    otherCreditNotes: 'Credit notes of refunds of another month',
    corrections: 'Corrections',
    total: 'Documents',
    notReported: 'Of these in no return',
    dollars: 'Documents in other currencies, in rupees',
    reported: 'Reported in GSTR-1',
    differs: 'Documents and return differ by',
  },
} as const

/** What doesn't meet. */
export const unmetMessages = {
  title: "What doesn't meet",
  loading: 'Loading differences...',
  loadFailed: 'Error loading the differences of the month.',
  nothing: 'No open difference of this month.',
  all: (count: string) => `All ${count} differences of this month`,
  one: 'Look at it in Differences',
} as const

/** Money of each day. */
export const dayMessages = {
  title: 'Money by day',
  by: 'Counted on',
  bases: {
    refunded: 'Day paid or refunded',
    paid: 'Day paid',
    ordered: 'Day of the order',
  } satisfies Record<DayBasis, string>,
  help: {
    refunded: 'Payments on the day they arrived, refunds and lost disputes on the day they left.',
    paid: 'Orders with their refunds on the day they were paid.',
    ordered: 'Orders with their refunds on the day of the order, as in Transactions.',
  } satisfies Record<DayBasis, string>,
  loading: 'Loading days...',
  loadFailed: 'Error loading the days.',
  empty: 'No money on any day of this month.',
  tableLabel: 'Money by day',
  day: 'Day',
  orders: 'Orders',
  paid: 'Paid',
  refunded: 'Refunded',
  lost: 'Lost in disputes',
  net: 'Net',
  total: 'Month',
  export: 'Export days',
  exportTitle: 'Export the days',
  exportWhat: (month: string, basis: string) => `The days of ${month}: ${basis}.`,
} as const
