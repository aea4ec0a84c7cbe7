import type { TableRow } from '../../../platform/table-file/table-column.ts'
import {
  type Amounts,
  addTo,
  inPaise,
  isInterState,
  noAmounts,
  type ReturnedDocument,
  readDocument,
  signOf,
  tableOf,
} from './gst-tables.ts'

// The JSON of the GST portal's returns offline tool. Amounts are rupees with two decimals.

interface Item {
  num: number
  itm_det: { rt: number; txval: number; iamt?: number; camt?: number; samt?: number; csamt: number }
}

/** Regular, or to a Special Economic Zone with or without payment of IGST. */
type InvoiceType = 'R' | 'SEWP' | 'SEWOP'

interface Invoice {
  inum: string
  idt: string
  val: number
  itms: Item[]
}

interface Note {
  /** A credit or a debit note. */
  ntty: 'C' | 'D'
  nt_num: string
  nt_dt: string
  val: number
  itms: Item[]
}

interface ConsumerSum {
  sply_ty: 'INTER' | 'INTRA'
  pos: string
  typ: 'OE'
  rt: number
  txval: number
  iamt?: number
  camt?: number
  samt?: number
  csamt: number
}

export interface HsnRow {
  num: number
  hsn_sc: string
  uqc: 'NA'
  qty: 0
  rt: number
  txval: number
  iamt: number
  camt: number
  samt: number
  csamt: number
}

export interface IssuedRange {
  num: number
  from: string
  to: string
  totnum: number
  cancel: number
  net_issue: number
}

/** A month of GSTR-1 as the portal's offline tool writes it. */
export interface GstReturn {
  gstin: string
  /** MMYYYY */
  fp: string
  version: string
  hash: string
  b2b: { ctin: string; inv: (Invoice & { pos: string; rchrg: 'N'; inv_typ: InvoiceType })[] }[]
  b2cl: { pos: string; inv: Invoice[] }[]
  b2cs: ConsumerSum[]
  exp: {
    exp_typ: 'WPAY' | 'WOPAY'
    inv: {
      inum: string
      idt: string
      val: number
      itms: { txval: number; rt: number; iamt: number; csamt: number }[]
    }[]
  }[]
  cdnr: { ctin: string; nt: (Note & { pos: string; rchrg: 'N'; inv_typ: InvoiceType })[] }[]
  cdnur: (Note & { typ: 'B2CL' | 'EXPWP' | 'EXPWOP'; pos?: string })[]
  hsn: { hsn_b2b: HsnRow[]; hsn_b2c: HsnRow[] } | { data: HsnRow[] }
  doc_issue: { doc_det: { doc_num: number; doc_typ: string; docs: IssuedRange[] }[] }
}

/** Table 12 is split into B2B and B2C from this month. */
const hsnSplitFrom = '2025-05'

export interface ReturnOf {
  /** YYYY-MM */
  month: string
  /** The supplier's GSTIN; its first two digits are the supplier's State. */
  gstin: string
  /** That the portal asks for: "GST3.2.6". */
  version: string
}

/** What a file of GSTR-1 contains. Amounts are paise, invoices less credit notes. */
export interface ReturnContents extends Amounts {
  documents: number
  /** The last number of each series and financial year, such as {"GR 2026": 42}. */
  last_numbers: Record<string, number>
  /** SHA-256 of the rows that were read, in hexadecimal. */
  digest: string
}

/** Collects the documents of a month, ordered by kind, series and number, and returns the month's GSTR-1. */
export function collectReturn({ month, gstin, version }: ReturnOf) {
  const state = gstin.slice(0, 2)
  const b2b = new Map<string, GstReturn['b2b'][number]>()
  const b2cl = new Map<string, GstReturn['b2cl'][number]>()
  const b2cs = new Map<string, Amounts & { pos: string; rate: number; isInter: boolean }>()
  const exp = new Map<string, GstReturn['exp'][number]>()
  const cdnr = new Map<string, GstReturn['cdnr'][number]>()
  const cdnur: GstReturn['cdnur'] = []
  const hsn = { b2b: new Map<string, HsnSum>(), b2c: new Map<string, HsnSum>() }
  const issued: Issued = { invoice: [], 'credit-note': [], 'debit-note': [] }
  const withoutRate: string[] = []
  const reported: Amounts = { ...noAmounts }
  const lastNumbers: Record<string, number> = {}
  let documents = 0

  function addItem(document: ReturnedDocument, amounts: Amounts): void {
    const isInter = isInterState(document, state)
    const ctin = document.recipient_gstin ?? ''
    const pos = document.place_of_supply
    const itms = [{ num: 1, itm_det: itemOf(document, amounts, isInter) }]
    const invoice = { inum: document.serial, idt: dayOf(document), val: rupees(amounts.total) }
    const note = {
      ntty: document.kind === 'debit-note' ? ('D' as const) : ('C' as const),
      nt_num: document.serial,
      nt_dt: dayOf(document),
      val: rupees(amounts.total),
    }
    const registered = { pos, rchrg: 'N', inv_typ: invoiceTypeOf(document) } as const
    switch (tableOf(document, state)) {
      case 'b2b':
        return void within(b2b, ctin, () => ({ ctin, inv: [] })).inv.push({ ...invoice, ...registered, itms })
      case 'cdnr':
        return void within(cdnr, ctin, () => ({ ctin, nt: [] })).nt.push({ ...note, ...registered, itms })
      case 'b2cl':
        return void within(b2cl, pos, () => ({ pos, inv: [] })).inv.push({ ...invoice, itms })
      case 'exp': {
        const exp_typ = isWithPayment(document) ? ('WPAY' as const) : ('WOPAY' as const)
        const { txval, rt, iamt = 0, csamt } = itemOf(document, amounts, true)
        return void within(exp, exp_typ, () => ({ exp_typ, inv: [] })).inv.push({
          ...invoice,
          itms: [{ txval, rt, iamt, csamt }],
        })
      }
      case 'cdnur':
        return void cdnur.push(
          document.supply === 'export'
            ? { typ: isWithPayment(document) ? 'EXPWP' : 'EXPWOP', ...note, itms }
            : { typ: 'B2CL', ...note, pos, itms },
        )
      case 'b2cs': {
        const sum = within(b2cs, `${pos}/${document.rate_percent}/${isInter}`, () => ({
          ...noAmounts,
          pos,
          rate: document.rate_percent,
          isInter,
        }))
        addTo(sum, amounts, signOf(document))
      }
    }
  }

  function add(document: ReturnedDocument): void {
    addToRun(issued[document.kind], document)
    documents++
    const series = `${document.series} ${document.financial_year}`
    lastNumbers[series] = Math.max(lastNumbers[series] ?? 0, document.number)
    const amounts = inPaise(document)
    if (amounts === null) return void withoutRate.push(document.serial)
    addTo(reported, amounts, signOf(document))
    // An older document of an order of 0.
    if (!hasAmounts(amounts)) return
    addItem(document, amounts)
    // Exports are B2C in table 12, as the portal checks it against table 6A.
    const isRegistered = document.supply === 'b2b' || document.supply === 'sez'
    addToHsn(isRegistered ? hsn.b2b : hsn.b2c, document, amounts)
  }

  return {
    add,

    /** Adds the document of a row of the month's statement. */
    addRow: (row: TableRow): void => add(readDocument(row)),

    /** The serials of documents that could not be reported, because nobody entered the month's rate. */
    withoutRate,

    /** What the return contains so far. */
    contents: (): Omit<ReturnContents, 'digest'> => ({ documents, ...reported, last_numbers: lastNumbers }),

    result(): GstReturn {
      const [inB2b, inB2c] = [hsn.b2b, hsn.b2c].map((part) => [...part.values()])
      return {
        gstin,
        fp: `${month.slice(5)}${month.slice(0, 4)}`,
        version,
        hash: 'hash',
        b2b: [...b2b.values()],
        b2cl: [...b2cl.values()],
        b2cs: [...b2cs.values()].filter(hasAmounts).map(consumerSum),
        exp: [...exp.values()],
        cdnr: [...cdnr.values()],
        cdnur,
        hsn:
          month >= hsnSplitFrom
            ? { hsn_b2b: hsnRows(inB2b ?? []), hsn_b2c: hsnRows(inB2c ?? []) }
            : { data: hsnRows(merged([...(inB2b ?? []), ...(inB2c ?? [])])) },
        doc_issue: { doc_det: issuedDocuments(issued) },
      }
    },
  }
}

/** Writes GSTR-1 as the offline tool does: it leaves out tables without an entry. */
export function returnText({ hsn, doc_issue, ...tables }: GstReturn): string {
  const filled = (record: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(record).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    )
  const parts = { hsn: filled({ ...hsn }), doc_issue: filled(doc_issue) }
  return JSON.stringify({
    ...filled(tables),
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0)),
  })
}

interface HsnSum extends Amounts {
  sac: string
  rate: number
}

interface IssuedRun {
  series: string
  first: ReturnedDocument
  last: ReturnedDocument
}

type Issued = Record<ReturnedDocument['kind'], IssuedRun[]>

/** By the rate: the tax of a few paise rounds to nothing. */
function isWithPayment(document: ReturnedDocument): boolean {
  return document.rate_percent > 0
}

function invoiceTypeOf(document: ReturnedDocument): InvoiceType {
  if (document.supply !== 'sez') return 'R'
  return isWithPayment(document) ? 'SEWP' : 'SEWOP'
}

function within<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

/** Rupees with two decimals: the nearest number, which JSON writes with at most two. */
const rupees = (paise: number) => paise / 100

const dayOf = ({ document_date }: ReturnedDocument) => document_date.split('-').reverse().join('-')

function itemOf(document: ReturnedDocument, amounts: Amounts, isInter: boolean): Item['itm_det'] {
  const common = { rt: document.rate_percent, txval: rupees(amounts.taxable) }
  return isInter
    ? { ...common, iamt: rupees(amounts.igst), csamt: 0 }
    : { ...common, camt: rupees(amounts.cgst), samt: rupees(amounts.sgst), csamt: 0 }
}

function consumerSum(sum: Amounts & { pos: string; rate: number; isInter: boolean }): ConsumerSum {
  const common = { pos: sum.pos, typ: 'OE', rt: sum.rate, txval: rupees(sum.taxable) } as const
  return sum.isInter
    ? { sply_ty: 'INTER', ...common, iamt: rupees(sum.igst), csamt: 0 }
    : { sply_ty: 'INTRA', ...common, camt: rupees(sum.cgst), samt: rupees(sum.sgst), csamt: 0 }
}

function addToHsn(part: Map<string, HsnSum>, document: ReturnedDocument, amounts: Amounts): void {
  const { sac, rate_percent: rate } = document
  addTo(
    within(part, `${sac}/${rate}`, () => ({ ...noAmounts, sac, rate })),
    amounts,
    signOf(document),
  )
}

function merged(sums: HsnSum[]): HsnSum[] {
  const together = new Map<string, HsnSum>()
  for (const sum of sums) {
    const { sac, rate } = sum
    addTo(
      within(together, `${sac}/${rate}`, () => ({ ...noAmounts, sac, rate })),
      sum,
      1,
    )
  }
  return [...together.values()]
}

/** A sum that credit notes cancel out is no entry. */
function hasAmounts(sum: Amounts): boolean {
  return Object.keys(noAmounts).some((name) => sum[name as keyof Amounts] !== 0)
}

function hsnRows(sums: HsnSum[]): HsnRow[] {
  return sums.filter(hasAmounts).map((sum, at) => ({
    num: at + 1,
    hsn_sc: sum.sac,
    uqc: 'NA',
    qty: 0,
    rt: sum.rate,
    txval: rupees(sum.taxable),
    iamt: rupees(sum.igst),
    camt: rupees(sum.cgst),
    samt: rupees(sum.sgst),
    csamt: 0,
  }))
}

/**
 * Extends the last range if the number follows it. A document may be dated into the month before, so a month's numbers
 * can have gaps that no cancelled document explains; each gap begins a new range.
 */
function addToRun(runs: IssuedRun[], document: ReturnedDocument): void {
  const run = runs.at(-1)
  const follows =
    run?.series === document.series &&
    document.number === run.last.number + 1 &&
    startOf(document) === startOf(run.last)
  if (run && follows) run.last = document
  else runs.push({ series: document.series, first: document, last: document })
}

/** The serial without its number: the same in one financial year. */
const startOf = ({ serial }: ReturnedDocument) => serial.replace(/\d+$/, '')

/** Table 13: the serials that were issued, by kind of document. */
function issuedDocuments(issued: Issued): GstReturn['doc_issue']['doc_det'] {
  return [
    { doc_num: 1, doc_typ: 'Invoices for outward supply', docs: issued.invoice.map(rangeOf) },
    { doc_num: 4, doc_typ: 'Debit Note', docs: issued['debit-note'].map(rangeOf) },
    { doc_num: 5, doc_typ: 'Credit Note', docs: issued['credit-note'].map(rangeOf) },
  ].filter(({ docs }) => docs.length > 0)
}

function rangeOf({ first, last }: IssuedRun, at: number): IssuedRange {
  const count = last.number - first.number + 1
  return { num: at + 1, from: first.serial, to: last.serial, totnum: count, cancel: 0, net_issue: count }
}
