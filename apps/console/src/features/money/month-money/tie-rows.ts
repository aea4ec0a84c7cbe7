import type { GstReturnSummary } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type {
  CurrencyMoney,
  MoneyHalves,
  MoneySum,
} from '@greenroom/contract/money/month-money/month-money.schema'
import { sectionMessages as texts } from './month-money-messages.ts'

/** Where a row leads. */
type Target = 'differences' | 'settlements' | 'disputes' | 'documents' | 'month'

export interface TieRow {
  label: string
  amount: number
  count?: number
  /** The sum of the rows above it. */
  isTotal?: true
  /** It is not part of the sum. */
  isBeside?: true
  /** Something that somebody should look at. */
  isOpen?: boolean
  leadsTo?: Target
}

export interface TieSection {
  key: keyof typeof texts
  title: string
  help: string
  rows: TieRow[]
}

/**
 * Returns the parts of a month's money in one currency. The rows of each add up to its total.
 * @param summary the return of the month, which is in rupees
 */
export function tieSections(money: CurrencyMoney, summary: GstReturnSummary | undefined): TieSection[] {
  const { captured, settled, bank, invoiced, refunded, documents, disputes_lost: lost } = money
  return [
    section('captured', [
      row(texts.captured.orders, captured.orders),
      ...some({ label: texts.captured.onTop, amount: captured.on_top }),
      {
        ...row(texts.captured.unallocated, captured.unallocated),
        ...open(captured.unallocated, 'differences'),
      },
      ...someOf(row(texts.captured.closed, captured.closed)),
      { ...row(texts.captured.total, captured.total), isTotal: true },
      ...someOf({ ...row(texts.captured.elsewhere, captured.elsewhere), isBeside: true }),
    ]),
    section('settled', [
      ...halves(texts.settled, settled, 'settlements', captured.total.amount, captured.total.count),
    ]),
    section('bank', [
      { ...row(texts.bank.inMonth, bank.in_month), leadsTo: 'settlements' },
      row(texts.bank.otherMonth, bank.other_month),
      ...someOf({ ...row(texts.bank.unknown, bank.unknown), ...open(bank.unknown, 'differences') }),
      { ...row(texts.bank.refunds, bank.refunds), amount: 0 - bank.refunds.amount },
      { label: texts.bank.adjustments, amount: bank.adjustments },
      { label: texts.bank.fee, amount: 0 - bank.fee },
      ...some({ label: texts.bank.unexplained, amount: 0 - bank.unexplained, isOpen: true }),
      { label: texts.bank.total, amount: bank.net, count: bank.settlements, isTotal: true },
      ...some({ label: texts.bank.tax, amount: bank.tax, isBeside: true }),
    ]),
    section('invoiced', [
      ...halves(
        texts.invoiced,
        invoiced,
        'documents',
        captured.orders.amount + captured.elsewhere.amount,
        captured.orders.count + captured.elsewhere.count,
      ),
    ]),
    section('refunded', [
      ...halves(texts.refunded, refunded, 'documents', sumOf(refunded).amount, sumOf(refunded).count),
      ...someOf({ ...row(texts.refunded.lost, lost), isBeside: true, leadsTo: 'disputes' }),
    ]),
    section('documents', [
      row(texts.documents.invoices, documents.invoices),
      ...someOf(row(texts.documents.otherInvoices, documents.other_invoices)),
      row(texts.documents.creditNotes, documents.credit_notes),
      ...someOf(row(texts.documents.otherCreditNotes, documents.other_credit_notes)),
      ...someOf(row(texts.documents.corrections, documents.corrections)),
      { ...row(texts.documents.total, documents.total), isTotal: true, leadsTo: 'documents' },
      ...returned(documents, summary),
    ]),
  ].filter(({ rows }) => rows.some(({ amount, count = 0 }) => amount !== 0 || count !== 0))
}

/** From the documents to what the return reports; nothing is between them if both are equal. */
function returned(
  { total, not_reported: left }: CurrencyMoney['documents'],
  summary: GstReturnSummary | undefined,
): TieRow[] {
  const leftOut = someOf({ ...row(texts.documents.notReported, left), isBeside: true as const })
  if (summary === undefined) return leftOut
  const { registered, reported } = summary
  const others = registered.total - (total.amount - left.amount)
  return [
    ...leftOut,
    ...some({ label: texts.documents.dollars, amount: others, isBeside: true }),
    {
      label: texts.documents.reported,
      amount: reported.total,
      count: reported.count,
      isBeside: true,
      leadsTo: 'month',
    },
    ...some({
      label: texts.documents.differs,
      amount: registered.total - reported.total,
      isBeside: true,
      isOpen: true,
    }),
  ]
}

type HalvesTexts = Record<'inMonth' | 'otherMonth' | 'without' | 'total' | 'differing', string>

function halves(
  names: HalvesTexts,
  found: MoneyHalves,
  leadsTo: Target,
  amount: number,
  count: number,
): TieRow[] {
  return [
    { ...row(names.inMonth, found.in_month), leadsTo },
    ...someOf(row(names.otherMonth, found.other_month)),
    { ...row(names.without, found.without), ...open(found.without, 'differences') },
    { label: names.total, amount, count, isTotal: true },
    ...some({ label: names.differing, amount: found.differing, isBeside: true, isOpen: true }),
  ]
}

const section = (key: TieSection['key'], rows: TieRow[]): TieSection => ({
  key,
  title: texts[key].title,
  help: texts[key].help,
  rows,
})
const row = (label: string, { count, amount }: MoneySum): TieRow => ({ label, count, amount })
const some = (one: TieRow): TieRow[] => (one.amount === 0 ? [] : [one])
const someOf = (one: TieRow): TieRow[] => (one.count === 0 && one.amount === 0 ? [] : [one])
const open = ({ count }: MoneySum, leadsTo: Target) => (count > 0 ? { isOpen: true, leadsTo } : {})

function sumOf({ in_month, other_month, without }: MoneyHalves): MoneySum {
  const parts = [in_month, other_month, without]
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
  }
}
