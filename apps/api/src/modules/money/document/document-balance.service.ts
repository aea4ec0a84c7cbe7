import type { Call } from '../../../platform/call.ts'
import { type DocumentRow, documentsOf, updateDocumented } from './document.repository.ts'
import { type DocumentContent, readContent, takenBack } from './document-content.ts'

/** Returns the invoice that no other one replaces, its credit and debit notes, and what they leave of it. */
export function currentInvoice(documents: readonly DocumentRow[]): {
  invoice: DocumentRow | undefined
  notes: DocumentRow[]
  left: number
} {
  const replaced = new Set(documents.map((row) => row.replaces))
  const invoice = documents.find((row) => row.kind === 'invoice' && !replaced.has(row.id))
  const notes = documents.filter((row) => row.invoice_id === invoice?.id && row.kind !== 'invoice')
  return { invoice, notes, left: invoice ? invoice.total + sumOf(notes, ({ total }) => total) : 0 }
}

/** Returns what the credit notes of an invoice took of it, in minor units, whatever debit notes took back. */
export function creditedOf(notes: readonly DocumentRow[]): number {
  return notes.reduce((sum, row) => sum + (row.kind === 'credit-note' ? row.total : 0), 0)
}

/** Returns the contents of an invoice's notes for the next credit note: a debit note counts negatively. */
export function earlierOf(notes: readonly DocumentRow[]): DocumentContent[] {
  return notes.map((row) =>
    row.kind === 'debit-note' ? takenBack(readContent(row.content)) : readContent(row.content),
  )
}

/** What decides on how documents belong together. */
type LinkedDocument = Pick<DocumentRow, 'id' | 'refund_id' | 'invoice_id' | 'replaces' | 'credit_note_id'> & {
  kind: string
  total: number
  issued_at: Date
}

/**
 * Returns the invoice that a correction issued together with a credit note; undefined for the note of a refund. Both are
 * issued at one moment, unlike the credit note of an order that was refunded elsewhere.
 */
export function newInvoiceOf<Row extends LinkedDocument>(
  note: LinkedDocument,
  documents: readonly Row[],
): Row | undefined {
  if (note.kind !== 'credit-note' || note.refund_id !== null || note.invoice_id === null) return undefined
  return documents.find(
    (row) => row.replaces === note.invoice_id && row.issued_at.getTime() === note.issued_at.getTime(),
  )
}

/**
 * Returns the debit notes of a credit note, and what they leave of it to take back, in minor units. The note of a
 * correction stands: its new invoice has taken its place.
 */
export function debitsOf<Row extends LinkedDocument>(
  note: LinkedDocument,
  documents: readonly Row[],
): { debits: Row[]; left: number } {
  const debits = documents.filter((row) => row.credit_note_id === note.id)
  const isOpen = note.kind === 'credit-note' && newInvoiceOf(note, documents) === undefined
  return { debits, left: isOpen ? debits.reduce((rest, row) => rest - row.total, note.total) : 0 }
}

/** Stores with a transaction that its documents are issued, and their tax. */
export async function keepTax(call: Call, transactionId: string): Promise<void> {
  const documents = await documentsOf(call.db, transactionId)
  await updateDocumented(call.db, transactionId, {
    document_state: 'issued',
    credit_note_due_at: null,
    tax_amount: sumOf(documents, ({ cgst, sgst, igst }) => cgst + sgst + igst),
  })
}

/** Sums documents up: invoices and debit notes less credit notes. */
function sumOf(documents: readonly DocumentRow[], value: (row: DocumentRow) => number): number {
  return documents.reduce((sum, row) => sum + (row.kind === 'credit-note' ? -value(row) : value(row)), 0)
}
