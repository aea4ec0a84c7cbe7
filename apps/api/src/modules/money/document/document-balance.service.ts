import type { Call } from '../../../platform/call.ts'
import { type DocumentRow, documentsOf, updateDocumented } from './document.repository.ts'

/** Returns the invoice that no other one replaces, its credit notes, and what they leave of it. */
export function currentInvoice(documents: readonly DocumentRow[]): {
  invoice: DocumentRow | undefined
  notes: DocumentRow[]
  left: number
} {
  const replaced = new Set(documents.map((row) => row.replaces))
  const invoice = documents.find((row) => row.kind === 'invoice' && !replaced.has(row.id))
  const notes = documents.filter((row) => row.invoice_id === invoice?.id && row.kind === 'credit-note')
  return {
    invoice,
    notes,
    left: invoice ? invoice.total - notes.reduce((sum, note) => sum + note.total, 0) : 0,
  }
}

/** Stores with a transaction that its documents are issued, and their tax. */
export async function keepTax(call: Call, transactionId: string): Promise<void> {
  const documents = await documentsOf(call.db, transactionId)
  await updateDocumented(call.db, transactionId, {
    document_state: 'issued',
    credit_note_due_at: null,
    tax_amount: documents.reduce((sum, row) => sum + (row.kind === 'invoice' ? taxOf(row) : -taxOf(row)), 0),
  })
}

function taxOf({ cgst, sgst, igst }: Pick<DocumentRow, 'cgst' | 'sgst' | 'igst'>): number {
  return cgst + sgst + igst
}
