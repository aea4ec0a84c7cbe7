import type { updateCoupon } from '@greenroom/contract/money/coupon/coupon.endpoints'
import { hasCouponEnded } from '@greenroom/contract/money/coupon/coupon.rules'
import type { ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { discountText, limitText, validityDay } from '../../../shared/money/coupon-dialog/coupon-terms.ts'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CardButton, CardEditButton, CardName } from '../../../ui/card-parts.tsx'
import { CardFacts, RecordCard } from '../../../ui/record-card.tsx'
import classes from './coupon-card.module.css'
import { couponPageMessages as messages } from './coupon-page-messages.ts'

interface CouponCardProps {
  coupon: ListedCoupon
  onEdit: () => void
  /** Called on hover and focus of the button: prefetch its dialog. */
  onIntent: () => void
}

/** One coupon: code, discounts, last day, links, limits and how often it was redeemed for how much (OQ-302, OQ-305). */
export function CouponCard({ coupon, onEdit, onIntent }: CouponCardProps) {
  const { code, links_count: links, max_redemptions: most } = coupon
  const mayEdit = useMay<typeof updateCoupon>('content.write')
  const maySeeOrders = useMay<typeof listTransactions>('money.read')
  const redeemed = coupon.redemptions.reduce((sum, one) => sum + one.redeemed, 0)
  const redeemedText = most === null ? messages.redeemed(redeemed) : messages.redeemedOf(redeemed, most)
  const off = takenOff(coupon)
  const hasEnded = hasCouponEnded(coupon, new Date())
  const isUsedUp = most !== null && redeemed >= most
  return (
    <RecordCard
      record={coupon._id}
      name={
        <div className={classes.name}>
          <CardName oneLine>{code}</CardName>
          <CopyValue value={code} label={`Copy ${code}`} copied={messages.copied} className={classes.copy} />
        </div>
      }
      facts={
        <CardFacts>
          <span>{discountText(coupon)}</span>
          <span className="gr-nowrap">Valid till {validityDay(coupon.valid_till)}</span>
        </CardFacts>
      }
      actions={
        mayEdit ? (
          <CardEditButton label={`Edit ${code}`} onClick={onEdit} onIntent={onIntent} />
        ) : (
          <CardButton aria-label={`Details of ${code}`} onClick={onEdit} onIntent={onIntent}>
            {messages.details}
          </CardButton>
        )
      }
    >
      <CardFacts>
        {redeemed === 0 ? (
          messages.neverRedeemed
        ) : maySeeOrders ? (
          <Link {...paths.redemptions(coupon._id)} className={classes.redeemed}>
            {redeemedText}
          </Link>
        ) : (
          redeemedText
        )}
        {off !== '' && messages.off(off)}
        {links > 0 && messages.linked(links)}
        {limitText(coupon)}
      </CardFacts>
      {(hasEnded || isUsedUp || links === 0) && (
        <div className="gr-tags">
          {hasEnded && <Badge shape="bar">{messages.ended}</Badge>}
          {isUsedUp && (
            <Badge shape="bar" tone="warn">
              {messages.usedUp}
            </Badge>
          )}
          {links === 0 && (
            <Badge shape="dashed" tone="warn">
              {messages.notLinked}
            </Badge>
          )}
        </div>
      )}
    </RecordCard>
  )
}

/** Formats what a coupon took off, rupees first: "₹6,000.00 · $12.00"; empty for a role without sums. */
function takenOff({ redemptions }: ListedCoupon): string {
  return shownCurrencies
    .flatMap((currency) => {
      const found = redemptions.find(({ currency_code }) => currency_code === currency)
      return found?.discount === undefined ? [] : [formatMoney(found.discount, currency)]
    })
    .join(' · ')
}
