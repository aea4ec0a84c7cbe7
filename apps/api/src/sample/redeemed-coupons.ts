import type { CurrencyCode } from '@greenroom/contract/money'
import { couponPrice } from '@greenroom/contract/money/coupon/coupon.rules'
import { presentCoupon } from '../modules/money/coupon/coupon.presenter.ts'
import type { SampleTransaction } from './sample.repository.ts'
import type { SampleCoupon } from './sample-context.ts'

/** Of the orders that could use a coupon, how many do. */
const everySoMany = 2

/** Makes some orders carry a coupon that was valid for them, at its price. An order that would be free stays as it is. */
export function redeemCoupons(
  transactions: readonly SampleTransaction[],
  coupons: readonly SampleCoupon[],
): SampleTransaction[] {
  let able = 0
  return transactions.map((transaction) => {
    const coupon = coupons.find(
      ({ row, entityIds }) =>
        entityIds.includes(transaction.entity_id) &&
        row.created_at <= transaction.created_at &&
        transaction.created_at <= row.valid_till,
    )
    if (!coupon) return transaction
    const { price, discount } = couponPrice(
      {
        currency_code: transaction.currency_code as CurrencyCode,
        current_price: Number(transaction.amount),
      },
      presentCoupon(coupon.row),
    )
    if (discount === 0 || price === 0 || able++ % everySoMany !== 0) return transaction
    const { id, code } = coupon.row
    return { ...transaction, amount: price, discount_amount: discount, coupon_id: id, coupon_code: code }
  })
}
