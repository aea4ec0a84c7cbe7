import * as z from 'zod/mini'
import { onlyWith } from '../../access/member-permission.ts'
import { instant } from '../../date-time.ts'
import { lettersAndDigits, reference, requiredText } from '../../field.ts'
import { amount, CurrencyCode, moneySum, Price } from '../../money.ts'

/** The most coupons whose last day one call changes. */
export const mostEnds = 200

export const couponMessages = {
  codeRequired: 'Coupon Code is required',
  codeCharacters: 'Only letters and numbers allowed',
  validityRequired: 'Validity is required',
  validityPast: 'Validity cannot be in the past',
  amount: 'Enter an amount of 0 or more',
  percentage: 'Enter a percentage from 0 to 100',
  limit: 'Enter a whole number of 1 or more',
  codeTaken: 'Coupon code already exists',
  used: 'An order carries this coupon, so its code and discounts stay',
  version: 'version must be a whole number from 1',
  twice: 'This coupon is in the list twice',
  versionOfNew: 'A new coupon has no version',
  endsNone: 'Choose at least one coupon',
  endsTooMany: `Change at most ${mostEnds} coupons at once`,
  exportTooMany: `Export at most ${mostEnds} selected coupons at once`,
} as const

/** What a coupon can be attached to (CPN-02). */
export const couponEntityTypes = ['masterclass', 'membership'] as const
export type CouponEntityType = (typeof couponEntityTypes)[number]

const optionalAmount = z.nullish(amount(couponMessages.amount))
/** The largest limit that a coupon can have. */
const largestLimit = 1_000_000_000
const optionalLimit = z.nullish(
  z
    .int({ error: couponMessages.limit })
    .check(z.gte(1, couponMessages.limit), z.lte(largestLimit, couponMessages.limit)),
)

export const couponFields = {
  code: requiredText(couponMessages.codeRequired, {
    max: 40,
    message: 'Should not exceed 40 characters',
  }).check(z.regex(lettersAndDigits, couponMessages.codeCharacters), z.toUpperCase()),
  valid_till: instant(couponMessages.validityRequired),
  absolute_discount: optionalAmount,
  absolute_discount_usd: optionalAmount,
  discount_percentage: z.nullish(
    z
      .number({ error: couponMessages.percentage })
      .check(
        z.gte(0, couponMessages.percentage),
        z.lte(100, couponMessages.percentage),
        z.multipleOf(0.01, 'Enter at most two decimals'),
      ),
  ),
  /** How often it can be redeemed in total; null for no limit (OQ-301). */
  max_redemptions: optionalLimit,
  /** How often one person can redeem it; null for no limit (OQ-301). */
  max_per_person: optionalLimit,
} as const

export const NewCoupon = z.object(couponFields)
export type NewCoupon = z.output<typeof NewCoupon>

/** An edit of a coupon: omitted fields stay as they are. */
export const CouponChanges = z.partial(NewCoupon)
export type CouponChanges = z.output<typeof CouponChanges>

const required = (field: 'code' | 'valid_till', error: string) =>
  z.refine<{ _id?: unknown; code?: unknown; valid_till?: unknown }>(
    (form) => form._id !== undefined || form[field] !== undefined,
    {
      error,
      path: [field],
      // Runs next to other checks, so that a response names every missing field.
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )

/**
 * One coupon in a save. Without `_id` it is a new coupon. With `_id` it is an existing one: omitted fields stay as
 * they are, and `version` is the version that the client has seen (OQ-045, OQ-109).
 */
export const CouponForm = z
  .object({
    _id: z.optional(reference('An id is required')),
    version: z.optional(z.int({ error: couponMessages.version }).check(z.gte(1, couponMessages.version))),
    ...z.partial(NewCoupon).shape,
  })
  .check(
    required('code', couponMessages.codeRequired),
    required('valid_till', couponMessages.validityRequired),
    z.refine((form) => form._id !== undefined || form.version === undefined, {
      error: couponMessages.versionOfNew,
      path: ['version'],
    }),
  )
export type CouponForm = z.output<typeof CouponForm>

/** Tells whether a coupon in a save is new. */
export function isNewCoupon(form: CouponForm): form is CouponForm & NewCoupon {
  return form._id === undefined
}

export const Coupon = z.object({
  _id: z.string(),
  code: z.string(),
  valid_till: z.string(),
  absolute_discount: z.nullable(z.int()),
  absolute_discount_usd: z.nullable(z.int()),
  discount_percentage: z.nullable(z.number()),
  max_redemptions: z.nullable(z.int()),
  max_per_person: z.nullable(z.int()),
  version: z.int(),
})
export type Coupon = z.output<typeof Coupon>

/** The paid orders of one currency that carry a coupon, refunded ones included (OQ-302). */
export const Redemptions = z.object({
  currency_code: CurrencyCode,
  redeemed: z.int(),
  /** What the coupon took off, in minor units. */
  discount: onlyWith('money.read', z.optional(moneySum())),
  /** What was paid with it, in minor units. */
  amount: onlyWith('money.read', z.optional(moneySum())),
})
export type Redemptions = z.output<typeof Redemptions>

/** A coupon in the list, with what is counted for it. */
export const ListedCoupon = z.extend(Coupon, {
  created_at: z.string(),
  /** Masterclasses and memberships that it is linked to, active or not. */
  links_count: z.int(),
  /** Empty if it was never redeemed. */
  redemptions: z.array(Redemptions),
  /** An order of any status carries it. Its code and its discounts then stay (OQ-303). */
  is_used: z.boolean(),
})
export type ListedCoupon = z.output<typeof ListedCoupon>

/** Something that a coupon is linked to, with its prices without the coupon. */
export const LinkedEntity = z.object({
  entity_id: z.string(),
  entity_type: z.enum(couponEntityTypes),
  /** Status of the link. */
  is_active: z.boolean(),
  title: z.string(),
  /** Start of a masterclass; null for a membership. */
  start_time: z.nullable(z.string()),
  prices: z.array(Price),
})
export type LinkedEntity = z.output<typeof LinkedEntity>

export const CouponLink = z.object({
  coupon_id: Coupon,
  entity_id: z.string(),
  entity_type: z.enum(couponEntityTypes),
  is_active: z.boolean(),
  /** Version of the link, incremented when is_active changes. The coupon has a version of its own. */
  version: z.int(),
})
export type CouponLink = z.output<typeof CouponLink>
