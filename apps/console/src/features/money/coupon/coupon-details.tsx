import type { ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { discountText, limitText, validityDay } from '../../../shared/money/coupon-dialog/coupon-terms.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CouponMatrix } from './coupon-matrix.tsx'
import { couponRecordMessages as messages } from './coupon-page-messages.ts'
import { CouponRedemptions } from './coupon-redemptions.tsx'

interface CouponDetailsProps {
  coupon: ListedCoupon
  opened: boolean
  onClose: () => void
}

/** The dialog of a coupon without the permission to change it: its terms, its redemptions, and prices with it. */
export function CouponDetails({ coupon, opened, onClose }: CouponDetailsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} size="wide" title={coupon.code} focusesTitle>
      <div className="gr-stack">
        <DescriptionList
          items={[
            { term: messages.discount, value: discountText(coupon) },
            { term: messages.validTill, value: validityDay(coupon.valid_till) },
            { term: messages.limit, value: limitText(coupon) },
          ]}
        />
        {coupon.redemptions.length > 0 && (
          <CouponRedemptions coupon={coupon._id} redemptions={coupon.redemptions} />
        )}
        <CouponMatrix coupon={coupon} terms={coupon} opened={opened} />
      </div>
    </Dialog>
  )
}
