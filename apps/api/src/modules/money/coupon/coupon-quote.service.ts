import type { Price } from '@greenroom/contract/money'
import {
  couponCodeOf,
  couponPrice,
  type RedemptionRefusal,
  redemptionRefusal,
} from '@greenroom/contract/money/coupon/coupon.rules'
import type { Call } from '../../../platform/call.ts'
import { presentCoupon } from './coupon.presenter.ts'
import { countRedemptionsOf, findCouponByCode, findLink, listRedemptions } from './coupon.repository.ts'

/** What a coupon takes off a price, in minor units, and why it takes nothing off. */
interface CouponQuote {
  code: string
  valid_till: string | null
  refusal: RedemptionRefusal | 'unknown' | null
  discount: number
}

/**
 * Returns what something costs with a coupon, by the rules that the console shows (`couponPrice`,
 * `redemptionRefusal`). A coupon that may not be redeemed takes nothing off.
 * @param buyerId who buys, for the limit per person; null if it is not known
 */
export async function quoteCoupon(
  call: Call,
  sale: {
    code: string
    entityId: string
    price: Pick<Price, 'currency_code' | 'current_price'>
    buyerId: string | null
  },
): Promise<CouponQuote> {
  const code = couponCodeOf(sale.code)
  const row = await findCouponByCode(call.db, code)
  if (!row) return { code, valid_till: null, refusal: 'unknown', discount: 0 }
  const [link, redemptions, redeemedByPerson] = await Promise.all([
    findLink(call.db, row.id, sale.entityId),
    listRedemptions(call.db, [row.id]),
    sale.buyerId === null ? 0 : countRedemptionsOf(call.db, { couponId: row.id, userId: sale.buyerId }),
  ])
  const refusal = redemptionRefusal(presentCoupon(row), {
    now: call.now,
    isLinked: link?.is_active ?? false,
    redeemed: redemptions.reduce((sum, one) => sum + one.redeemed, 0),
    redeemedByPerson,
  })
  const discount = refusal === null ? couponPrice(sale.price, presentCoupon(row)).discount : 0
  return { code, valid_till: row.valid_till.toISOString(), refusal, discount }
}
