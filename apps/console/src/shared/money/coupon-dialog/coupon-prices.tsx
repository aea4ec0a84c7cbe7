import type { Price } from '@greenroom/contract/money'
import { couponPrice, priceWarning } from '@greenroom/contract/money/coupon/coupon.rules'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { priceWarnings } from './coupon-messages.ts'
import classes from './coupon-prices.module.css'

type Discounts = Pick<Coupon, 'absolute_discount' | 'absolute_discount_usd' | 'discount_percentage'>

/** A price with a coupon, the price without it, and a warning (OQ-306). */
export function PriceWithCoupon({ price, coupon }: { price: Price; coupon: Discounts }) {
  const { currency_code: currency, current_price: current } = price
  const { price: left, discount } = couponPrice(price, coupon)
  const warning = priceWarning(price, coupon)
  return (
    <>
      <span className={classes.price}>
        <span className="gr-bold">{formatMoney(left, currency)}</span>
        {discount > 0 && (
          <s className="gr-faint">
            <span className="gr-unseen">instead of </span>
            {formatMoney(current, currency)}
          </s>
        )}
      </span>
      {warning && <FieldHint tone="warn">{priceWarnings[warning](currency)}</FieldHint>}
    </>
  )
}

interface CouponPricesProps {
  /** Prices without the coupon. */
  prices: readonly Price[]
  coupon: Discounts
  label?: string
}

/** What something costs with a coupon, in each of its currencies, rupees first. */
export function CouponPrices({ prices, coupon, label }: CouponPricesProps) {
  const shown = shownCurrencies.flatMap((currency) =>
    prices.filter(({ currency_code }) => currency_code === currency),
  )
  if (shown.length === 0) return null
  return (
    <div className={classes.all}>
      {label && <span className="gr-faint">{label}</span>}
      {shown.map((price) => (
        <span key={price.currency_code} className={classes.one}>
          <PriceWithCoupon price={price} coupon={coupon} />
        </span>
      ))}
    </div>
  )
}
