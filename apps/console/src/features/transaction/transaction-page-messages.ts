import type { TransactionDocument } from '@greenroom/contract/transaction/transaction-detail.schema'

/** Messages of the page of one order (OQ-280). */
export const transactionPageMessages = {
  loading: 'Loading order...',
  loadFailed: 'Error loading order.',
  missing: 'This order does not exist.',
  amounts: 'Amounts',
  price: 'Price',
  coupon: 'Coupon',
  paid: 'Paid',
  toPay: 'Amount',
  tax: 'Tax included',
  refunded: 'Refunded',
  refundedOf: (refunded: string, amount: string) => `Refunded ${refunded} of ${amount}`,
  net: 'Net',
  bought: 'Bought',
  title: 'Title',
  type: 'Type',
  starts: 'Starts',
  ordered: 'Ordered',
  buyer: 'Buyer',
  name: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  billedTo: 'Billed to',
  address: 'Address',
  state: 'State',
  country: 'Country',
  gstin: 'GSTIN',
  payment: 'Payment',
  paymentId: 'Payment ID',
  gatewayOrder: 'Gateway order',
  method: 'Method',
  paidAt: 'Paid at',
  noPayment: 'The gateway has not reported a payment.',
  traffic: 'Traffic',
  documents: 'Documents',
  notPaid: 'The invoice is issued when the order is paid.',
  due: 'The invoice is being issued.',
  onRequest: 'The invoice is issued when it is first downloaded.',
  download: 'Download',
  downloading: 'Preparing document',
  downloaded: 'Document downloaded',
  outsideDocument: (number: string) => `Invoice ${number} of another system.`,
  stateMissing: 'State missing',
  refunds: 'Refunds',
  noRefunds: 'No refunds.',
  processed: (day: string) => `processed ${day}`,
  by: (person: string) => `by ${person}`,
  inDashboard: "in the gateway's dashboard",
  copied: (name: string) => `${name} copied`,
} as const

export const documentKindLabels: Record<TransactionDocument['kind'], string> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
}

/** Messages of the timeline and its notes (OQ-280, OQ-282). */
export const timelineMessages = {
  title: 'Timeline',
  cut: (shown: number) => `Only the newest ${shown} entries are shown.`,
  note: 'Note',
  placeholder: 'What should colleagues know about this order?',
  hint: 'Notes cannot be changed or deleted.',
  add: 'Add note',
  pending: 'Adding note',
  added: 'Note added',
} as const

/** Messages of the sums above the table (OQ-281). */
export const sumMessages = {
  label: 'Sums of the filtered orders',
  loading: 'Loading sums...',
  completed: 'Completed',
  refunded: 'Refunded',
  net: 'Net',
  tax: 'Tax',
  orders: (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`),
  explain: 'What the sums contain',
  explanation:
    'Sums of all orders that match the filters, on every page. Completed adds up completed and refunded orders, Net is that less what was refunded, Tax is what the invoices charge less the credit notes. Other orders are counted, but brought no money.',
  failed: 'The sums could not be loaded.',
  retry: 'Retry',
} as const
