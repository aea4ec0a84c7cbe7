/**
 * Whose contacts a response shows in full beyond a list of its own. The read is recorded as a look, unless the caller sees
 * masks (OQ-669).
 */
export type LookDeclaration = LookAtRecords | LookByContact

/** What kind of record a look opened. */
type LookedRecord = 'person' | 'transaction' | 'lead' | 'document'

interface LookAtRecords {
  type: LookedRecord
  /**
   * The records as personal data names them, with the names of parameters: 'order.:id'. A parameter alone is such a name
   * already, or the id of an account.
   */
  records: readonly string[]
  /** The member of the data that names the record instead: one person can be asked for by several records. */
  member?: string
  /** One of several calls that together make a page: it is no further look of its own. */
  isPart?: true
}

interface LookByContact {
  type: 'search'
  /** The member of the query. Only a text that looks like a contact is recorded. */
  text: string
  isPart?: true
}

/** Fewer digits are a year or an amount more often than the end of a phone. */
const fewestDigits = 5
const mostDigits = 15

/** Tells whether a searched text looks like an e-mail address, a phone, or a part of one. */
export function isContact(text: string): boolean {
  if (/[^\s@]@/.test(text)) return true
  const digits = text.replace(/\D/g, '').length
  return /^[+\d\s().-]+$/.test(text) && digits >= fewestDigits && digits <= mostDigits
}
