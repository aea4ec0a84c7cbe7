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
