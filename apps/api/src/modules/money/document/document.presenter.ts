import { CurrencyCode } from '@greenroom/contract/money'
import {
  type DocumentFlag,
  documentFlags,
  type TaxDocument,
} from '@greenroom/contract/money/document/document.schema'
import type { RegisteredDocument } from './document.repository.ts'

export function presentDocument(row: RegisteredDocument): TaxDocument {
  return {
    id: row.id,
    kind: row.kind,
    serial: row.serial,
    document_date: row.document_date,
    order_id: row.transaction_id,
    order_reference: row.order_reference,
    buyer: { name: row.buyer_name, email: row.buyer_email },
    recipient_gstin: row.recipient_gstin,
    supply: row.supply,
    place_of_supply: row.place_of_supply,
    missing_state: row.missing_state,
    currency_code: CurrencyCode.parse(row.currency_code),
    total: row.total,
    taxable: row.taxable,
    cgst: row.cgst,
    sgst: row.sgst,
    igst: row.igst,
    rate_percent: Number(row.rate_percent),
    invoice:
      row.invoice_id !== null && row.invoice_serial !== null
        ? { id: row.invoice_id, serial: row.invoice_serial }
        : null,
    is_current: row.is_current,
    sandbox: row.sandbox,
    flags: flagsOf(row.flags),
  }
}

/** Reads the flags of a stored document. @param stored texts, among them flags of other versions */
export function flagsOf(stored: readonly string[]): DocumentFlag[] {
  return documentFlags.filter((flag) => stored.includes(flag))
}
