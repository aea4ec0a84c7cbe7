import { NewCoupon } from '@greenroom/contract/coupon/coupon.schema'
import { schemaResolver } from '@mantine/form'

/** What stands in the form of a new coupon. */
export interface NewCouponValues {
  code: string
  /** The last day on which it is good: YYYY-MM-DD in the viewer's zone. */
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
    valid_till: values.valid_till === null ? '' : endOfDay(values.valid_till),
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

/** The last moment of a day in the viewer's zone (OQ-047), as ISO 8601 in UTC. */
function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 23, 59, 59, 999).toISOString()
}
