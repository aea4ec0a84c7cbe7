import { endOfDay } from '@greenroom/contract/calendar-day'
import { Coupon, type CouponChanges, NewCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import { businessDay, businessTimeZone } from '../../../lib/dates.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import type { RecordForm } from '../../record/record-form/record-form.ts'
import { couponFieldMessages as messages } from './coupon-messages.ts'
import { moneyOrNone } from './coupon-terms.ts'

/** The form values of a coupon. */
const CouponValues = z.object({
  code: z.string(),
  /** Last business day of its validity, YYYY-MM-DD. It ends with that day (OQ-047). */
  valid_till: z.nullable(z.string()),
  /** Paise. */
  absolute_discount: z.nullable(z.number()),
  /** Cents. */
  absolute_discount_usd: z.nullable(z.number()),
  /** As typed. */
  discount_percentage: z.string(),
  /** As typed; empty for no limit. */
  max_redemptions: z.string(),
  max_per_person: z.string(),
})
export type CouponValues = z.output<typeof CouponValues>

const emptyCoupon: CouponValues = {
  code: '',
  valid_till: null,
  absolute_discount: null,
  absolute_discount_usd: null,
  discount_percentage: '',
  max_redemptions: '',
  max_per_person: '',
}

/** Returns the form values of a stored coupon. */
function couponValuesOf(coupon: Coupon): CouponValues {
  return {
    code: coupon.code,
    valid_till: businessDay(new Date(coupon.valid_till)),
    absolute_discount: coupon.absolute_discount,
    absolute_discount_usd: coupon.absolute_discount_usd,
    discount_percentage: typed(coupon.discount_percentage),
    max_redemptions: typed(coupon.max_redemptions),
    max_per_person: typed(coupon.max_per_person),
  }
}

/** Returns the body that creates the coupon. It is not validated yet (CPN-11 to CPN-13). */
export function couponOf(values: CouponValues): NewCoupon {
  return {
    code: values.code.trim().toUpperCase(),
    valid_till:
      values.valid_till === null ? '' : endOfDay(values.valid_till, businessTimeZone()).toISOString(),
    absolute_discount: values.absolute_discount,
    absolute_discount_usd: values.absolute_discount_usd,
    discount_percentage: numberOf(values.discount_percentage),
    max_redemptions: numberOf(values.max_redemptions),
    max_per_person: numberOf(values.max_per_person),
  }
}

/** Returns the discounts that the form has now; a percentage that is no number takes nothing off. */
export function discountsOf(values: CouponValues) {
  const { absolute_discount, absolute_discount_usd, discount_percentage } = values
  const percentage = Number(discount_percentage)
  return {
    absolute_discount,
    absolute_discount_usd,
    discount_percentage: percentage >= 0 && percentage <= 100 ? percentage : null,
  }
}

/**
 * Returns the body of an edit.
 * @param changes the changed fields
 * @param all all fields with the changes applied
 */
export function couponChangesOf(changes: Partial<CouponValues>, all: CouponValues): CouponChanges {
  const body = couponOf(all)
  return Object.fromEntries(Object.entries(body).filter(([field]) => field in changes))
}

const bodyErrors = schemaResolver(NewCoupon, { sync: true })

/** Validates the form by the contract's schema. @returns the message for each wrong field */
function validateCoupon(values: CouponValues) {
  return bodyErrors(couponOf(values))
}

/**
 * The form of a coupon.
 * @param name names the form's drafts: each dialog keeps its own
 */
export function couponForm(name: string): RecordForm<CouponValues, Coupon, CouponValues> {
  return {
    name,
    record: Coupon,
    values: CouponValues,
    empty: () => emptyCoupon,
    valuesOf: couponValuesOf,
    editedOf: (values) => values,
    errors: validateCoupon,
    fieldOf: (path) => (path in emptyCoupon ? path : undefined),
    labels: {
      code: { label: messages.code },
      valid_till: { label: messages.validTill, show: (day: string | null) => day && formatDay(day) },
      absolute_discount: {
        label: messages.inr,
        show: (amount: number | null) => moneyOrNone(amount, 'INR'),
      },
      absolute_discount_usd: {
        label: messages.usd,
        show: (amount: number | null) => moneyOrNone(amount, 'USD'),
      },
      discount_percentage: { label: messages.percent, show: (percent: string) => percent && `${percent}%` },
      max_redemptions: { label: messages.most },
      max_per_person: { label: messages.perPerson },
    },
    duplicateField: 'code',
  }
}

function typed(number: number | null): string {
  return number === null ? '' : String(number)
}

function numberOf(text: string): number | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : Number(trimmed)
}
