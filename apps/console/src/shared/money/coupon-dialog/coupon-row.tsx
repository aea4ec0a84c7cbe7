import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import classes from './coupon-row.module.css'
import { discountText, isExpired, limitText, validityDay } from './coupon-terms.ts'

interface CouponRowProps {
  coupon: Coupon
  /** Shown beside the code. */
  badge?: ReactNode
  /** What the entity costs with it. */
  prices?: ReactNode
  /** A switch or a remove button. */
  action: ReactNode
}

/** One coupon of the dialog: code, validity, discounts, limits, and prices with it. */
export function CouponRow({ coupon, badge, prices, action }: CouponRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.coupon}>
        <span className={classes.code}>{coupon.code}</span>
        {badge}
        {isExpired(coupon) && <Badge shape="bar">Expired</Badge>}
      </div>
      <span className={classes.validity}>Valid till {validityDay(coupon.valid_till)}</span>
      <span className={classes.discounts}>
        {[discountText(coupon), limitText(coupon)].filter(Boolean).join(' · ')}
      </span>
      {prices && <div className={classes.prices}>{prices}</div>}
      <div className={classes.action}>{action}</div>
    </li>
  )
}
