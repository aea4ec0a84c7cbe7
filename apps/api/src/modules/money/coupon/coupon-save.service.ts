import {
  type CouponChanges,
  type CouponForm,
  couponMessages,
  type NewCoupon,
} from '@greenroom/contract/money/coupon/coupon.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { presentCoupon } from './coupon.presenter.ts'
import {
  type CouponRow,
  type CouponValues,
  insertCoupon,
  listUses,
  updateCoupon,
} from './coupon.repository.ts'

/**
 * Stores a new coupon.
 * @param place.path prefix of the field names in errors
 * @throws AppError DUPLICATE for an existing code
 */
export async function saveNewCoupon(
  call: Call,
  form: NewCoupon,
  { id, path }: { id: string; path: string },
): Promise<CouponRow> {
  const row = await insertCoupon(call.db, { id, ...valuesOf(form), now: call.now }).catch(
    (error: unknown) => {
      throw duplicateOr(error, path)
    },
  )
  await recordAudit(call, {
    action: 'coupon.create',
    entityType: 'coupon',
    entityId: row.id,
    label: row.code,
    after: { ...presentCoupon(row) },
  })
  return row
}

/**
 * Changes a coupon; omitted fields stay.
 * @param path prefix of the field names in errors
 * @throws AppError DUPLICATE for an existing code, WRONG_STATE for other terms of a coupon that an order carries
 */
export async function saveCouponChanges(
  call: Call,
  form: CouponForm | CouponChanges,
  row: CouponRow,
  path: string,
): Promise<CouponRow> {
  const before = presentCoupon(row)
  const values = valuesOf({ ...before, ...definedOf(form) })
  if (JSON.stringify(values) === JSON.stringify(valuesOf(before))) return row
  await refuseOtherTerms(call, row, values, path)
  const after = await updateCoupon(call.db, row.id, { ...values, now: call.now }).catch((error: unknown) => {
    throw duplicateOr(error, path)
  })
  await recordAudit(call, {
    action: 'coupon.update',
    entityType: 'coupon',
    entityId: row.id,
    label: after.code,
    before: { ...before },
    after: { ...presentCoupon(after) },
  })
  return after
}

/** @throws AppError VALIDATION */
export function refusePastValidity(form: NewCoupon, path: string, now: Date): void {
  if (Date.parse(form.valid_till) >= now.getTime()) return
  throw invalid([{ path: `${path}valid_till`, message: couponMessages.validityPast }])
}

function valuesOf(form: NewCoupon): CouponValues {
  return {
    code: form.code,
    valid_till: new Date(form.valid_till),
    absolute_discount: form.absolute_discount ?? null,
    absolute_discount_usd: form.absolute_discount_usd ?? null,
    discount_percentage: form.discount_percentage ?? null,
    max_redemptions: form.max_redemptions ?? null,
    max_per_person: form.max_per_person ?? null,
  }
}

const terms = [
  'code',
  'absolute_discount',
  'absolute_discount_usd',
  'discount_percentage',
] as const satisfies readonly (keyof CouponValues)[]

/**
 * Refuses another code or discount once an order carries the coupon: the order names the code, and its discount was
 * computed from these terms (OQ-303).
 */
async function refuseOtherTerms(
  call: Call,
  row: CouponRow,
  values: CouponValues,
  path: string,
): Promise<void> {
  const stored = valuesOf(presentCoupon(row))
  const changed = terms.filter((name) => values[name] !== stored[name])
  if (changed.length === 0) return
  const use = (await listUses(call.db, [row.id])).get(row.id)
  if (!use?.isUsed) return
  const message = couponMessages.used
  throw new AppError('WRONG_STATE', message, {
    errors: changed.map((name) => ({ path: `${path}${name}`, message })),
  })
}

function definedOf(form: CouponForm | CouponChanges): Partial<NewCoupon> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
}

function duplicateOr(error: unknown, path: string): unknown {
  if (!isUniqueViolation(error, 'coupon_code')) return error
  const message = couponMessages.codeTaken
  return new AppError('DUPLICATE', message, { errors: [{ path: `${path}code`, message }] })
}
