import {
  createCoupon,
  listCoupons,
  removeCoupon,
  searchCoupons,
  updateCoupon,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../../../lib/api/hooks.ts'
import { useRecordForm } from '../../record/record-form/use-record-form.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import { couponChangesOf, couponForm, couponOf } from './coupon-values.ts'

/**
 * The form above the rows: of a new coupon, or of one that the dialog has created and not linked yet.
 * @param onStored called with the coupon once it is created or changed, and whether it is to be linked at once
 */
export function useCouponEditor(
  entityId: string,
  askToClose: () => void,
  onStored: (coupon: Coupon, isToLink: boolean) => void,
) {
  const create = useCall(createCoupon, { invalidates: [searchCoupons, listCoupons] })
  const update = useCall(updateCoupon, { invalidates: [searchCoupons, listCoupons] })
  const removal = useCall(removeCoupon, { invalidates: [searchCoupons, listCoupons] })
  const createButton = useRef<HTMLButtonElement>(null)
  // A coupon that nobody else has linked meanwhile; the server keeps any other (OQ-304). If the call fails, the coupon
  // is listed as not linked.
  const discard = ({ _id }: Coupon) => void removal.call({ params: { id: _id } }).catch(() => {})
  const isCancelled = useRef(false)
  const isToLink = useRef(false)
  const [spec] = useState(() => couponForm(`new-coupon:${entityId}`))
  /** The row that the form changes; null for a new coupon. */
  const [edited, setEdited] = useState<Coupon | null>(null)
  const of = useRecordForm(spec, edited, {
    askToClose,
    messages: { create: couponDialogMessages.create, update: couponDialogMessages.update },
    create: async (values) => {
      const { data } = await create.call({ body: couponOf(values) })
      if (isCancelled.current) discard(data)
      return data
    },
    update: async ({ stored: { _id }, changes, all, version }) =>
      (await update.call({ params: { id: _id }, body: couponChangesOf(changes, all), version })).data,
    onSaved: (coupon) => {
      onStored(z.parse(Coupon, coupon), isToLink.current)
      leave()
    },
  })
  const [isOpen, setOpen] = useState(of.notices.isRestored)
  const reset = useRef(of.reset)
  reset.current = of.reset
  // The form takes over the row to change, or becomes that of a new coupon.
  const lastEdited = useRef(edited)
  useLayoutEffect(() => {
    if (lastEdited.current === edited) return
    lastEdited.current = edited
    reset.current()
  }, [edited])

  // When the form closes, the button that opened it is rendered again and takes the focus.
  const isLeft = useRef(false)
  useEffect(() => {
    if (isOpen || !isLeft.current) return
    isLeft.current = false
    createButton.current?.focus()
  }, [isOpen])
  const leave = () => {
    if (edited === null) of.reset()
    else setEdited(null)
    setOpen(false)
    isLeft.current = true
  }
  return {
    of,
    isOpen,
    createButton,
    open: () => setOpen(true),
    edit: (coupon: Coupon) => {
      setEdited(coupon)
      setOpen(true)
    },
    leave,
    /** Creates the coupon and links it, without a press of Save. */
    async createAndLink() {
      isToLink.current = true
      try {
        await of.submit('save')
      } finally {
        isToLink.current = false
      }
    },
    discard,
    /** Also discards a coupon that is still being created. */
    cancel: () => {
      isCancelled.current = true
    },
  }
}
