import type { CouponEnds, CouponGroup } from '@greenroom/contract/money/coupon/coupon.rules'
import type {
  Coupon,
  CouponChanges,
  CouponEntityType,
  ListedCoupon,
  NewCoupon,
  Redemptions,
} from '@greenroom/contract/money/coupon/coupon.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { presentCoupon, presentListedCoupon } from './coupon.presenter.ts'
import {
  type CouponRow,
  countGroups,
  deleteCoupon,
  findCoupon,
  listCoupons,
  listRedemptions,
  listUses,
  searchCoupons,
} from './coupon.repository.ts'
import { refusePastValidity, saveCouponChanges, saveNewCoupon } from './coupon-save.service.ts'

/** Discount coupons, whatever they are linked to. */
export function createCouponService() {
  return {
    /** Lists coupons of a group, with what is counted for each. */
    async list(
      call: Call,
      query: {
        group: CouponGroup
        search?: string | undefined
        ends?: CouponEnds | undefined
        linked_to?: CouponEntityType | undefined
        limit: number
        offset: number
      },
    ): Promise<ListedCoupon[]> {
      const { linked_to: linkedTo, ...filter } = query
      return listed(call, await listCoupons(call.db, { ...filter, linkedTo, now: call.now }))
    },

    /** Counts the coupons of each group that a search and a type of link find, each at most up to `mostCounted`. */
    countGroups(
      call: Call,
      {
        search,
        linked_to: linkedTo,
      }: { search?: string | undefined; linked_to?: CouponEntityType | undefined },
    ): Promise<Record<CouponGroup, number>> {
      return countGroups(call.db, { search, linkedTo, now: call.now })
    },

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<ListedCoupon> {
      return listedOne(call, await findRecord(call, findCoupon, id, 'coupon'))
    },

    /**
     * Changes a coupon; omitted fields stay. An end in the past ends it at once.
     * @throws AppError NOT_FOUND, STALE with the current coupon, DUPLICATE for an existing code, WRONG_STATE for another
     * code or discount of a coupon that an order carries (OQ-303)
     */
    async change(call: Call, id: string, changes: CouponChanges): Promise<ListedCoupon> {
      const row = await lockRecord(call, 'coupon', findCoupon, id, 'coupon')
      if (call.expectedVersion !== undefined && call.expectedVersion !== row.version) {
        const current = await listedOne(call, row)
        refuseStale(call.expectedVersion, current, `Someone else has changed ${row.code}.`)
      }
      return listedOne(call, await saveCouponChanges(call, changes, row, ''))
    },

    /**
     * Deletes a coupon that was never linked and that no order carries (OQ-304).
     * @throws AppError NOT_FOUND, STALE with the current coupon, WRONG_STATE
     */
    async remove(call: Call, id: string): Promise<void> {
      const row = await lockRecord(call, 'coupon', findCoupon, id, 'coupon')
      refuseStale(call.expectedVersion, presentCoupon(row), `Someone else has changed ${row.code}.`)
      const use = (await listUses(call.db, [row.id])).get(row.id)
      if (use?.isUsed || (use?.links ?? 0) > 0) {
        const why = use?.isUsed ? 'Orders carry' : 'Masterclasses or memberships have'
        throw new AppError('WRONG_STATE', `${why} ${row.code}, so it stays. Change its end date instead.`)
      }
      await deleteCoupon(call.db, row.id)
      await recordAudit(call, {
        action: 'coupon.remove',
        entityType: 'coupon',
        entityId: row.id,
        label: row.code,
        before: { ...presentCoupon(row) },
      })
    },

    /** Lists coupons whose code contains a text, the newest first. */
    async search(
      call: Call,
      filter: { search?: string | undefined; limit: number; offset: number },
    ): Promise<Coupon[]> {
      return (await searchCoupons(call.db, filter)).map(presentCoupon)
    },

    /** @throws AppError DUPLICATE for an existing code, VALIDATION for a validity in the past */
    async create(call: Call, form: NewCoupon): Promise<Coupon> {
      refusePastValidity(form, '', call.now)
      return presentCoupon(await saveNewCoupon(call, form, { id: newId(), path: '' }))
    },
  }
}

/** Adds what is counted to coupons. */
async function listed(call: Call, rows: readonly CouponRow[]): Promise<ListedCoupon[]> {
  const ids = rows.map((row) => row.id)
  const [uses, redemptions] = await Promise.all([listUses(call.db, ids), listRedemptions(call.db, ids)])
  const byCoupon = new Map<string, Redemptions[]>()
  for (const { coupon_id, ...one } of redemptions) {
    byCoupon.set(coupon_id, [...(byCoupon.get(coupon_id) ?? []), one])
  }
  return rows.map((row) =>
    presentListedCoupon(row, {
      ...(uses.get(row.id) ?? { links: 0, isUsed: false }),
      redemptions: byCoupon.get(row.id) ?? [],
    }),
  )
}

async function listedOne(call: Call, row: CouponRow): Promise<ListedCoupon> {
  const [one] = await listed(call, [row])
  if (!one) throw new TypeError('A coupon was not presented')
  return one
}
