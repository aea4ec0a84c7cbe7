import { lazyPart } from '../../ui/lazy-part.ts'

/** The coupon dialog, fetched when it is first opened or preloaded; it stands inside a Suspense. */
export const LazyCouponDialog = lazyPart('coupons', () =>
  import('./coupon-dialog.tsx').then((part) => part.CouponDialog),
)
