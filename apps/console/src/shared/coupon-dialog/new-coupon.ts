import { endOfDay } from '@greenroom/contract/calendar-day'
import { NewCoupon } from '@greenroom/contract/coupon/coupon.schema'
import { schemaResolver } from '@mantine/form'
import { businessTimeZone } from '../../lib/dates.ts'

/** What stands in the form of a new coupon. */
export interface NewCouponValues {
  code: string
  /** The last business day on which it is good, YYYY-MM-DD; to its end (OQ-047). */
  valid_till: string | null
  /** Paise. */
  absolute_discount: number | null
  /** Cents. */
  absolute_discount_usd: number | null
  /** As typed. */
  discount_percentage: string
}

export const emptyCoupon: NewCouponValues = {
  code: '',
  valid_till: null,
  absolute_discount: null,
  absolute_discount_usd: null,
  discount_percentage: '',
}

/** The coupon that the form describes, as it is sent; what is wrong with it stays for the contract to say (CPN-11 to CPN-13). */
export function couponOf(values: NewCouponValues): NewCoupon {
  const percentage = values.discount_percentage.trim()
  return {
    code: values.code.trim().toUpperCase(),
    valid_till:
      values.valid_till === null ? '' : endOfDay(values.valid_till, businessTimeZone()).toISOString(),
    absolute_discount: values.absolute_discount,
    absolute_discount_usd: values.absolute_discount_usd,
    discount_percentage: percentage === '' ? null : Number(percentage),
  }
}

const judge = schemaResolver(NewCoupon, { sync: true })

/** The words for each field that is wrong; empty when the coupon can be sent. */
export function validateCoupon(values: NewCouponValues) {
  return judge(couponOf(values))
}
