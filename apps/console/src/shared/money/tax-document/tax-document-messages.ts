import type { DocumentFlag, DocumentKind } from '@greenroom/contract/money/document/document.schema'

export const documentKindLabels: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  'debit-note': 'Debit note',
}

const flagLabels: Record<Exclude<DocumentFlag, 'venue-state-missing'>, string> = {
  'gstin-invalid': 'GSTIN not valid',
  'gstin-own': 'GSTIN is ours',
  'gstin-state-differs': 'GSTIN of another State',
  'gstin-country-differs': 'GSTIN of a buyer abroad',
  'sez-gstin-missing': 'SEZ unit without a GSTIN',
  'state-unknown': 'State not recognized',
  'state-country-differs': 'Indian State abroad',
  'country-unknown': 'Country unknown',
  'attendance-unknown': 'Attendance not known',
  'name-missing': 'Name missing',
  'address-missing': 'Address missing',
}

/** Returns the labels of what somebody should look at. A missing State has the worklist instead. */
export function flagLabelsOf(flags: readonly DocumentFlag[]): string[] {
  return flags.flatMap((flag) => (flag === 'venue-state-missing' ? [] : flagLabels[flag]))
}

/** Messages of a download. */
export const documentDownloadMessages = {
  action: 'Download',
  of: (serial: string) => `Download ${serial}`,
  pending: 'Preparing the document...',
  success: 'Document downloaded',
} as const

/** Messages of a link that opens a document without signing in. */
export const documentLinkMessages = {
  action: 'Copy link',
  of: (serial: string) => `Copy link to ${serial}`,
  pending: 'Making the link...',
  success: 'Link copied. It opens the document for 24 hours, without signing in.',
} as const
