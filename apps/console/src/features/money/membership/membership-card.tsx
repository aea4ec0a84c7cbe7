import type { saveCouponsOfEntity } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { ListedMembership } from '@greenroom/contract/money/membership/membership.endpoints'
import { IconRosetteDiscount } from '@tabler/icons-react'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney } from '../../../lib/money.ts'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CardButton, CardName } from '../../../ui/card-parts.tsx'
import { CardFigure, RecordCard } from '../../../ui/record-card.tsx'
import { membershipMessages } from './membership-messages.ts'

interface MembershipCardProps {
  membership: ListedMembership
  onAddCoupon: () => void
  /** Called on hover and focus of the button: prefetch its dialog. */
  onIntent: () => void
}

/**
 * One membership: banner, name, price, how many people hold it, how many coupons it has, and a button for these (MEM-02,
 * MEM-03, OQ-195, OQ-407).
 */
export function MembershipCard({ membership, onAddCoupon, onIntent }: MembershipCardProps) {
  const { name, banner, price, coupons_count: coupons, members_count: members } = membership
  const mayLink = useMay<typeof saveCouponsOfEntity>('content.write')
  const { currency_code: currency, current_price: current, original_price: original } = price
  return (
    <RecordCard
      record={membership._id}
      picture={<CardPicture banner={banner} icon={IconRosetteDiscount} />}
      name={<CardName>{name}</CardName>}
      aside={formatMoney(current, currency)}
      facts={
        original > current && (
          <s className="gr-small gr-faint gr-num" title={membershipMessages.originalPrice}>
            {formatMoney(original, currency)}
          </s>
        )
      }
      figure={
        members > 0 ? (
          <CardFigure detail={coupons > 0 && membershipMessages.coupons(coupons)}>
            {membershipMessages.members(members)}
          </CardFigure>
        ) : (
          coupons > 0 && <CardFigure>{membershipMessages.coupons(coupons)}</CardFigure>
        )
      }
      actions={
        mayLink && (
          <CardButton
            aria-label={`${membershipMessages.addCoupon}, ${name}`}
            onClick={onAddCoupon}
            onIntent={onIntent}
          >
            {membershipMessages.addCoupon}
          </CardButton>
        )
      }
    />
  )
}
