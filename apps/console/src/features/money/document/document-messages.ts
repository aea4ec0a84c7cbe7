import type { DocumentGroup } from '@greenroom/contract/money/document/document.schema'

export const documentMessages = {
  tableLabel: 'Tax documents',
  tabsLabel: 'Documents',
  search: 'Number, order or buyer',
  searchPlaceholder: 'Search documents',
  kind: 'Kind',
  allKinds: 'All kinds',
  month: 'Month',
  allMonths: 'All months',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  loading: 'Loading documents...',
  empty: 'No documents found',
  emptyHelp: 'Invoices appear here when an order is paid, credit notes when a refund is processed.',
  nothingMissing: 'Every document has its State.',
  noMatch: 'No documents match the filters.',
  loadFailed: 'Error loading documents.',
  noteOf: (serial: string) => `of ${serial}`,
  missingState: { buyer: 'State missing', venue: 'State of the venue missing' },
  sandbox: 'Sandbox',
  assumed: '(assumed)',
  addState: 'Add State',
  selection: 'Selected documents',
  addStateOf: (serial: string) => `Add State of ${serial}`,
} as const

export const documentTabs: Record<DocumentGroup, string> = {
  all: 'All',
  'state-missing': 'State missing',
}

/** Column headings. */
export const documentColumns = {
  number: 'Number and date',
  order: 'Order and buyer',
  place: 'Place of supply',
  taxable: 'Taxable',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  total: 'Total',
  actions: 'Actions',
} as const

export const documentStateMessages = {
  title: (serial: string) => `Add State of ${serial}`,
  help: {
    buyer:
      'The buyer’s State decides which tax the sale carries. Without it, the invoice used the State of the supplier.',
    venue: 'A seat is taxed where it is. Without it, the invoice used the State of the supplier.',
  },
  consequence:
    'An issued invoice never changes. Greenroom issues a credit note for it and a new invoice with this State, both dated in the month of the old one while it is open, and otherwise today.',
  state: { buyer: 'State of the buyer', venue: 'State of the venue' },
  required: 'Choose a State',
  abroad: 'The buyer is outside India',
  country: 'Country of the buyer',
  countryPlaceholder: 'Choose a country',
  countryRequired: 'Choose a country',
  noMatches: 'No matches',
  abroadConsequence: {
    foreign:
      'An issued invoice never changes. Greenroom issues a credit note for it and a new invoice as an export, both dated in the month of the old one while it is open, and otherwise today.',
    rupees:
      'An issued invoice never changes. Greenroom issues a credit note for it and a new invoice with the place of supply outside India, both dated in the month of the old one while it is open, and otherwise today. The tax follows the setting for rupees from abroad.',
  },
  submit: 'Issue documents',
  cancel: 'Cancel',
  pending: 'Issuing documents...',
  success: (serial: string) => `Issued ${serial}`,
} as const
