import type { Membership } from '@greenroom/contract/membership/membership.endpoints'
import { IconRosetteDiscount } from '@tabler/icons-react'
import { formatMoney } from '../../lib/money.ts'
import { CardPicture } from '../../shared/card-picture/card-picture.tsx'
import { CardButton, CardName } from '../../ui/card-parts.tsx'
import { RecordCard } from '../../ui/record-card.tsx'
import { membershipMessages } from './membership-messages.ts'

interface MembershipCardProps {
  membership: Membership
  onAddCoupon: () => void
  /** Called on hover and focus of the button: prefetch its dialog. */
  onIntent: () => void
}

/** One membership: banner, name, price and a button for its coupons (MEM-02, MEM-03). */
export function MembershipCard({ membership, onAddCoupon, onIntent }: MembershipCardProps) {
  const { name, banner, price } = membership
  const { currency_code: currency, current_price: current, original_price: original } = price
  return (
    <RecordCard
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
      actions={
        <CardButton
          aria-label={`${membershipMessages.addCoupon}, ${name}`}
          onClick={onAddCoupon}
          onIntent={onIntent}
        >
          {membershipMessages.addCoupon}
        </CardButton>
      }
    />
  )
}
