/** Tables that refuse to be emptied, with the trigger that refuses it. */
const kept = [
  ['tax_document', 'tax_document_is_kept'],
  ['transaction_note', 'transaction_note_is_kept'],
  ['gateway_difference', 'gateway_difference_is_kept'],
  ['refund_request', 'refund_request_is_kept'],
] as const

/** Returns the statements that empty tables of a test with all that refers to them, also those that are kept for ever. */
export function emptyingOf(...tables: string[]): string {
  const setTriggers = (state: 'enable' | 'disable') =>
    kept.map(([table, trigger]) => `alter table ${table} ${state} trigger ${trigger};`).join(' ')
  return `begin; ${setTriggers('disable')} truncate ${tables.join(', ')} cascade; ${setTriggers('enable')} commit`
}
