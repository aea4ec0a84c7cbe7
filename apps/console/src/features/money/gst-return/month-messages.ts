import type { GstReturnSummary, GstTable } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { formatMoney } from '../../../lib/money.ts'

/** Messages of the Months screen. */
export const monthMessages = {
  tableLabel: 'Months of documents',
  loading: 'Loading months...',
  empty: 'No months yet',
  emptyHelp: 'A month appears here with its first invoice.',
  loadFailed: 'Error loading months.',
  filed: 'Filed',
  notFiled: 'Not filed',
  filedBy: (when: string, who: string) => `Filed on ${when} by ${who}.`,
  differences: 'Differences with the gateway',
  stateMissing: (count: number) => (count === 1 ? '1 State missing' : `${count} States missing`),
  rateMissing: (count: number) => (count === 1 ? '1 without a rate' : `${count} without a rate`),
  documents: (invoices: number, notes: number) =>
    `${invoices.toLocaleString('en-IN')} ${invoices === 1 ? 'invoice' : 'invoices'}, ${notes.toLocaleString('en-IN')} credit ${notes === 1 ? 'note' : 'notes'}`,
} as const

export const monthColumns = {
  month: 'Month',
  documents: 'Documents',
  taxable: 'Taxable',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  total: 'Total',
  open: 'To do',
  status: 'GSTR-1',
} as const

/** Messages of a month's dialog. */
export const monthDialogMessages = {
  tables: 'GSTR-1, in rupees',
  reported: 'All tables',
  registered: 'Registers',
  equal: 'The tables equal the registers to the paisa.',
  differs: 'The tables differ from the registers. Do not file this month, and report the difference.',
  loading: 'Loading the sums...',
  loadFailed: 'The sums could not be loaded.',
  retry: 'Retry',
  rate: 'Exchange rate (₹ per $1)',
  noRate: 'none',
  stateMissing: 'Without a State',
  rateHelp: 'For documents in dollars of this month. Exports are reported in rupees.',
  saveRate: 'Save',
  savingRate: 'Saving the rate',
  rateSaved: 'Rate saved',
  rateFailed: 'The rate was not saved.',
  rateMissing: 'These dollar documents are left out until you set a rate:',
  export: 'Download',
  invoices: 'Invoices',
  notes: 'Credit notes',
  all: 'Both registers',
  gstr1: 'GSTR-1',
  file: 'Mark as filed',
  reopen: 'Mark as not filed',
  fileTitle: (month: string) => `Mark ${month} as filed?`,
  fileEffect: 'No document is dated into a filed month any more. File GSTR-1 on the GST portal first.',
  fileStateMissing: (count: number) =>
    count === 1
      ? '1 invoice has no State. After filing it can no longer be corrected in this month.'
      : `${count} invoices have no State. After filing they can no longer be corrected in this month.`,
  reopenTitle: (month: string) => `Mark ${month} as not filed?`,
  reopenEffect: 'Documents can be dated into this month again. The return at the GST portal stays as it is.',
  filing: 'Marking as filed',
  filed: 'Marked as filed',
  reopening: 'Marking as not filed',
  reopened: 'Marked as not filed',
  failed: 'The month was not changed.',
} as const

export const gstTableLabels: Record<GstTable, string> = {
  b2b: 'B2B: registered recipients',
  b2cl: 'B2CL: large, to consumers in other States',
  exp: 'EXP: exports',
  b2cs: 'B2CS: other consumers, less credit notes',
  cdnr: 'CDNR: credit notes, registered',
  cdnur: 'CDNUR: credit notes, unregistered',
}

/** How many documents without a rate are named. */
const mostNamed = 5

/**
 * Names the newest documents without a rate, and counts the others.
 * @param count how many there are in all
 */
export function rateMissingText(newest: GstReturnSummary['rate_missing'], count: number): string {
  const named = newest
    .slice(0, mostNamed)
    .map(({ serial, total, currency_code }) => `${serial} (${formatMoney(total, currency_code)})`)
  const others = Math.max(count, newest.length) - named.length
  const last = others > 0 ? ` and ${others.toLocaleString('en-IN')} more` : ''
  return `${monthDialogMessages.rateMissing} ${named.join(', ')}${last}.`
}
