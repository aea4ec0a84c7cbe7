import { countText } from '../../../lib/count-text.ts'

/** Messages of the Coupons screen. */
export const couponPageMessages = {
  tabsLabel: 'Coupon status',
  tabs: { active: 'Active', ended: 'Ended', unlinked: 'Not in use' },
  tableLabel: 'Coupons',
  search: 'Search coupons',
  searchPlaceholder: 'Search by code',
  createNew: 'Create New',
  edit: 'Edit',
  editOf: (code: string) => `Edit ${code}`,
  details: 'Details',
  detailsOf: (code: string) => `Details of ${code}`,
  loading: 'Loading coupons...',
  empty: 'No coupons found',
  emptyHelp: {
    active: 'Coupons that can be redeemed appear here.',
    ended: 'Coupons whose last day has passed appear here.',
    unlinked: 'Coupons that no masterclass or membership has appear here.',
  },
  selection: 'Selected coupons',
  changeEnds: 'Change last day',
  export: 'Export',
  linkSelected: 'Link to…',
  tooManyToLink: (most: number) => `“Link to…” takes at most ${most} coupons. Select fewer to link them.`,
  exportSelected: 'Export selected',
  ends: 'Ends',
  anyDay: 'Any day',
  endsIn: { week: 'Within 7 days', month: 'Within 30 days', later: 'Later' },
  linkedTo: 'Linked to',
  anything: 'Anything',
  products: { masterclass: 'Masterclasses', membership: 'Memberships' },
  clear: 'Clear',
  noneMatch: 'No coupons match the filters.',
  clearFilters: 'Clear filters',
  noMatch: (text: string) => `No code contains “${text}”.`,
  clearSearch: 'Clear search',
  loadFailed: 'Error loading coupons.',
  copied: 'Code copied',
  ended: 'Ended',
  notLinked: 'Not in use',
  usedUp: 'Used up',
  linked: (count: number) => (count === 1 ? '1 product' : `${countText(count)} products`),
  /** "5", or "5 of 40" with a limit. */
  redeemed: (count: number, most: number | null) =>
    [count, ...(most === null ? [] : [most])].map((one) => one.toLocaleString('en-IN')).join(' of '),
  redeemedWord: 'redeemed',
  neverRedeemed: 'Not used yet',
} as const

/** Headings of the table. */
export const couponColumns = {
  code: 'Code',
  discount: 'Discount',
  redeemed: 'Redeemed',
  off: 'Taken off',
  linked: 'Linked to',
  till: 'Valid till',
  actions: 'Actions',
} as const

/** Messages of the dialog. */
export const couponRecordMessages = {
  createTitle: 'Create coupon',
  editTitle: (code: string) => `Edit ${code}`,
  untitled: 'Coupon',
  save: 'Save',
  create: 'Create',
  loading: 'Loading coupon...',
  loadFailed: 'This coupon could not be loaded.',
  remove: 'Delete',
  removeTitle: (code: string) => `Delete ${code}?`,
  removeEffect: 'This permanently deletes the coupon. Its code is free again.',
  discount: 'Discount',
  validTill: 'Valid till',
  limit: 'Limit',
  redeemed: 'Redeemed',
  redemptionsLabel: 'Redemptions',
  orders: 'Orders',
  ordersIn: (count: number, currency: string) =>
    `${count.toLocaleString('en-IN')} ${count === 1 ? 'order' : 'orders'} in ${currency}`,
  takenOff: 'Taken off',
  paid: 'Paid',
  prices: 'Prices with this coupon',
  linkedTo: 'Linked to',
  noLinks: 'Not in use yet. Add it on the card of a masterclass or membership.',
  notLinked: 'Not in use yet.',
  linksLoading: 'Loading what it is linked to...',
  linksFailed: 'Error loading what it is linked to.',
  newest: (shown: number, all: number) => `The newest ${shown} of ${all}.`,
  notSold: (currency: string) => `Not sold in ${currency}`,
  masterclass: 'Masterclass',
  membership: 'Membership',
} as const

/** Toasts of a delete. */
export const couponRemoval = {
  pending: 'Deleting coupon',
  success: 'Coupon deleted',
  error: 'Could not delete coupon.',
} as const

/** Messages of the dialog that changes the last day of several coupons. */
export const couponEndsMessages = {
  title: (count: number) => `Change the last day of ${count} ${count === 1 ? 'coupon' : 'coupons'}`,
  day: 'Valid till',
  endsNow: 'This day has passed, so the coupons end at once.',
  cancel: 'Cancel',
  submit: (count: number) => `Change ${count} ${count === 1 ? 'coupon' : 'coupons'}`,
  pending: 'Changing the last day...',
  success: (count: number) => `Last day of ${count} ${count === 1 ? 'coupon' : 'coupons'} changed`,
} as const

/** Messages of the dialog that exports coupons. */
export const couponExportMessages = {
  title: 'Export coupons',
  all: 'Exports all coupons of this list.',
  selected: (count: number) =>
    count === 1 ? 'Exports the 1 selected coupon.' : `Exports the ${count} selected coupons.`,
} as const

const couponsText = (count: number) => (count === 1 ? '1 coupon' : `${count} coupons`)
const productsText = (count: number) => (count === 1 ? '1 product' : `${count} products`)

/** Messages of the dialog that links several coupons. */
export const couponLinkMessages = {
  title: (count: number) => `Link ${couponsText(count)}`,
  search: 'Masterclass or membership',
  placeholder: 'Search by name',
  picker: {
    list: 'Masterclasses and memberships',
    empty: 'No masterclass or membership matches.',
    failed: "Masterclasses and memberships couldn't be loaded.",
  },
  added: 'Added',
  membership: 'Membership',
  targets: 'Linked to',
  what: 'the chosen products',
  remove: (name: string) => `Remove ${name}`,
  none: 'Choose at least one masterclass or membership',
  notLinked: (problem: string) => `Not linked. ${problem}`,
  already: 'Coupons that a product already has stay as they are.',
  cancel: 'Cancel',
  submit: (count: number) => `Link ${couponsText(count)}`,
  pending: 'Linking the coupons...',
  linked: (coupons: number, linked: number, all: number) => {
    if (linked === all) return `${couponsText(coupons)} linked to ${productsText(all)}`
    return linked === 0
      ? `Could not link ${couponsText(coupons)}. Read why, and try again.`
      : `${couponsText(coupons)} linked to ${linked} of ${productsText(all)}. Read why, and try again.`
  },
} as const
