import {
  listCoupons,
  saveCouponsOfEntity,
  searchCoupons,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import {
  Coupon,
  type CouponEntityType,
  type CouponLink,
} from '@greenroom/contract/money/coupon/coupon.schema'
import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { queryKey, useCall } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { notify } from '../../../lib/notify.tsx'
import type { RecordForm } from '../../record/record-form/record-form.ts'
import { useRecordForm } from '../../record/record-form/use-record-form.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import { couponTerms } from './coupon-terms.ts'

/** A coupon that is not linked yet. */
const AddedCoupon = z.object({
  coupon: Coupon,
  /** Created in this dialog instead of picked from the search. */
  is_created: z.boolean(),
  /** Someone else has changed it since it was added. */
  is_changed: z.boolean(),
})
const AddedCoupons = z.object({ added: z.array(AddedCoupon) })
type AddedCoupons = z.output<typeof AddedCoupons>
type AddedCoupon = z.output<typeof AddedCoupon>
const Entity = z.object({ _id: z.string() })

/** The coupons that the dialog will link to an entity. */
function addedCouponsForm(entityId: string): RecordForm<AddedCoupons, z.output<typeof Entity>, AddedCoupons> {
  const empty = () => ({ added: [] })
  return {
    name: `added-coupons:${entityId}`,
    record: Entity,
    values: AddedCoupons,
    empty,
    valuesOf: empty,
    editedOf: (values) => values,
    errors: () => ({}),
    fieldOf: () => undefined,
    labels: {},
  }
}

interface AddedCouponsHandlers {
  askToClose: () => void
  /** Deletes a coupon that was created in this dialog. */
  onDiscard: (coupon: Coupon) => void
  onLinked: (links: CouponLink[]) => Promise<void>
  onSaved: () => void
}

/** The coupons that saving the dialog links, newest first. */
export function useAddedCoupons(
  entityId: string,
  entityType: CouponEntityType,
  { askToClose, onDiscard, onLinked, onSaved }: AddedCouponsHandlers,
) {
  const client = useQueryClient()
  // The lists count the linked coupons.
  const link = useCall(saveCouponsOfEntity, {
    invalidates: [listMasterclasses, listMemberships, listCoupons],
  })
  const [changedNote, setChangedNote] = useState<string>()
  const searchInput = useRef<HTMLInputElement>(null)
  const [spec] = useState(() => addedCouponsForm(entityId))
  const of = useRecordForm(spec, null, {
    askToClose,
    // `create` shows its own toast.
    messages: {},
    create: async ({ added }) => {
      setChangedNote(undefined)
      // Only ids and versions: linking a coupon must not overwrite terms that someone else has changed since.
      const coupons = added.map(({ coupon: { _id, version } }) => ({ _id, version }))
      const messages = added.some(({ is_created }) => is_created)
        ? couponDialogMessages.create
        : couponDialogMessages.link(added.length)
      const work = link.call({ body: { coupons, entity_id: entityId, entity_type: entityType } })
      const { data } = await notify.progress(work, messages, { isOnScreen: true })
      await onLinked(data)
      return { _id: entityId }
    },
    onSaved,
    onFailed: (reason) => {
      if (!isStale(reason)) return false
      showChanged(z.parse(Coupon, reason.data))
      return true
    },
  })
  const { added } = of.form.values
  const setAdded = (next: AddedCoupon[]) => of.form.setFieldValue('added', next)
  // Nothing was edited here, so there is nothing to merge. Show both terms: the person saves again or removes the coupon.
  const showChanged = (stored: Coupon) => {
    const picked = added.find(({ coupon }) => coupon._id === stored._id)
    if (!picked) return
    setAdded(added.map((one) => (one === picked ? { ...one, coupon: stored, is_changed: true } : one)))
    const terms = { picked: couponTerms(picked.coupon), stored: couponTerms(stored) }
    setChangedNote(couponDialogMessages.changed(picked.coupon.code, terms))
    void client.invalidateQueries({ queryKey: queryKey(searchCoupons) })
  }
  /** Adds a coupon that is not in the list. */
  const add = (coupon: Coupon, isCreated: boolean) => {
    const before = of.form.getValues().added
    if (before.some((one) => one.coupon._id === coupon._id)) return
    setAdded([{ coupon, is_created: isCreated, is_changed: false }, ...before])
  }
  return {
    of,
    added,
    changedNote,
    searchInput,
    pick: (coupon: Coupon) => add(coupon, false),
    /** Adds a coupon that was created here, or replaces its row. */
    put(coupon: Coupon) {
      const before = of.form.getValues().added
      const isAdded = before.some((one) => one.coupon._id === coupon._id)
      if (!isAdded) return add(coupon, true)
      setAdded(
        before.map((one) => (one.coupon._id === coupon._id ? { ...one, coupon, is_changed: false } : one)),
      )
    },
    remove({ coupon: removed, is_created }: AddedCoupon) {
      setAdded(added.filter(({ coupon }) => coupon._id !== removed._id))
      setChangedNote(undefined)
      searchInput.current?.focus()
      if (is_created) onDiscard(removed)
    },
    discardCreated() {
      // A running save links them.
      if (!of.isSaving) for (const one of added) if (one.is_created) onDiscard(one.coupon)
    },
  }
}
