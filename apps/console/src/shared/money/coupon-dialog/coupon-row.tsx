import type { Price } from '@greenroom/contract/money'
import { linkWarning } from '@greenroom/contract/money/coupon/coupon.rules'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { linkWarnings } from './coupon-messages.ts'
import { CouponPrices } from './coupon-prices.tsx'
import classes from './coupon-row.module.css'
import { discountText, isExpired, limitText, validityDay } from './coupon-terms.ts'

/** What the coupons of the dialog are for. */
export interface CouponVenue {
  /** Its prices without a coupon. */
  prices: readonly Price[]
  /** Start of a masterclass; null for what has none. */
  startTime: string | null
}

interface CouponRowProps {
  coupon: Coupon
  venue: CouponVenue
  /** Shown beside the code. */
  badge?: ReactNode
  /** A switch or a remove button. */
  action: ReactNode
}

/** One coupon of the dialog: code, validity, discounts, limits, and the venue's prices with it. */
export function CouponRow({ coupon, venue, badge, action }: CouponRowProps) {
  const warning = linkWarning(coupon, { is_active: true, start_time: venue.startTime }, new Date())
  return (
    <li className={classes.row}>
      <div className={classes.coupon}>
        <span className={classes.code}>{coupon.code}</span>
        {badge}
        {warning === 'ends-before-session' && (
          <Badge shape="bar" tone="warn">
            {linkWarnings[warning]}
          </Badge>
        )}
        {isExpired(coupon) && <Badge shape="bar">Expired</Badge>}
      </div>
      <span className={classes.validity}>Valid till {validityDay(coupon.valid_till)}</span>
      <span className={classes.discounts}>
        {[discountText(coupon), limitText(coupon)].filter(Boolean).join(' · ')}
      </span>
      <div className={classes.prices}>
        <CouponPrices prices={venue.prices} coupon={coupon} />
      </div>
      <div className={classes.action}>{action}</div>
    </li>
  )
}
