import { decimalText, type TableColumn, type TableRow } from '../../../platform/table-file/table-column.ts'
import type { Ledger, LedgerNames } from './journal-ledgers.ts'

/** How the journal is written. */
export interface JournalOf {
  names: LedgerNames
  /** The name of the company in Tally. */
  company: string
}

/** A voucher of the journal. Its entries balance. */
interface Voucher {
  /** YYYY-MM-DD, in India. */
  day: string
  type: 'Sales' | 'Credit Note' | 'Debit Note' | 'Receipt' | 'Payment' | 'Journal'
  /** The serial of a document, or the gateway's id of a settlement. It names the voucher. */
  number: string
  narration: string
  /** In paise: positive is debit, negative is credit. */
  entries: { ledger: Ledger; amount: number }[]
}

/** Reads a row of the journal's statement, whose columns have the order of the names below. */
export function readVoucher(row: TableRow): Voucher {
  const [source, day = '', number = '', kind, party, reference, ...figures] = row
  const [total, taxable, cgst, sgst, igst, payments, refunds, adjustments, disputes, fee, tax, net] =
    figures.map(Number) as [number, number, number, number, number, ...number[]]
  const named = { day: day ?? '', number: number ?? '' }
  if (source === 'settlement') {
    return settlementVoucher(named, reference ?? null, {
      payments: payments ?? 0,
      refunds: refunds ?? 0,
      adjustments: adjustments ?? 0,
      disputes: disputes ?? 0,
      fee: fee ?? 0,
      tax: tax ?? 0,
      net: net ?? 0,
    })
  }
  const isNote = kind === 'credit-note'
  const sign = isNote ? -1 : 1
  return {
    ...named,
    type: isNote ? 'Credit Note' : kind === 'debit-note' ? 'Debit Note' : 'Sales',
    narration: [reference, party].filter(Boolean).join(', '),
    entries: entriesOf([
      ['gateway', sign * total],
      ['sales', -sign * taxable],
      ['cgst', -sign * cgst],
      ['sgst', -sign * sgst],
      ['igst', -sign * igst],
    ]),
  }
}

/** Amounts of a settlement in paise. Refunds and the fee (which contains its tax) were taken off. */
interface SettlementSums {
  payments: number
  refunds: number
  /** Without disputes; negative if they were taken. */
  adjustments: number
  disputes: number
  fee: number
  tax: number
  net: number
}

/** What the gateway settled leaves its ledger: to the bank, as its charge, or as what it adjusted. */
function settlementVoucher(
  named: { day: string; number: string },
  utr: string | null,
  { payments, refunds, adjustments, disputes, fee, tax, net }: SettlementSums,
): Voucher {
  // What a settlement doesn't explain stays with the gateway, so that the entries balance.
  const settled = net + fee - adjustments - disputes
  const isExplained = settled === payments - refunds
  return {
    ...named,
    type: net > 0 ? 'Receipt' : net < 0 ? 'Payment' : 'Journal',
    narration: [
      utr === null ? 'Settlement' : `Settlement, UTR ${utr}`,
      ...(isExplained ? [] : ['differs from the sum of its lines']),
    ].join(', '),
    entries: entriesOf([
      ['bank', net],
      ['fees', fee - tax],
      ['input_tax', tax],
      ['adjustments', 0 - adjustments],
      ['disputes', 0 - disputes],
      ['gateway', 0 - settled],
    ]),
  }
}

function entriesOf(entries: [Ledger, number][]): Voucher['entries'] {
  return entries.filter(([, amount]) => amount !== 0).map(([ledger, amount]) => ({ ledger, amount }))
}

const text = (heading: string): TableColumn => ({ heading, kind: 'text' })
const amount = (heading: string): TableColumn => ({ heading, kind: 'amount' })

/** The columns of the journal: a row for each entry of a voucher. */
export const journalColumns: TableColumn[] = [
  { heading: 'Date', kind: 'day' },
  ...[
    text('Voucher type'),
    text('Voucher number'),
    text('Ledger'),
    amount('Debit'),
    amount('Credit'),
    text('Narration'),
  ],
]

/** Returns the rows of a voucher, in the order of `journalColumns`. */
export function journalRows(
  { day, type, number, narration, entries }: Voucher,
  names: LedgerNames,
): TableRow[] {
  return entries.map(({ ledger, amount }) => [
    ...[day, type, number, names[ledger]],
    ...[amount > 0 ? String(amount) : null, amount < 0 ? String(-amount) : null],
    narration,
  ])
}

/** The beginning and the end of Tally's file. @see Tally's "Sample XML" for importing vouchers */
export function tallyFile(company: string): { start: string; end: string } {
  return {
    start:
      '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>' +
      '<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME><STATICVARIABLES>' +
      `<SVCURRENTCOMPANY>${escaped(company)}</SVCURRENTCOMPANY></STATICVARIABLES></REQUESTDESC><REQUESTDATA>\n`,
    end: '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n',
  }
}

/** Writes a voucher for Tally. Its remote id makes a second import of the same file change nothing. */
export function tallyVoucher({ day, type, number, narration, entries }: Voucher, names: LedgerNames): string {
  const lines = entries.map(({ ledger, amount }) => {
    // Tally writes a debit as a negative amount that is "deemed positive".
    const isDebit = amount > 0
    return `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escaped(names[ledger])}</LEDGERNAME><ISDEEMEDPOSITIVE>${isDebit ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${decimalText(String(-amount))}</AMOUNT></ALLLEDGERENTRIES.LIST>`
  })
  const id = escaped(`greenroom/${type}/${number}`)
  return (
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
    `<DATE>${day.replaceAll('-', '')}</DATE><VOUCHERTYPENAME>${type}</VOUCHERTYPENAME><VOUCHERNUMBER>${escaped(number)}</VOUCHERNUMBER>` +
    `<REFERENCE>${escaped(number)}</REFERENCE><NARRATION>${escaped(narration)}</NARRATION>${lines.join('')}</VOUCHER></TALLYMESSAGE>\n`
  )
}

/** XML has no control characters; the others are escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
