import {
  type Coupon,
  type CouponEntityType,
  type CouponForm,
  type CouponLink,
  couponMessages,
  isNewCoupon,
  type NewCoupon,
} from '@greenroom/contract/coupon/coupon.schema'
import { AppError, invalid, notFound } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Call } from '../../platform/call.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../platform/database/record-id.ts'
import { refuseStale } from '../../platform/database/records.ts'
import { presentCoupon, presentCouponLink } from './coupon.presenter.ts'
import {
  type CouponRow,
  type CouponValues,
  findLink,
  insertCoupon,
  linkCoupon,
  listLinks,
  lockCoupons,
  searchCoupons,
  setLinkStatus,
  updateCoupon,
} from './coupon.repository.ts'

/** Tells whether an entity that coupons can be attached to exists, by kind. */
export type CouponTargets = Record<CouponEntityType, (call: Call, id: string) => Promise<boolean>>

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

  async function update(call: Call, form: CouponForm, row: CouponRow, path: string): Promise<CouponRow> {
    const before = presentCoupon(row)
    const values = valuesOf({ ...before, ...definedOf(form) })
    if (JSON.stringify(values) === JSON.stringify(valuesOf(before))) return row
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

  return {
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
      if (!(await targets[entity_type](call, entity_id))) throw notFound(`This ${entity_type} does not exist`)
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
  }
}

function definedOf(form: CouponForm): Partial<NewCoupon> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
}

function duplicateOr(error: unknown, path: string): unknown {
  if (!isUniqueViolation(error, 'coupon_code')) return error
  const message = couponMessages.codeTaken
  return new AppError('DUPLICATE', message, { errors: [{ path: `${path}code`, message }] })
}
