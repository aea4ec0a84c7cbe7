import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { GstReturn, HsnRow, IssuedRange } from './portal-return.presenter.ts'

type Cell = string | null
/** The cell of an amount in rupees. */
const paise = (inRupees: number) => String(Math.round(inRupees * 100))

/** A sheet of a return. */
export interface Sheet {
  name: string
  columns: TableColumn[]
  rows: Cell[][]
}

export const text = (heading: string): TableColumn => ({ heading, kind: 'text' })
export const amount = (heading: string): TableColumn => ({ heading, kind: 'amount' })
const whole = (heading: string): TableColumn => ({ heading, kind: 'integer' })
export const percent: TableColumn = { heading: 'Rate', kind: 'number' }
export const taxes = [amount('Taxable value'), amount('IGST'), amount('CGST'), amount('SGST')]

interface Taxed {
  rt: number
  txval: number
  iamt?: number
  camt?: number
  samt?: number
}

const taxCells = ({ txval, iamt = 0, camt = 0, samt = 0 }: Taxed): Cell[] =>
  [txval, iamt, camt, samt].map(paise)

const countCells = ({ totnum, cancel, net_issue }: IssuedRange): Cell[] =>
  [totnum, cancel, net_issue].map(String)

/** One sheet for each table. */
export function sheetsOfReturn(of: GstReturn): Sheet[] {
  const hsnColumns = [text('SAC'), percent, ...taxes]
  const hsnOf = (rows: HsnRow[]) => rows.map((row) => [row.hsn_sc, String(row.rt), ...taxCells(row)])
  return [
    {
      name: 'b2b',
      columns: [
        ...[text('GSTIN of recipient'), text('Invoice'), text('Date'), amount('Invoice value')],
        ...[text('Place of supply'), text('Invoice type'), percent, ...taxes],
      ],
      rows: of.b2b.flatMap(({ ctin, inv }) =>
        inv.flatMap(({ inum, idt, val, pos, inv_typ, itms }) =>
          itms.map(({ itm_det }) => [
            ctin,
            inum,
            idt,
            paise(val),
            pos,
            inv_typ,
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
        ...[text('Place of supply'), text('Note type'), percent, ...taxes],
      ],
      rows: of.cdnr.flatMap(({ ctin, nt }) =>
        nt.flatMap(({ nt_num, nt_dt, ntty, val, pos, inv_typ, itms }) =>
          itms.map(({ itm_det }) => [
            ...[ctin, nt_num, nt_dt, ntty, paise(val), pos, inv_typ, String(itm_det.rt)],
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
        ...[whole('Total'), whole('Cancelled'), whole('Issued')],
      ],
      rows: of.doc_issue.doc_det.flatMap(({ doc_typ, docs }) =>
        docs.map((range) => [doc_typ, range.from, range.to, ...countCells(range)]),
      ),
    },
  ]
}
