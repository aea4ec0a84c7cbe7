import type { FieldError } from '@greenroom/contract/error'
import { isRecordId } from '@greenroom/contract/field'
import { type Coupon, couponMessages } from '@greenroom/contract/money/coupon/coupon.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { presentCoupon } from './coupon.presenter.ts'
import { type CouponRow, lockCoupons } from './coupon.repository.ts'
import { saveCouponChanges } from './coupon-save.service.ts'

interface GivenEnd {
  _id: string
  version: number
  valid_till: string
}

/**
 * Changes the end of several coupons: of all, or of none. Checks all before the first is changed, so that the refusal
 * names every one that has changed meanwhile (OQ-683).
 * @returns the coupons in the order of the request
 * @throws AppError VALIDATION or WRONG_STATE, with an error at the place of each such coupon
 */
export async function changeCouponEnds(call: Call, given: readonly GivenEnd[]): Promise<Coupon[]> {
  refuseRepeated(given)
  const ids = given.map(({ _id }) => _id.toLowerCase())
  const locked = await lockCoupons(call.db, ids.filter(isRecordId))
  const found = new Map(locked.map((row) => [row.id, row]))
  const problems: FieldError[] = []
  const rows: CouponRow[] = []
  for (const [at, { version }] of given.entries()) {
    const row = found.get(ids[at] as string)
    if (row?.version === version) rows.push(row)
    else {
      const message = row ? `Someone else has changed ${row.code}.` : 'This coupon does not exist'
      problems.push({ path: `coupons.${at}._id`, message })
    }
  }
  if (problems.length > 0) throw refusal(problems, given.length)
  const changed: Coupon[] = []
  for (const [at, row] of rows.entries()) {
    const { valid_till } = given[at] as GivenEnd
    changed.push(presentCoupon(await saveCouponChanges(call, { valid_till }, row, `coupons.${at}.`)))
  }
  return changed
}

/** @throws AppError VALIDATION for a coupon that is named twice */
function refuseRepeated(given: readonly GivenEnd[]): void {
  const seen = new Set<string>()
  const repeated = given.flatMap(({ _id }, at) => {
    const key = _id.toLowerCase()
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ path: `coupons.${at}._id`, message: couponMessages.twice }]
  })
  if (repeated.length > 0) throw invalid(repeated)
}

function refusal(errors: FieldError[], count: number): AppError {
  const message =
    count === 1 && errors[0]
      ? errors[0].message
      : `${errors.length} of ${count} coupons have changed meanwhile, so nothing was saved. Check them and try again.`
  return new AppError('WRONG_STATE', message, { errors })
}
