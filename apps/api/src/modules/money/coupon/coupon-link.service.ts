import {
  type CouponEntityType,
  type CouponForm,
  type CouponLink,
  couponMessages,
  isNewCoupon,
  type LinkedEntity,
} from '@greenroom/contract/money/coupon/coupon.schema'
import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { findRecord, refuseStale } from '../../../platform/database/records.ts'
import { presentCoupon, presentCouponLink } from './coupon.presenter.ts'
import {
  type CouponRow,
  findCoupon,
  findLink,
  linkCoupon,
  listLinks,
  listLinksOfCoupon,
  lockCoupons,
  setLinkStatus,
} from './coupon.repository.ts'
import { refusePastValidity, saveCouponChanges, saveNewCoupon } from './coupon-save.service.ts'

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

/** Links of coupons to what they take their discounts off. */
export function createCouponLinks({ targets }: { targets: CouponTargets }) {
  return {
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
          return { code: form.code, write: () => saveNewCoupon(call, form, { id, path }) }
        }
        const row = existing.get(form._id?.toLowerCase() ?? '')
        if (!row) throw missing(path)
        refuseStale(
          form.version,
          presentCoupon(row),
          `Someone else has changed ${row.code}.`,
          `${path}version`,
        )
        return { code: form.code ?? row.code, write: () => saveCouponChanges(call, form, row, path) }
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

/**
 * Locks the existing coupons of a save.
 * @returns the coupons by id
 */
async function lockExisting(call: Call, forms: readonly CouponForm[]): Promise<Map<string, CouponRow>> {
  const ids = forms.flatMap(({ _id }) => (_id !== undefined && isRecordId(_id) ? [_id.toLowerCase()] : []))
  return new Map((await lockCoupons(call.db, ids)).map((row) => [row.id, row]))
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
