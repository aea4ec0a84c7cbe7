import type {
  GstMonth,
  GstReturnSummary,
  GstTable,
} from '@greenroom/contract/money/gst-return/gst-return.schema'
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
  due: (day: string) => `Due ${day}`,
  late: (day: string) => `Late, due ${day}`,
  arn: (arn: string) => `ARN ${arn}.`,
  filedBy: (when: string, who: string) => `Filed on ${when} by ${who}.`,
  documents: ({
    invoices,
    credit_notes,
    debit_notes,
  }: Pick<GstMonth, 'invoices' | 'credit_notes' | 'debit_notes'>) =>
    [
      counted(invoices, 'invoice', 'invoices'),
      counted(credit_notes, 'credit note', 'credit notes'),
      ...(debit_notes > 0 ? [counted(debit_notes, 'debit note', 'debit notes')] : []),
    ].join(', '),
} as const

export const monthColumns = {
  month: 'Month',
  documents: 'Documents',
  taxable: 'Taxable',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  total: 'Total',
  progress: 'Steps',
} as const

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-IN')} ${many}`

/** Messages of a month's page. */
export const monthPageMessages = {
  loading: 'Loading the month...',
  loadFailed: 'The month could not be loaded.',
  missing: 'This month has no documents.',
  missingHelp:
    'Its first invoice opens it: one is issued for each completed order. Look for orders that are still pending, or compare the month with Razorpay.',
  orders: 'Orders of the month',
  compareAgain: 'Compare again',
  comparing: 'Requesting the comparison',
  compareRequested: (days: number) => `Comparing ${counted(days, 'day', 'days')} with Razorpay`,
  due: (day: string) => `GSTR-1 is due on ${day}`,
  late: (day: string) => `GSTR-1 was due on ${day}`,
  progress: (done: number, all: number) => `${done} of ${all} steps`,
  next: (step: string) => `Next: ${step}`,
  stepsLabel: 'Steps',
  stepStates: (count: number) => `Add ${counted(count, 'missing State', 'missing States')}`,
  steps: {
    compare: 'Compare with Razorpay',
    states: 'Add missing States',
    rate: 'Set the dollar rate',
    check: 'Check GSTR-1',
    export: 'Export GSTR-1',
    file: 'Mark as filed',
  },
  stepState: { done: 'Done', open: 'To do', skipped: 'Not needed' },
  compared: (when: string) => `No open differences. Last compared ${when}.`,
  differencesOpen: (count: number) =>
    count === 1
      ? '1 difference about money of this month is open.'
      : `${count.toLocaleString('en-IN')} differences about money of this month are open.`,
  daysMissing: (count: number) =>
    `${counted(count, 'day of this month has', 'days of this month have')} not been compared since ${count === 1 ? 'it' : 'they'} ended.`,
  comparedLater: 'Not needed: the month was over before the first comparison.',
  neverCompared: 'Not compared yet. Each night the last days are compared.',
  differences: 'Open differences',
  statesDone: 'Every invoice has its State.',
  statesOpen:
    'Without a State, an invoice used the State of the supplier. Correcting one issues a credit note and a new invoice, both dated on the last day of this month, or today if the month isn’t over or was exported and the 11th has passed.',
  statesFiled: (count: number) =>
    `${counted(count, 'invoice has', 'invoices have')} no State. The month is filed: the credit note and the new invoice of a correction are dated today and belong to this month’s return. Your accountant may amend the filed one instead, in table 9A or 10.`,
  allMissing: (count: number) => `All ${counted(count, 'document', 'documents')}`,
  noDollars: 'Not needed: the month has no documents in dollars.',
  rateIs: (rate: string) => `One dollar is ₹${rate}.`,
  otherRates: 'Its dollar documents take the rates of earlier months.',
  rateOpen: (count: number, sum: string | undefined) =>
    `${counted(count, 'document in dollars', 'documents in dollars')}${sum === undefined ? '' : `, ${sum},`} ${count === 1 ? 'is' : 'are'} left out of the return until you do.`,
  rateOf: (month: string) => `Credit notes take the rate of their invoice’s month. Set that of ${month}`,
  earlierRate: (month: string, rate: string) => `${month}: ${rate}`,
  rate: 'Exchange rate (₹ per $1)',
  noRate: 'none',
  saveRate: 'Save rate',
  savingRate: 'Saving the rate',
  rateSaved: 'Rate saved',
  rateFailed: 'The rate was not saved.',
  rateMissing: 'Left out until you set a rate:',
  tables: 'GSTR-1, in rupees',
  reported: 'All tables',
  registered: 'Registers',
  equal: 'The tables equal the registers to the paisa.',
  checkDue: (count: number) =>
    `${counted(count, 'paid order waits', 'paid orders wait')} for ${count === 1 ? 'its invoice' : 'their invoices'}. They are issued within minutes; if not, look into the log of the program.`,
  refundsOpen: (count: number) =>
    `${counted(count, 'refund of this month waits', 'refunds of this month wait')} for Razorpay or for ${count === 1 ? 'its credit note' : 'their credit notes'}. If it stays so, compare the month with Razorpay.`,
  neverExported: 'Download GSTR-1, and upload it on the GST portal. What comes later is then shown here.',
  neverExportedFiled: 'Not needed: the month was filed without a file from here.',
  exported: (count: number, when: string, by: string) =>
    `${counted(count, 'document', 'documents')} exported on ${when} by ${by}. Nothing has changed since.`,
  laterOpen: (count: number, when: string) =>
    `${counted(count, 'document', 'documents')} came after the export of ${when}. Export GSTR-1 again before you file it.`,
  laterFiled: (count: number, when: string) =>
    `${counted(count, 'document', 'documents')} came after the export of ${when}, so the filed return lacks ${count === 1 ? 'it' : 'them'}. Report ${count === 1 ? 'it' : 'them'} in GSTR-1A before you file GSTR-3B, or else in the return of a later month.`,
  sumsChanged: (when: string) =>
    `The sums have changed since the export of ${when}, as the dollar rate has. Export GSTR-1 again.`,
  later: 'Documents that came later',
  laterMore: (count: number) => `and ${count.toLocaleString('en-IN')} more`,
  checkWaits: 'GSTR-1 is incomplete until the dollar rate is set.',
  differs: 'The tables differ from the registers. Do not file this month, and report the difference.',
  sumsLoading: 'Loading the sums...',
  sumsFailed: 'The sums could not be loaded.',
  retry: 'Retry',
  stateMissing: 'Without a State',
  sums: 'Sums',
  invoices: 'Invoices',
  notes: 'Credit notes',
  debitNotes: 'Debit notes',
  taxable: 'Taxable',
  tax: 'Tax',
  withTax: 'with tax',
  export: 'Download',
  all: 'Both registers',
  gstr1: 'GSTR-1',
  gstr1a: 'GSTR-1A',
  gstr3b: 'GSTR-3B',
  amendments: 'Amendments',
  journal: 'Journal',
  tally: 'Journal for Tally',
  print: 'Print',
  file: 'Mark as filed',
  reopen: 'Mark as not filed',
  notOver: (day: string) => `This month isn’t over. You can mark it as filed from ${day}.`,
  rateFirst: 'Set the dollar rate first. GSTR-1 would be incomplete.',
  open: 'Open steps',
  noneOpen: 'none',
  openStep: (number: number, title: string) => `Step ${number}: ${title}`,
  fileWithOpen: 'These steps are still open:',
  arnLabel: 'ARN of the GST portal (optional)',
  arnHint: 'The portal shows its 15 characters once GSTR-1 is filed.',
  fileTitle: (month: string) => `Mark ${month} as filed?`,
  fileEffect: 'No document is dated into a filed month any more. File GSTR-1 on the GST portal first.',
  fileStateMissing: (count: number) =>
    count === 1
      ? '1 invoice has no State. After filing, its correction is dated in a later month.'
      : `${count} invoices have no State. After filing, their corrections are dated in a later month.`,
  fileLater: (count: number) =>
    `${counted(count, 'document isn’t', 'documents aren’t')} in the exported file, and would be in no return.`,
  reopenTitle: (month: string) => `Mark ${month} as not filed?`,
  reopenEffect: 'Documents can be dated into this month again. The return at the GST portal stays as it is.',
  filing: 'Marking as filed',
  filed: 'Marked as filed',
  reopening: 'Marking as not filed',
  reopened: 'Marked as not filed',
  failed: 'The month was not changed.',
} as const

/** Messages of annual returns. */
export const annualReturnMessages = {
  title: 'Annual returns',
  notFiled: 'Not filed.',
  filedOn: (day: string) => `Filed on ${day}.`,
  until: (day: string) => `Credit notes reduce tax until ${day}.`,
  ended: (day: string) => `Credit notes reduced tax until ${day}.`,
  set: 'Set date',
  setOf: (year: string) => `Set date of the annual return of ${year}`,
  dialogTitle: (year: string) => `Annual return of ${year}`,
  effect:
    'From the day after it was filed, credit notes for invoices of the year carry no tax, and its invoices can’t be corrected. Without a date that begins on 1 December. Papers that exist stay as they are.',
  day: 'Filed on',
  save: 'Save date',
  saving: 'Saving the date',
  saved: 'Date saved',
  failed: 'The date was not saved.',
} as const

export const gstTableLabels: Record<GstTable, string> = {
  b2b: 'B2B: registered recipients',
  b2cl: 'B2CL: large, to consumers in other States',
  exp: 'EXP: exports',
  b2cs: 'B2CS: other consumers, net of notes',
  cdnr: 'CDNR: credit and debit notes, registered',
  cdnur: 'CDNUR: credit and debit notes, unregistered',
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
  return `${monthPageMessages.rateMissing} ${named.join(', ')}${last}.`
}
