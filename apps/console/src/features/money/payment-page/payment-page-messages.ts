import type { CurrencyCode } from '@greenroom/contract/money'

/** Messages of the Custom Payment Pages screen. */
export const paymentPageMessages = {
  tabsLabel: 'Payment page status',
  tabs: { active: 'Active', inactive: 'Inactive' },
  tableLabel: 'Custom payment pages',
  search: 'Search payment pages',
  searchPlaceholder: 'Search by title',
  loading: 'Loading entities...',
  empty: 'No payment pages found',
  emptyHelp: {
    active: 'Active payment pages appear here.',
    inactive: "Inactive payment pages appear here. They can't be bought.",
  },
  noMatch: (text: string) => `No title contains “${text}”.`,
  clearSearch: 'Clear search',
  loadFailed: 'Error loading entities.',
  edit: 'Edit',
  editOf: (title: string) => `Edit ${title}`,
  sold: (count: number) => `${count.toLocaleString('en-IN')} sold`,
  paymentPage: 'Payment Page',
} as const

/** Headings of the table. */
export const paymentPageColumns = {
  page: 'Title',
  price: (currency: CurrencyCode) => (currency === 'INR' ? 'Price (₹)' : 'Price ($)'),
  sold: 'Sold',
  active: 'Status',
  actions: 'Actions',
} as const

/** Messages of the form. */
export const paymentPageFormMessages = {
  createTitle: 'Create payment page',
  editTitle: (title: string) => `Edit “${title}”`,
  untitled: 'Edit payment page',
  banner: 'Banner',
  title: 'Title',
  description: 'Description',
  prices: 'Prices',
  pricesHint: 'Without GST. Type digits only: the last two are paise or cents, so 249900 becomes ₹2,499.00.',
  originalPrice: 'Original price',
  currentPrice: 'Current price',
  /** The price including GST (PAY-10, OQ-105). */
  withGst: (amount: string, percent: number) => `${amount} incl. ${percent}% GST`,
  venue: 'State of the venue',
  venueHint: 'Only for a seat in a place: decides its tax.',
  leadTracking: 'Lead tracking',
  addToCart: 'Add to cart activity ID',
  purchase: 'Purchase activity ID',
  active: 'Active',
  activeHint: "An inactive page is kept but can't be bought.",
  save: 'Save',
  create: 'Create',
  loading: 'Loading payment page...',
  loadFailed: 'This payment page could not be loaded.',
} as const

/** Toasts of a save (PAY-17 to PAY-19). */
export const paymentPageProgress = {
  create: {
    pending: 'Creating payment entity',
    success: 'Payment entity created successfully!',
    error: 'Could not create payment entity.',
  },
  update: {
    pending: 'Updating payment entity',
    success: 'Payment entity updated successfully!',
    error: 'Could not update payment entity.',
  },
  unforeseen: 'An unexpected error occurred.',
} as const
