import { endOfDay } from '@greenroom/contract/calendar-day'
import { Coupon, NewCoupon } from '@greenroom/contract/coupon/coupon.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import { businessTimeZone } from '../../lib/dates.ts'
import type { RecordForm } from '../record-form/use-record-form.tsx'

/** The form values of a new coupon. */
const NewCouponValues = z.object({
  code: z.string(),
  /** Last business day of its validity, YYYY-MM-DD. It ends with that day (OQ-047). */
  valid_till: z.nullable(z.string()),
  /** Paise. */
  absolute_discount: z.nullable(z.number()),
  /** Cents. */
  absolute_discount_usd: z.nullable(z.number()),
  /** As typed. */
  discount_percentage: z.string(),
})
export type NewCouponValues = z.output<typeof NewCouponValues>

export const emptyCoupon: NewCouponValues = {
  code: '',
  valid_till: null,
  absolute_discount: null,
  absolute_discount_usd: null,
  discount_percentage: '',
}

/** Returns the body that creates the coupon. It is not validated yet (CPN-11 to CPN-13). */
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

const bodyErrors = schemaResolver(NewCoupon, { sync: true })

/** Validates the form by the contract's schema. @returns the message for each wrong field */
export function validateCoupon(values: NewCouponValues) {
  return bodyErrors(couponOf(values))
}

/**
 * The form of a new coupon.
 * @param entityId the entity whose dialog holds the form; each keeps its own draft
 */
export function newCouponForm(entityId: string): RecordForm<NewCouponValues, Coupon, NewCouponValues> {
  return {
    name: `new-coupon:${entityId}`,
    record: Coupon,
    values: NewCouponValues,
    empty: () => emptyCoupon,
    // Coupons are not edited here.
    valuesOf: () => emptyCoupon,
    editedOf: (values) => values,
    errors: validateCoupon,
    fieldOf: (path) => (path in emptyCoupon ? path : undefined),
    labels: {},
    duplicateField: 'code',
  }
}
