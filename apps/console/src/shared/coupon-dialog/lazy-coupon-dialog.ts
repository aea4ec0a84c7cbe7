import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The coupon dialog, fetched when it is first opened or preloaded; it stands inside a Suspense. */
export const LazyCouponDialog = lazyDialog('coupons', () =>
  import('./coupon-dialog.tsx').then((part) => part.CouponDialog),
)
