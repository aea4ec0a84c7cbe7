import { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import * as z from 'zod/mini'
import type { RecordForm } from '../../record/record-form/use-record-form.tsx'

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
const Entity = z.object({ _id: z.string() })

/** The coupons that the dialog will link to an entity. */
export function addedCouponsForm(
  entityId: string,
): RecordForm<AddedCoupons, z.output<typeof Entity>, AddedCoupons> {
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
