import type { DocumentKind, SupplyKind } from '@greenroom/contract/money/document/document.schema'
import { paiseOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstTable } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type { TableRow } from '../../../platform/table-file/table-column.ts'

/** What GSTR-1 needs of a tax document. Amounts are minor units of its currency. */
export interface ReturnedDocument {
  kind: DocumentKind
  serial: string
  series: string
  number: number
  /** YYYY-MM-DD */
  document_date: string
  /** The year in which the financial year of the number starts. */
  financial_year: number
  supply: SupplyKind
  place_of_supply: string
  recipient_gstin: string | null
  sac: string
  rate_percent: number
  currency_code: string
  total: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  /** The invoice that a note belongs to. */
  invoice_date: string | null
  invoice_total: number | null
  /**
   * Rupees for one dollar: that of the payment, or that of the month of the document or of the credited invoice; null
   * if nobody entered it.
   */
  usd_rate: string | null
}

/** What the table of a document depends on. */
export type TabledDocument = Pick<
  ReturnedDocument,
  | 'kind'
  | 'supply'
  | 'place_of_supply'
  | 'currency_code'
  | 'document_date'
  | 'total'
  | 'cgst'
  | 'igst'
  | 'invoice_date'
  | 'invoice_total'
  | 'usd_rate'
>

/** Documents that are equal in all that their table and amounts depend on, with their number. */
export type DocumentGroup = ReturnedDocument & { documents: number }

export interface Amounts {
  total: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
}

/**
 * Returns a document's amounts in paise; null for a document in dollars without a rate. Each tax is converted, and the
 * total is their sum.
 */
export function inPaise(document: ReturnedDocument): Amounts | null {
  if (document.currency_code === 'INR') {
    const { total, taxable, cgst, sgst, igst } = document
    return { total, taxable, cgst, sgst, igst }
  }
  const rate = document.usd_rate
  if (rate === null) return null
  const [taxable, cgst, sgst, igst] = [document.taxable, document.cgst, document.sgst, document.igst].map(
    (cents) => paiseOf(cents, rate),
  ) as [number, number, number, number]
  return { total: taxable + cgst + sgst + igst, taxable, cgst, sgst, igst }
}

const lakh = 10_000_000
/** The first day of the lower limit. */
const lowerLimitFrom = '2024-08-01'

/**
 * Returns the limit in paise above which an inter-State invoice to a consumer is reported singly: ₹2.5 lakh, and
 * ₹1 lakh from August 2024.
 * @see Notification 12/2024-Central Tax of 10 July 2024, which amends rule 59(4) and table 5 of FORM GSTR-1
 */
function largeConsumerLimit(day: string): number {
  return day >= lowerLimitFrom ? lakh : 2.5 * lakh
}

/** Tells whether a document's supply is to another State. */
export function isInterState(
  document: Pick<ReturnedDocument, 'igst' | 'cgst' | 'place_of_supply' | 'supply'>,
  supplierState: string,
): boolean {
  if (document.igst > 0 || document.supply === 'sez') return true
  return document.cgst === 0 && document.place_of_supply !== supplierState
}

/**
 * Returns the table of GSTR-1 that a document belongs to. A note to a consumer is reported singly if its invoice
 * was; otherwise the sums of B2CS are net of it.
 */
export function tableOf(document: TabledDocument, supplierState: string): GstTable {
  const isNote = document.kind !== 'invoice'
  if (document.supply === 'b2b' || document.supply === 'sez') return isNote ? 'cdnr' : 'b2b'
  if (document.supply === 'export') return isNote ? 'cdnur' : 'exp'
  const invoiceDate = document.invoice_date ?? document.document_date
  const invoiceTotal = document.invoice_total ?? document.total
  const value =
    document.currency_code === 'INR' ? invoiceTotal : paiseOf(invoiceTotal, document.usd_rate ?? '0')
  if (!isInterState(document, supplierState) || value <= largeConsumerLimit(invoiceDate)) return 'b2cs'
  return isNote ? 'cdnur' : 'b2cl'
}

export const noAmounts: Amounts = { total: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }

export function signOf({ kind }: ReturnedDocument): 1 | -1 {
  return kind === 'credit-note' ? -1 : 1
}

export function addTo(sum: Amounts, amounts: Amounts, times: number): void {
  for (const name of Object.keys(noAmounts) as (keyof Amounts)[]) sum[name] += amounts[name] * times
}

/** How many cells of a row are about one document. */
export const documentCells = 20

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
    financial_year: whole(19),
  }
}
