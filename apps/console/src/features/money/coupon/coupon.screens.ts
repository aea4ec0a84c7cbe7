import type { createCoupon, listCoupons } from '@greenroom/contract/money/coupon/coupon.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const CouponListPage = lazyPart('coupon-list', () =>
  import('./coupon-list-page.tsx').then((part) => part.CouponListPage),
)

/** The screens of this section. */
export const couponScreens = [
  screen({
    path: paths.coupons,
    component: CouponListPage,
    search: {
      tab: choice('active', 'ended', 'unlinked'),
      // The screen checks these two.
      ends: text,
      linked: text,
      q: text,
      edit: text,
      create: choice('1'),
    },
    heading: 'Coupons',
    // The dialog of a coupon shows its redemptions to those who may only read.
    opens: needed<typeof listCoupons>('content.read'),
    forms: { create: needed<typeof createCoupon>('content.write') },
  }),
] as const
