import { lazyDialog } from '../../../ui/lazy-dialog.tsx'

/** The coupon dialog. Its script is fetched when it is first opened or preloaded. */
export const LazyCouponDialog = lazyDialog('coupons', () =>
  import('./coupon-dialog.tsx').then((part) => part.CouponDialog),
)
