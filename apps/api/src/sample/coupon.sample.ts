import { insertCoupon, linkCoupon, setLinkStatus } from '../modules/money/coupon/coupon.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

interface CouponSample {
  code: string
  /** Days from today; negative has expired. */
  validFor: number
  /** Discount in paise. */
  inr?: number
  /** Discount in cents. */
  usd?: number
  percent?: number
  /** How often it can be redeemed. */
  most?: number
  perPerson?: number
  /** Names of masterclasses that it applies to. */
  on?: string[]
  /** Names of masterclasses with an inactive link. */
  off?: string[]
}

/** The oldest comes first. */
const coupons: CouponSample[] = [
  { code: 'MONSOON20', validFor: -48, percent: 20, off: ['small-cap', 'tax-regimes'] },
  { code: 'FREEDOM150', validFor: -31, inr: 15_000, on: ['budget'] },
  { code: 'QUARTER33', validFor: -6, percent: 33.33, on: ['credit-score'], off: ['first-salary'] },
  { code: 'FIRSTCLASS', validFor: 120, percent: 10, perPerson: 1, on: ['first-salary', 'balance-sheet'] },
  { code: 'WELCOME100', validFor: 180, inr: 10_000, usd: 150, most: 500, perPerson: 1, on: ['tax-regimes'] },
  { code: 'STUDENT50', validFor: 200, percent: 50, perPerson: 1, on: ['first-salary'] },
  { code: 'ALUMNI300', validFor: 90, inr: 30_000, usd: 400, off: ['swing-trading'] },
  { code: 'NRI10', validFor: 75, usd: 1_000, on: ['balance-sheet'] },
  { code: 'PARENTS250', validFor: 21, inr: 25_000, on: ['parents-health'] },
  { code: 'FRIENDS12', validFor: 45, percent: 12.5, on: ['index-funds'] },
  { code: 'TAXSAVE20', validFor: 35, percent: 20, on: ['tax-regimes', 'itr-two'] },
  { code: 'SIPSTART25', validFor: 28, percent: 25 },
  { code: 'FESTIVE500', validFor: 14, inr: 50_000, usd: 600, most: 40, on: ['swing-trading'] },
  { code: 'EARLYBIRD15', validFor: 9, percent: 15, on: ['balance-sheet'], off: ['pension'] },
  { code: 'TEAMPASS', validFor: 365, percent: 100 },
]

/** Adds coupons and links them to masterclasses. */
async function addCoupons({ db, now, masterclassIds, coupons: added }: SampleContext): Promise<SampleCounts> {
  const idOf = (name: string) => {
    const id = masterclassIds.get(name)
    if (!id) throw new TypeError(`The sample has no masterclass ${name}.`)
    return id
  }
  for (const [index, sample] of coupons.entries()) {
    const made = kolkataTime(now, -4 - (coupons.length - 1 - index) * 9, '16:20')
    const row = await insertCoupon(db, {
      id: newId(),
      code: sample.code,
      valid_till: kolkataTime(now, sample.validFor, '23:59'),
      absolute_discount: sample.inr ?? null,
      absolute_discount_usd: sample.usd ?? null,
      discount_percentage: sample.percent ?? null,
      max_redemptions: sample.most ?? null,
      max_per_person: sample.perPerson ?? null,
      now: made,
    })
    const on = (sample.on ?? []).map((name) => ({ entityId: idOf(name), target: true }))
    const off = (sample.off ?? []).map((name) => ({ entityId: idOf(name), target: false }))
    for (const { entityId, target } of [...on, ...off]) {
      await linkCoupon(db, { coupon_id: row.id, entity_id: entityId, entity_type: 'masterclass', now: made })
      if (!target) await setLinkStatus(db, { couponId: row.id, entityId, target })
    }
    added.push({ row, entityIds: on.map(({ entityId }) => entityId) })
  }
  return { coupons: coupons.length }
}

export const couponSample: SampleSection = { add: addCoupons }
