import type {
  GstReturnSummary,
  GstTable,
  TaxSum,
} from '@greenroom/contract/money/gst-return/gst-return.schema'
import { gstTables } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import { type Amounts, inPaise, isInterState, type ReturnedDocument, tableOf } from './gst-tables.ts'

// The JSON of the GST portal's returns offline tool. Amounts are rupees with two decimals.

interface Item {
  num: number
  itm_det: { rt: number; txval: number; iamt?: number; camt?: number; samt?: number; csamt: number }
}

interface Invoice {
  inum: string
  idt: string
  val: number
  itms: Item[]
}

interface Note {
  ntty: 'C'
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

interface HsnRow {
  num: number
  hsn_sc: string
  desc: string
  uqc: 'NA'
  qty: 0
  rt: number
  txval: number
  iamt: number
  camt: number
  samt: number
  csamt: number
}

interface IssuedRange {
  num: number
  from: string
  to: string
  totnum: number
  cancel: number
  net_issue: number
}

/** A month of GSTR-1 as the portal's offline tool writes it. */
interface GstReturn {
  gstin: string
  /** MMYYYY */
  fp: string
  version: string
  hash: string
  b2b: { ctin: string; inv: (Invoice & { pos: string; rchrg: 'N'; inv_typ: 'R' })[] }[]
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
  cdnr: { ctin: string; nt: (Note & { pos: string; rchrg: 'N'; inv_typ: 'R' })[] }[]
  cdnur: (Note & { typ: 'B2CL' | 'EXPWP' | 'EXPWOP'; pos?: string })[]
  hsn: { hsn_b2b: HsnRow[]; hsn_b2c: HsnRow[] } | { data: HsnRow[] }
  doc_issue: { doc_det: { doc_num: number; doc_typ: string; docs: IssuedRange[] }[] }
}

/** Table 12 is split into B2B and B2C from this month. */
const hsnSplitFrom = '2025-05'

interface ReturnOf {
  /** YYYY-MM */
  month: string
  /** The supplier's GSTIN; its first two digits are the supplier's State. */
  gstin: string
}

/** Collects the documents of a month, ordered by kind, series and number, and returns the month's GSTR-1. */
export function collectReturn({ month, gstin }: ReturnOf) {
  const state = gstin.slice(0, 2)
  const b2b = new Map<string, GstReturn['b2b'][number]>()
  const b2cl = new Map<string, GstReturn['b2cl'][number]>()
  const b2cs = new Map<string, Amounts & { pos: string; rate: number; isInter: boolean }>()
  const exp = new Map<string, GstReturn['exp'][number]>()
  const cdnr = new Map<string, GstReturn['cdnr'][number]>()
  const cdnur: GstReturn['cdnur'] = []
  const hsn = { b2b: new Map<string, HsnSum>(), b2c: new Map<string, HsnSum>() }
  const issued: { invoice: IssuedRun[]; 'credit-note': IssuedRun[] } = { invoice: [], 'credit-note': [] }
  const withoutRate: string[] = []

  function addItem(document: ReturnedDocument, amounts: Amounts): void {
    const isInter = isInterState(document, state)
    const ctin = document.recipient_gstin ?? ''
    const pos = document.place_of_supply
    const itms = [{ num: 1, itm_det: itemOf(document, amounts, isInter) }]
    const invoice = { inum: document.serial, idt: dayOf(document), val: rupees(amounts.total) }
    const note = {
      ntty: 'C' as const,
      nt_num: document.serial,
      nt_dt: dayOf(document),
      val: rupees(amounts.total),
    }
    const regular = { pos, rchrg: 'N', inv_typ: 'R' } as const
    switch (tableOf(document, state)) {
      case 'b2b':
        return void within(b2b, ctin, () => ({ ctin, inv: [] })).inv.push({ ...invoice, ...regular, itms })
      case 'cdnr':
        return void within(cdnr, ctin, () => ({ ctin, nt: [] })).nt.push({ ...note, ...regular, itms })
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
          ...nothing,
          pos,
          rate: document.rate_percent,
          isInter,
        }))
        addTo(sum, amounts, signOf(document))
      }
    }
  }

  return {
    add(document: ReturnedDocument): void {
      addToRun(issued[document.kind], document)
      const amounts = inPaise(document)
      if (amounts === null) {
        withoutRate.push(document.serial)
        return
      }
      addItem(document, amounts)
      // Exports are B2C in table 12, as the portal checks it against table 6A.
      const part = document.supply === 'b2b' ? hsn.b2b : hsn.b2c
      const sum = within(part, `${document.sac}/${document.rate_percent}`, () => ({
        ...nothing,
        sac: document.sac,
        rate: document.rate_percent,
      }))
      addTo(sum, amounts, signOf(document))
    },

    /** The serials of documents that could not be reported, because nobody entered the month's rate. */
    withoutRate,

    result(): GstReturn {
      const [inB2b, inB2c] = [hsn.b2b, hsn.b2c].map((part) => [...part.values()])
      return {
        gstin,
        fp: `${month.slice(5)}${month.slice(0, 4)}`,
        version: 'GST3.2.1',
        hash: 'hash',
        b2b: [...b2b.values()],
        b2cl: [...b2cl.values()],
        b2cs: [...b2cs.values()].map(consumerSum),
        exp: [...exp.values()],
        cdnr: [...cdnr.values()],
        cdnur,
        hsn:
          month >= hsnSplitFrom
            ? { hsn_b2b: hsnRows(inB2b ?? []), hsn_b2c: hsnRows(inB2c ?? []) }
            : { data: hsnRows(merged([...(inB2b ?? []), ...(inB2c ?? [])])) },
        doc_issue: {
          doc_det: [
            { doc_num: 1, doc_typ: 'Invoices for outward supply', docs: issued.invoice.map(rangeOf) },
            { doc_num: 5, doc_typ: 'Credit Note', docs: issued['credit-note'].map(rangeOf) },
          ].filter(({ docs }) => docs.length > 0),
        },
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

const nothing: Amounts = { total: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }

function signOf({ kind }: ReturnedDocument): 1 | -1 {
  return kind === 'credit-note' ? -1 : 1
}

/** By the rate: the tax of a few paise rounds to nothing. */
function isWithPayment(document: ReturnedDocument): boolean {
  return document.rate_percent > 0
}

function addTo(sum: Amounts, amounts: Amounts, times: number): void {
  for (const name of Object.keys(nothing) as (keyof Amounts)[]) sum[name] += amounts[name] * times
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

function merged(sums: HsnSum[]): HsnSum[] {
  const together = new Map<string, HsnSum>()
  for (const sum of sums) {
    const { sac, rate } = sum
    addTo(
      within(together, `${sac}/${rate}`, () => ({ ...nothing, sac, rate })),
      sum,
      1,
    )
  }
  return [...together.values()]
}

function hsnRows(sums: HsnSum[]): HsnRow[] {
  return sums.map((sum, at) => ({
    num: at + 1,
    hsn_sc: sum.sac,
    desc: '',
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
    financialYearOf(document) === financialYearOf(run.last)
  if (run && follows) run.last = document
  else runs.push({ series: document.series, first: document, last: document })
}

/** The serial without its number: the same in one financial year. */
const financialYearOf = ({ serial }: ReturnedDocument) => serial.replace(/\d+$/, '')

function rangeOf({ first, last }: IssuedRun, at: number): IssuedRange {
  const count = last.number - first.number + 1
  return { num: at + 1, from: first.serial, to: last.serial, totnum: count, cancel: 0, net_issue: count }
}

/** Reads a row of the month's statement. */
export function readDocument(row: TableRow): ReturnedDocument {
  const text = (at: number) => row[at] ?? ''
  const whole = (at: number) => Number(text(at))
  return {
    kind: text(0) as ReturnedDocument['kind'],
    supply: text(1) as ReturnedDocument['supply'],
    place_of_supply: text(2),
    recipient_gstin: row[3] ?? null,
    sac: text(4),
    rate_percent: whole(5),
    currency_code: text(6),
    total: whole(7),
    taxable: whole(8),
    cgst: whole(9),
    sgst: whole(10),
    igst: whole(11),
    invoice_date: row[12] ?? null,
    invoice_total: row[13] === null || row[13] === undefined ? null : Number(row[13]),
    usd_rate: row[14] ?? null,
    serial: text(15),
    series: text(16),
    number: whole(17),
    document_date: text(18),
  }
}

/** Documents that are equal in all that their table and amounts depend on, with their number. */
export type DocumentGroup = ReturnedDocument & { documents: number }

/** Sums up the tables of GSTR-1. Credit notes count negatively. */
export function presentSummary(
  { month, gstin }: ReturnOf,
  groups: readonly DocumentGroup[],
  registered: TaxSum,
  rateMissing: GstReturnSummary['rate_missing'],
): GstReturnSummary {
  const empty = (): TaxSum => ({ count: 0, ...nothing })
  const sums = new Map<GstTable, TaxSum>(gstTables.map((table) => [table, empty()]))
  const reported = empty()
  for (const group of groups) {
    const amounts = inPaise(group)
    if (amounts === null) continue
    for (const sum of [sums.get(tableOf(group, gstin.slice(0, 2))), reported]) {
      if (!sum) continue
      addTo(sum, amounts, signOf(group) * group.documents)
      sum.count += group.documents
    }
  }
  return {
    month,
    tables: [...sums].map(([table, sum]) => ({ table, ...sum })),
    reported,
    registered,
    rate_missing: rateMissing,
  }
}

type Cell = string | null
const paise = (inRupees: number) => String(Math.round(inRupees * 100))

interface Sheet {
  name: string
  columns: TableColumn[]
  rows: Cell[][]
}

const text = (heading: string): TableColumn => ({ heading, kind: 'text' })
const amount = (heading: string): TableColumn => ({ heading, kind: 'amount' })
const percent: TableColumn = { heading: 'Rate', kind: 'number' }
const taxes = [amount('Taxable value'), amount('IGST'), amount('CGST'), amount('SGST')]

interface Taxed {
  rt: number
  txval: number
  iamt?: number
  camt?: number
  samt?: number
}

const taxCells = ({ txval, iamt = 0, camt = 0, samt = 0 }: Taxed): Cell[] =>
  [txval, iamt, camt, samt].map(paise)

/** One sheet for each table. */
export function sheetsOfReturn(of: GstReturn): Sheet[] {
  const hsnColumns = [text('SAC'), percent, ...taxes]
  const hsnOf = (rows: HsnRow[]) => rows.map((row) => [row.hsn_sc, String(row.rt), ...taxCells(row)])
  return [
    {
      name: 'b2b',
      columns: [
        ...[text('GSTIN of recipient'), text('Invoice'), text('Date'), amount('Invoice value')],
        ...[text('Place of supply'), percent, ...taxes],
      ],
      rows: of.b2b.flatMap(({ ctin, inv }) =>
        inv.flatMap(({ inum, idt, val, pos, itms }) =>
          itms.map(({ itm_det }) => [
            ctin,
            inum,
            idt,
            paise(val),
            pos,
            String(itm_det.rt),
            ...taxCells(itm_det),
          ]),
        ),
      ),
    },
    {
      name: 'b2cl',
      columns: [
        ...[text('Place of supply'), text('Invoice'), text('Date'), amount('Invoice value')],
        ...[percent, ...taxes],
      ],
      rows: of.b2cl.flatMap(({ pos, inv }) =>
        inv.flatMap(({ inum, idt, val, itms }) =>
          itms.map(({ itm_det }) => [pos, inum, idt, paise(val), String(itm_det.rt), ...taxCells(itm_det)]),
        ),
      ),
    },
    {
      name: 'b2cs',
      columns: [text('Supply'), text('Place of supply'), percent, ...taxes],
      rows: of.b2cs.map((sum) => [sum.sply_ty, sum.pos, String(sum.rt), ...taxCells(sum)]),
    },
    {
      name: 'exp',
      columns: [
        ...[text('Export'), text('Invoice'), text('Date'), amount('Invoice value')],
        ...[percent, ...taxes],
      ],
      rows: of.exp.flatMap(({ exp_typ, inv }) =>
        inv.flatMap(({ inum, idt, val, itms }) =>
          itms.map((item) => [exp_typ, inum, idt, paise(val), String(item.rt), ...taxCells(item)]),
        ),
      ),
    },
    {
      name: 'cdnr',
      columns: [
        ...[text('GSTIN of recipient'), text('Note'), text('Date'), text('Type'), amount('Note value')],
        ...[text('Place of supply'), percent, ...taxes],
      ],
      rows: of.cdnr.flatMap(({ ctin, nt }) =>
        nt.flatMap(({ nt_num, nt_dt, ntty, val, pos, itms }) =>
          itms.map(({ itm_det }) => [
            ...[ctin, nt_num, nt_dt, ntty, paise(val), pos, String(itm_det.rt)],
            ...taxCells(itm_det),
          ]),
        ),
      ),
    },
    {
      name: 'cdnur',
      columns: [
        ...[text('Supply'), text('Note'), text('Date'), text('Type'), amount('Note value')],
        ...[text('Place of supply'), percent, ...taxes],
      ],
      rows: of.cdnur.flatMap(({ typ, nt_num, nt_dt, ntty, val, pos, itms }) =>
        itms.map(({ itm_det }) => [
          ...[typ, nt_num, nt_dt, ntty, paise(val), pos ?? null, String(itm_det.rt)],
          ...taxCells(itm_det),
        ]),
      ),
    },
    ...('data' in of.hsn
      ? [{ name: 'hsn', columns: hsnColumns, rows: hsnOf(of.hsn.data) }]
      : [
          { name: 'hsn(b2b)', columns: hsnColumns, rows: hsnOf(of.hsn.hsn_b2b) },
          { name: 'hsn(b2c)', columns: hsnColumns, rows: hsnOf(of.hsn.hsn_b2c) },
        ]),
    {
      name: 'docs',
      columns: [
        ...[text('Document'), text('From'), text('To')],
        ...['Total', 'Cancelled', 'Issued'].map((heading): TableColumn => ({ heading, kind: 'integer' })),
      ],
      rows: of.doc_issue.doc_det.flatMap(({ doc_typ, docs }) =>
        docs.map(({ from, to, totnum, cancel, net_issue }) => [
          ...[doc_typ, from, to, String(totnum), String(cancel), String(net_issue)],
        ]),
      ),
    },
  ]
}
