import type { DocumentKind } from '@greenroom/contract/money/document/document.schema'

export const documentKindLabels: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
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
