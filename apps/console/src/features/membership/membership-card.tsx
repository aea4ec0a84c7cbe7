import type { Membership } from '@greenroom/contract/membership/membership.endpoints'
import { IconRosetteDiscount } from '@tabler/icons-react'
import { formatMoney } from '../../lib/money.ts'
import { CardPicture } from '../../shared/card-picture/card-picture.tsx'
import { CardButton, CardFoot, CardName } from '../../ui/card-parts.tsx'
import { PictureCard } from '../../ui/picture-card.tsx'
import classes from './membership-card.module.css'
import { membershipWords } from './membership-messages.ts'

interface MembershipCardProps {
  membership: Membership
  onAddCoupon: () => void
  /** A pointer or the focus is on the button, whose dialog's script can come ahead. */
  onIntent: () => void
}

/** One membership: banner, name, price and the way to its coupons (MEM-02, MEM-03). */
export function MembershipCard({ membership, onAddCoupon, onIntent }: MembershipCardProps) {
  const { name, banner, price } = membership
  const { currency_code: currency, current_price: current, original_price: original } = price
  return (
    <PictureCard
      picture={<CardPicture banner={banner} icon={IconRosetteDiscount} />}
      className={classes.card}
    >
      <CardName>{name}</CardName>
      <p className={classes.price}>
        <span className="gr-bold">{formatMoney(current, currency)}</span>
        {original > current && (
          <s className="gr-small gr-faint" title={membershipWords.originalPrice}>
            {formatMoney(original, currency)}
          </s>
        )}
      </p>
      <CardFoot>
        <CardButton
          aria-label={`${membershipWords.addCoupon}, ${name}`}
          onClick={onAddCoupon}
          onIntent={onIntent}
        >
          {membershipWords.addCoupon}
        </CardButton>
      </CardFoot>
    </PictureCard>
  )
}
