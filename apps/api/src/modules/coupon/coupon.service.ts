import {
  type Coupon,
  type CouponEntityType,
  type CouponForm,
  type CouponLink,
  couponMessages,
  type NewCoupon,
} from '@greenroom/contract/coupon/coupon.schema'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../platform/database/record-id.ts'
import { AppError, invalid, notFound } from '../../platform/error.ts'
import { presentCoupon, presentCouponLink } from './coupon.present.ts'
import {
  type CouponRow,
  type CouponValues,
  findLink,
  insertCoupon,
  linkCoupon,
  listLinks,
  lockCoupon,
  searchCoupons,
  setLinkStatus,
  updateCoupon,
} from './coupon.repository.ts'

/** Tells whether an entity that coupons can be attached to exists; one for each kind. */
export type CouponTargets = Record<CouponEntityType, (db: Database, id: string) => Promise<boolean>>

export type CouponService = ReturnType<typeof createCouponService>

/** Discount coupons, and their links to what they are good for. */
export function createCouponService({ targets }: { targets: CouponTargets }) {
  /** @param path where in the request the coupon stands, before the field's name */
  async function insert(
    db: Database,
    form: NewCoupon,
    path: string,
    actor: Actor,
    now: Date,
  ): Promise<CouponRow> {
    if (Date.parse(form.valid_till) < now.getTime()) {
      throw invalid([{ path: `${path}valid_till`, message: couponMessages.validityPast }])
    }
    const row = await insertCoupon(db, { id: newId(), ...valuesOf(form), now }).catch((error: unknown) => {
      throw duplicateOr(error, path)
    })
    await recordAudit(db, actor, {
      action: 'coupon.create',
      entityType: 'coupon',
      entityId: row.id,
      label: row.code,
      after: { ...presentCoupon(row) },
    })
    return row
  }

  async function update(
    db: Database,
    form: CouponForm,
    path: string,
    actor: Actor,
    now: Date,
  ): Promise<CouponRow> {
    const row = form._id && isRecordId(form._id) ? await lockCoupon(db, form._id) : undefined
    if (!row) {
      const message = 'This coupon does not exist'
      throw new AppError('NOT_FOUND', message, { errors: [{ path: `${path}_id`, message }] })
    }
    const before = presentCoupon(row)
    const values = valuesOf({ ...before, ...definedOf(form) })
    if (JSON.stringify(values) === JSON.stringify(valuesOf(before))) return row
    const after = await updateCoupon(db, row.id, { ...values, now }).catch((error: unknown) => {
      throw duplicateOr(error, path)
    })
    await recordAudit(db, actor, {
      action: 'coupon.update',
      entityType: 'coupon',
      entityId: row.id,
      label: after.code,
      before: { ...before },
      after: { ...presentCoupon(after) },
    })
    return after
  }

  return {
    /** Coupons whose code contains a text, the newest first. */
    async search(
      db: Database,
      filter: { search?: string | undefined; limit: number; offset: number },
    ): Promise<Coupon[]> {
      return (await searchCoupons(db, filter)).map(presentCoupon)
    },

    /** @throws AppError DUPLICATE for a code that exists, VALIDATION for a validity in the past */
    async create(db: Database, form: NewCoupon, actor: Actor, now: Date): Promise<Coupon> {
      return presentCoupon(await insert(db, form, '', actor, now))
    },

    /**
     * Creates and updates the given coupons and links them to an entity; links that are not named stay (OQ-045).
     * Runs in the caller's transaction: all or nothing.
     * @throws AppError NOT_FOUND for an unknown entity or coupon, DUPLICATE for a code that exists
     */
    async saveForEntity(
      db: Database,
      request: { coupons: CouponForm[]; entity_id: string; entity_type: CouponEntityType },
      actor: Actor,
      now: Date,
    ): Promise<CouponLink[]> {
      const { entity_id, entity_type } = request
      if (!(await targets[entity_type](db, entity_id))) throw notFound(`This ${entity_type} does not exist`)
      for (const [index, form] of request.coupons.entries()) {
        const path = `coupons.${index}.`
        const row = form._id
          ? await update(db, form, path, actor, now)
          : await insert(db, form, path, actor, now)
        const isNew = await linkCoupon(db, { coupon_id: row.id, entity_id, entity_type, now })
        if (!isNew) continue
        await recordAudit(db, actor, {
          action: 'coupon.link',
          entityType: 'coupon',
          entityId: row.id,
          label: row.code,
          after: { entity_id, entity_type },
        })
      }
      return (
        await listLinks(db, { entityId: entity_id, entityType: entity_type, limit: 200, offset: 0 })
      ).map(presentCouponLink)
    },

    /** Links of an entity; an unknown entity has none. */
    async listForEntity(
      db: Database,
      filter: { entityId: string; entityType?: CouponEntityType | undefined; limit: number; offset: number },
    ): Promise<CouponLink[]> {
      if (!isRecordId(filter.entityId)) return []
      return (await listLinks(db, filter)).map(presentCouponLink)
    },

    /**
     * Toggles whether a coupon counts for an entity, or sets it to a target.
     * @throws AppError NOT_FOUND when they are not linked
     */
    async setLinkStatus(
      db: Database,
      link: { couponId: string; entityId: string; target: boolean | undefined },
      actor: Actor,
    ): Promise<CouponLink> {
      const missing = notFound('This coupon is not linked to that')
      if (!isRecordId(link.couponId) || !isRecordId(link.entityId)) throw missing
      const isChanged = await setLinkStatus(db, link)
      const row = await findLink(db, link.couponId, link.entityId)
      if (!row) throw missing
      if (!isChanged) return presentCouponLink(row)
      await recordAudit(db, actor, {
        action: row.is_active ? 'coupon.activate' : 'coupon.deactivate',
        entityType: 'coupon',
        entityId: row.id,
        label: row.code,
        after: { entity_id: row.entity_id, is_active: row.is_active },
      })
      return presentCouponLink(row)
    },
  }
}

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
