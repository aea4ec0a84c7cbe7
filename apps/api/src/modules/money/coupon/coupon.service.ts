import type { Price } from '@greenroom/contract/money'
import {
  type CouponGroup,
  couponCodeOf,
  couponPrice,
  type RedemptionRefusal,
  redemptionRefusal,
} from '@greenroom/contract/money/coupon/coupon.rules'
import {
  type Coupon,
  type CouponChanges,
  type CouponEntityType,
  type CouponForm,
  type CouponLink,
  couponMessages,
  isNewCoupon,
  type LinkedEntity,
  type ListedCoupon,
  type NewCoupon,
  type Redemptions,
} from '@greenroom/contract/money/coupon/coupon.schema'
import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { presentCoupon, presentCouponLink, presentListedCoupon } from './coupon.presenter.ts'
import {
  type CouponRow,
  type CouponValues,
  countGroups,
  countRedemptionsOf,
  deleteCoupon,
  findCoupon,
  findCouponByCode,
  findLink,
  insertCoupon,
  linkCoupon,
  listCoupons,
  listLinks,
  listLinksOfCoupon,
  listRedemptions,
  listUses,
  lockCoupons,
  searchCoupons,
  setLinkStatus,
  updateCoupon,
} from './coupon.repository.ts'

/** What a coupon takes its discounts off. */
type PricedEntity = Pick<LinkedEntity, 'title' | 'start_time' | 'prices'>

/** The entities that coupons can be attached to, by kind. */
export type CouponTargets = Record<
  CouponEntityType,
  {
    exists: (call: Call, id: string) => Promise<boolean>
    /** Returns the titles and prices of several entities by id. */
    priced: (call: Call, ids: readonly string[]) => Promise<Map<string, PricedEntity>>
  }
>

/** What a coupon takes off a price, in minor units, and why it takes nothing off. */
interface CouponQuote {
  code: string
  valid_till: string | null
  refusal: RedemptionRefusal | 'unknown' | null
  discount: number
}

export type CouponService = ReturnType<typeof createCouponService>

/** Discount coupons and their links to entities. */
export function createCouponService({ targets }: { targets: CouponTargets }) {
  /** @param place.path prefix of the field names in errors */
  async function insert(
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

  async function update(
    call: Call,
    form: CouponForm | CouponChanges,
    row: CouponRow,
    path: string,
  ): Promise<CouponRow> {
    const before = presentCoupon(row)
    const values = valuesOf({ ...before, ...definedOf(form) })
    if (JSON.stringify(values) === JSON.stringify(valuesOf(before))) return row
    await refuseOtherTerms(call, row, values, path)
    const after = await updateCoupon(call.db, row.id, { ...values, now: call.now }).catch(
      (error: unknown) => {
        throw duplicateOr(error, path)
      },
    )
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

  /**
   * Locks the existing coupons of a save.
   * @returns the coupons by id
   */
  async function lockExisting(call: Call, forms: readonly CouponForm[]): Promise<Map<string, CouponRow>> {
    const ids = forms.flatMap(({ _id }) => (_id !== undefined && isRecordId(_id) ? [_id.toLowerCase()] : []))
    return new Map((await lockCoupons(call.db, ids)).map((row) => [row.id, row]))
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

  return {
    /** Lists coupons of a group, with what is counted for each. */
    async list(
      call: Call,
      query: {
        group: CouponGroup
        search?: string | undefined
        ends?: 'week' | undefined
        limit: number
        offset: number
      },
    ): Promise<ListedCoupon[]> {
      const { ends, ...filter } = query
      return listed(call, await listCoupons(call.db, { ...filter, isEnding: ends === 'week', now: call.now }))
    },

    /** Counts the coupons of each group that a search finds, each at most up to `mostCounted`. */
    countGroups(call: Call, search: string | undefined): Promise<Record<CouponGroup, number>> {
      return countGroups(call.db, { search, now: call.now })
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
      return listedOne(call, await update(call, changes, row, ''))
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

    /**
     * Lists what a coupon is linked to, the newest link first.
     * @throws AppError NOT_FOUND
     */
    async listLinkedEntities(
      call: Call,
      id: string,
      page: { limit: number; offset: number },
    ): Promise<LinkedEntity[]> {
      const coupon = await findRecord(call, findCoupon, id, 'coupon')
      const links = await listLinksOfCoupon(call.db, { couponId: coupon.id, ...page })
      const idsOf = (type: CouponEntityType) =>
        links.filter((link) => link.entity_type === type).map((link) => link.entity_id)
      const [masterclasses, memberships] = await Promise.all([
        targets.masterclass.priced(call, idsOf('masterclass')),
        targets.membership.priced(call, idsOf('membership')),
      ])
      return links.flatMap(({ entity_type, ...link }) => {
        const entity = masterclasses.get(link.entity_id) ?? memberships.get(link.entity_id)
        return entity ? [{ ...link, entity_type: entity_type as CouponEntityType, ...entity }] : []
      })
    },

    /**
     * Returns what something costs with a coupon, by the rules that the console shows (`couponPrice`,
     * `redemptionRefusal`). A coupon that may not be redeemed takes nothing off.
     * @param buyerId who buys, for the limit per person; null if it is not known
     */
    async quote(
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
      return presentCoupon(await insert(call, form, { id: newId(), path: '' }))
    },

    /**
     * Creates and updates the given coupons and links them to an entity. Links that are not named stay (OQ-045). Runs
     * in the caller's transaction: all or nothing. Existing coupons are locked in the order of their ids, then
     * written in the order of their codes, so that two saves of the same coupons cannot deadlock.
     * @throws AppError NOT_FOUND for an unknown entity or coupon, DUPLICATE for an existing code, VALIDATION for a
     * coupon that is named twice or a new one with a validity in the past, STALE with the current coupon (OQ-109)
     */
    async saveForEntity(
      call: Call,
      request: { coupons: CouponForm[]; entity_id: string; entity_type: CouponEntityType },
    ): Promise<CouponLink[]> {
      const { entity_id, entity_type, coupons } = request
      if (!(await targets[entity_type].exists(call, entity_id)))
        throw notFound(`This ${entity_type} does not exist`)
      refuseTwice(coupons)
      const existing = await lockExisting(call, coupons)
      const writes = coupons.map((form, index) => {
        const path = `coupons.${index}.`
        if (isNewCoupon(form)) {
          refusePastValidity(form, path, call.now)
          const id = newId()
          return { code: form.code, write: () => insert(call, form, { id, path }) }
        }
        const row = existing.get(form._id?.toLowerCase() ?? '')
        if (!row) throw missing(path)
        refuseStale(
          form.version,
          presentCoupon(row),
          `Someone else has changed ${row.code}.`,
          `${path}version`,
        )
        return { code: form.code ?? row.code, write: () => update(call, form, row, path) }
      })
      for (const { write } of writes.sort((a, b) => compare(a.code, b.code))) {
        const row = await write()
        const isNew = await linkCoupon(call.db, { coupon_id: row.id, entity_id, entity_type, now: call.now })
        if (!isNew) continue
        await recordAudit(call, {
          action: 'coupon.link',
          entityType: 'coupon',
          entityId: row.id,
          label: row.code,
          after: { entity_id, entity_type },
        })
      }
      return (
        await listLinks(call.db, { entityId: entity_id, entityType: entity_type, limit: 200, offset: 0 })
      ).map(presentCouponLink)
    },

    /** Lists the links of an entity; an unknown entity has none. */
    async listForEntity(
      call: Call,
      filter: { entityId: string; entityType?: CouponEntityType | undefined; limit: number; offset: number },
    ): Promise<CouponLink[]> {
      if (!isRecordId(filter.entityId)) return []
      return (await listLinks(call.db, filter)).map(presentCouponLink)
    },

    /**
     * Toggles whether a coupon is active for an entity, or sets it to a target.
     * @throws AppError NOT_FOUND if they are not linked, STALE with the current link
     */
    async setLinkStatus(
      call: Call,
      link: {
        couponId: string
        entityId: string
        target: boolean | undefined
      },
    ): Promise<CouponLink> {
      const missing = notFound('This coupon is not linked to that')
      if (!isRecordId(link.couponId) || !isRecordId(link.entityId)) throw missing
      const isChanged = await setLinkStatus(call.db, { ...link, version: call.expectedVersion })
      const row = await findLink(call.db, link.couponId, link.entityId)
      if (!row) throw missing
      const current = presentCouponLink(row)
      if (!isChanged) {
        refuseStale(call.expectedVersion, current, `Someone else has switched ${row.code} on or off.`)
        return current
      }
      await recordAudit(call, {
        action: row.is_active ? 'coupon.activate' : 'coupon.deactivate',
        entityType: 'coupon',
        entityId: row.id,
        label: row.code,
        after: { entity_id: row.entity_id, is_active: row.is_active },
      })
      return current
    },
  }
}

function refusePastValidity(form: NewCoupon, path: string, now: Date): void {
  if (Date.parse(form.valid_till) >= now.getTime()) return
  throw invalid([{ path: `${path}valid_till`, message: couponMessages.validityPast }])
}

function refuseTwice(forms: readonly CouponForm[]): void {
  const seen = new Set<string>()
  for (const [index, { _id }] of forms.entries()) {
    if (_id === undefined) continue
    const id = _id.toLowerCase()
    if (seen.has(id)) throw invalid([{ path: `coupons.${index}._id`, message: couponMessages.twice }])
    seen.add(id)
  }
}

function missing(path: string): AppError {
  const message = 'This coupon does not exist'
  return new AppError('NOT_FOUND', message, { errors: [{ path: `${path}_id`, message }] })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

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
