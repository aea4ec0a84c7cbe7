import type { ReturnedDocument } from './gst-tables.ts'

/** An invoice to a consumer in Karnataka, the supplier's State, of ₹1,180. */
export function documentOf(values: Partial<ReturnedDocument> = {}): ReturnedDocument {
  return {
    kind: 'invoice',
    serial: 'GR/2627/000001',
    series: 'GR',
    number: 1,
    document_date: '2026-10-05',
    financial_year: 2026,
    supply: 'b2c',
    place_of_supply: '29',
    recipient_gstin: null,
    sac: '999293',
    rate_percent: 18,
    currency_code: 'INR',
    total: 118_000,
    taxable: 100_000,
    cgst: 9_000,
    sgst: 9_000,
    igst: 0,
    invoice_date: null,
    invoice_total: null,
    usd_rate: null,
    ...values,
  }
}

/** An invoice to another State with this total in paise. */
export function interState(total: number, values: Partial<ReturnedDocument> = {}): ReturnedDocument {
  const igst = total - Math.round((total * 100) / 118)
  const amounts = { total, taxable: total - igst, igst, cgst: 0, sgst: 0 }
  return documentOf({ place_of_supply: '27', ...amounts, ...values })
}

/** The cells that `readDocument` reads. */
export function cellsOf(document: ReturnedDocument): (string | null)[] {
  const text = (value: string | number | null) => (value === null ? null : String(value))
  return [
    ...[document.kind, document.supply, document.place_of_supply, document.recipient_gstin, document.sac],
    ...[document.rate_percent, document.currency_code, document.total, document.taxable].map(text),
    ...[document.cgst, document.sgst, document.igst].map(text),
    ...[document.invoice_date, text(document.invoice_total), document.usd_rate],
    ...[document.serial, document.series, text(document.number), document.document_date],
    text(document.financial_year),
  ]
}
