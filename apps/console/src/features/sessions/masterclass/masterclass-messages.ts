import type { MasterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'

/** Messages of the list, its cards and its dialogs. */
export const masterclassListMessages = {
  tabsLabel: 'Masterclass status',
  /** The tabs, and the badge of a masterclass that is in the group (MC-07). */
  groups: { active: 'Active', draft: 'Draft', past: 'Past' },
  cardsLabel: 'Masterclasses',
  loading: 'Loading masterclasses...',
  /** An empty tab (MC-13). */
  empty: 'No masterclasses to show.',
  begin: 'Set up your first class in a few minutes',
  emptyHelp: {
    active: 'Published masterclasses that have not started appear here.',
    draft: 'Drafts appear here until they are published.',
    past: 'Masterclasses move here once they start.',
  },
  /** The list could not be loaded (MC-14). */
  loadFailed: 'Cannot fetch masterclasses.',
  edit: 'Edit',
  addCoupon: '+ Add coupon',
  /** Read out after the number of coupons. */
  linked: 'linked',
  deactivate: 'Deactivate',
  publish: 'Publish',
  duplicate: 'Duplicate',
  copyToDates: 'Repeat on dates',
  /** The link that is built from the creator id (MC-11). */
  paymentPage: 'Payment Page',
  copyLink: (name: string) => `Copy ${name} link`,
} as const satisfies {
  groups: Record<MasterclassGroup, string>
  emptyHelp: Record<MasterclassGroup, string>
} & Record<string, unknown>

/** Messages of the details (MC-09, OQ-039). */
export const masterclassDetailMessages = {
  untitled: 'Masterclass',
  loading: 'Loading masterclass...',
  loadFailed: 'Cannot fetch this masterclass.',
  notFound: 'This masterclass does not exist.',
  start: 'Start time',
  end: 'End time',
  creator: 'Creator',
  attendance: 'Attendance type',
  venue: 'State of the venue',
  meetingAccount: 'Zoom account',
  people: 'Registrations',
  currentPrice: 'Current price',
  originalPrice: 'Original price',
  links: 'Links',
} as const

/** The prices of a masterclass, in row order. */
export const masterclassPriceKinds = [
  ['original_price', masterclassDetailMessages.originalPrice],
  ['current_price', masterclassDetailMessages.currentPrice],
] as const

/** The toast of a duplicate (OQ-188). */
export const duplicateProgress = {
  pending: 'Duplicating Masterclass',
  success: 'Masterclass Duplicated',
  error: 'Could not duplicate masterclass.',
} as const
