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
} from './gst-tables.ts'
import type { ReturnOf } from './portal-return.presenter.ts'
import { amount, type Sheet, taxes, text } from './portal-return-sheets.presenter.ts'

/** Of a Unique Identity Number, where a GSTIN has the number of a registration and "Z". */
const uinMark = 'UN'
/** Table 3.2 asks for States. */
const abroad = '96'

type Recipient = 'Unregistered persons' | 'UIN holders'

/**
 * Collects the documents of a month, and returns the sums that GSTR-3B asks for: invoices less credit notes.
 * @see CGST Rules, FORM GSTR-3B, tables 3.1, 3.2 and 4
 */
export function collectSummary({ gstin, gatewayTax }: Pick<ReturnOf, 'gstin'> & { gatewayTax: number }) {
  const state = gstin.slice(0, 2)
  const taxable: Amounts = { ...noAmounts }
  const zeroRated: Amounts = { ...noAmounts }
  const byPlace = new Map<string, Amounts & { recipient: Recipient; place: string }>()
  const withoutRate: string[] = []

  function add(document: ReturnedDocument): void {
    const amounts = inPaise(document)
    if (amounts === null) return void withoutRate.push(document.serial)
    const sign = signOf(document)
    if (document.supply === 'export' || document.supply === 'sez') return void addTo(zeroRated, amounts, sign)
    addTo(taxable, amounts, sign)
    const { place_of_supply: place, recipient_gstin: number } = document
    const isUin = number?.slice(12, 14) === uinMark
    if ((document.supply === 'b2b' && !isUin) || place === abroad || !isInterState(document, state)) return
    const recipient = isUin ? 'UIN holders' : 'Unregistered persons'
    const sum = byPlace.get(`${recipient}/${place}`) ?? { ...noAmounts, recipient, place }
    byPlace.set(`${recipient}/${place}`, sum)
    addTo(sum, amounts, sign)
  }

  return {
    addRow: (row: TableRow): void => add(readDocument(row)),

    /** The serials of documents that could not be counted, because nobody entered the month's rate. */
    withoutRate,

    sheets(): Sheet[] {
      const places = [...byPlace.values()]
        .filter((sum) => sum.taxable !== 0 || sum.igst !== 0)
        .sort((a, b) => (a.recipient + a.place < b.recipient + b.place ? 1 : -1))
        .reverse()
      return [
        {
          name: '3.1',
          columns: [text('Table'), text('Nature of supplies'), ...taxes],
          rows: [
            ['3.1(a)', 'Outward taxable supplies, other than zero rated, nil rated and exempted', taxable],
            ['3.1(b)', 'Outward taxable supplies, zero rated', zeroRated],
          ].map(([table, nature, sum]) => [table as string, nature as string, ...taxCells(sum as Amounts)]),
        },
        {
          name: '3.2',
          columns: [
            text('Inter-State supplies to'),
            text('Place of supply'),
            amount('Taxable value'),
            amount('IGST'),
          ],
          rows: places.map(({ recipient, place, taxable, igst }) => [
            recipient,
            place,
            String(taxable),
            String(igst),
          ]),
        },
        {
          name: '4',
          columns: [text('Table'), text('Input tax'), amount('Tax')],
          rows: [
            [
              '4(A)(5)',
              "On the gateway's fees, by the day of settlement; compare with GSTR-2B",
              String(gatewayTax),
            ],
          ],
        },
      ]
    },
  }
}

const taxCells = ({ taxable, igst, cgst, sgst }: Amounts): string[] => [taxable, igst, cgst, sgst].map(String)
