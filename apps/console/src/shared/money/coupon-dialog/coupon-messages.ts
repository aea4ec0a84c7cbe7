import type { CurrencyCode } from '@greenroom/contract/money'
import type { LinkWarning, PriceWarning } from '@greenroom/contract/money/coupon/coupon.rules'

/** Texts of the fields of a coupon. */
export const couponFieldMessages = {
  code: 'Code',
  validTill: 'Valid till',
  inr: 'INR discount',
  usd: 'USD discount',
  percent: 'Percent discount',
  discount: 'Discount',
  most: 'Max redemptions',
  perPerson: 'Max per person',
  unlimited: 'No limit',
  fixed: "Orders use this coupon, so its code and discounts can't change. Create another coupon instead.",
  create: 'New coupon',
  edit: (code: string) => `Change ${code}`,
  add: 'Add',
  createAndLink: 'Create and link',
  change: 'Change',
  withCoupon: 'Price with this coupon',
} as const

/** Warnings about a price with a coupon (OQ-306). */
export const priceWarnings: Record<PriceWarning, (currency: CurrencyCode) => string> = {
  'below-zero': () => 'Discount above the price',
  free: () => 'Free with this coupon',
  'no-discount': (currency) => `No discount in ${currency}`,
}

/** Warnings about something that a coupon is linked to (OQ-306). */
export const linkWarnings: Record<LinkWarning, string> = {
  off: 'Turned off here',
  'session-past': 'Session has passed',
  ended: 'Coupon has ended',
  'ends-before-session': 'Ends before the session',
}

/** Texts of the coupon dialog (CPN-19, CPN-20, MC-46); its fields use couponMessages of the contract. */
export const couponDialogMessages = {
  create: { pending: 'Creating Coupons', success: 'Coupons Created', error: 'Could not create coupons.' },
  update: { pending: 'Updating coupon', success: 'Coupon updated', error: 'Could not update coupon.' },
  /** For picked coupons only: the specification's text says that they are created. */
  link: (count: number) => {
    const coupons = count === 1 ? 'coupon' : 'coupons'
    return {
      pending: `Linking ${coupons}`,
      success: count === 1 ? 'Coupon linked' : 'Coupons linked',
      error: `Could not link ${coupons}.`,
    }
  },
  /** @param picked the coupon's terms when it was added; stored: its terms now */
  changed: (code: string, { picked, stored }: { picked: string; stored: string }) =>
    `Someone else changed ${code} from “${picked}” to “${stored}”. Save again to link it as it is now, or remove it.`,
  changeStatus: {
    pending: 'Changing coupon status',
    success: 'Coupon status changed',
    error: 'Could not change coupon status.',
  },
  /** Under "Valid till". @param zone the business's zone, if the viewer's is another */
  validity: (zone: string | undefined) =>
    zone === undefined ? 'The end of this day' : `The end of this day, ${zone}`,
  formFirst: 'Add or cancel the new coupon first',
  changeFirst: (code: string) => `Finish the change of ${code} first`,
  loading: 'Loading coupons...',
  empty: 'No coupons found',
  emptyHelp: 'Search for a coupon or create one, then save.',
  failed: 'Error loading coupons.',
} as const
