import {
  createCoupon,
  getCoupon,
  listCoupons,
  listCouponsOfEntity,
  removeCoupon,
  searchCoupons,
  updateCoupon,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { Coupon, type ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { CouponFields } from '../../../shared/money/coupon-dialog/coupon-fields.tsx'
import { couponDialogMessages } from '../../../shared/money/coupon-dialog/coupon-messages.ts'
import {
  couponChangesOf,
  couponForm,
  couponOf,
  discountsOf,
} from '../../../shared/money/coupon-dialog/coupon-values.ts'
import { DeleteRecord } from '../../../shared/record/record-form/delete-record.tsx'
import { EditedRecordDialog } from '../../../shared/record/record-form/edited-record-dialog.tsx'
import { RecordFormDialog, useCloseQuestion } from '../../../shared/record/record-form/record-form-dialog.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { CouponDetails } from './coupon-details.tsx'
import { CouponMatrix } from './coupon-matrix.tsx'
import { couponRemoval, couponRecordMessages as messages } from './coupon-page-messages.ts'
import { CouponRedemptions } from './coupon-redemptions.tsx'

// One script for both dialogs: the first script of the console names each, and has no room for another.
export { CouponEndsDialog } from './coupon-ends-dialog.tsx'

interface CouponRecordDialogProps {
  opened: boolean
  /** The coupon to edit; null creates one. */
  id: string | null
  /** The same coupon in the list, if it contains it. */
  listed: ListedCoupon | undefined
  onClose: () => void
  onSaved: (coupon: Coupon) => void
  onRemoved: () => void
}

/** The dialog of a new or a stored coupon: its fields, its redemptions, and prices with it (OQ-303, OQ-306). */
export function CouponRecordDialog({ id, listed, ...form }: CouponRecordDialogProps) {
  const { opened, onClose } = form
  const mayEdit = useMay<typeof updateCoupon>('content.write')
  return (
    <EditedRecordDialog endpoint={getCoupon} {...{ id, listed, opened, onClose, messages }}>
      {(record) =>
        mayEdit || record === null ? (
          <CouponRecordForm {...form} record={record} />
        ) : (
          <CouponDetails coupon={record} opened={opened} onClose={onClose} />
        )
      }
    </EditedRecordDialog>
  )
}

type CouponRecordFormProps = Omit<CouponRecordDialogProps, 'id' | 'listed'> & { record: ListedCoupon | null }

function CouponRecordForm({ opened, record, onClose, onSaved, onRemoved }: CouponRecordFormProps) {
  const create = useCall(createCoupon, { invalidates: [listCoupons, searchCoupons] })
  const update = useCall(updateCoupon, {
    invalidates: [listCoupons, getCoupon, searchCoupons, listCouponsOfEntity],
  })
  const remove = useCall(removeCoupon, {
    invalidates: [listCoupons, searchCoupons],
    refreshesOnConflict: true,
  })
  const question = useCloseQuestion()
  const [spec] = useState(() => couponForm('coupon'))
  const [stored] = useState(() => record && z.parse(Coupon, record))
  const of = useRecordForm(spec, stored, {
    messages: { create: couponDialogMessages.create, update: couponDialogMessages.update },
    create: async (values) => (await create.call({ body: couponOf(values) })).data,
    update: async ({ stored: { _id }, changes, all, version }) =>
      (await update.call({ params: { id: _id }, body: couponChangesOf(changes, all), version })).data,
    onSaved,
    askToClose: question.askToClose,
  })
  const isRemovable = record !== null && record.links_count === 0 && !record.is_used
  return (
    <RecordFormDialog
      of={of}
      question={question}
      opened={opened}
      title={of.base ? messages.editTitle(of.base.code) : messages.createTitle}
      submitLabel={of.base ? messages.save : messages.create}
      onSubmit={() => void of.submit('save')}
      onClose={onClose}
      history={record ? { type: 'coupon', id: record._id } : undefined}
      extraAction={
        isRemovable && (
          <DeleteRecord
            of={of}
            messages={messages}
            progress={couponRemoval}
            name={record.code}
            version={record.version}
            remove={(version) => remove.call({ params: { id: record._id }, version })}
            onRemoved={onRemoved}
          />
        )
      }
    >
      <CouponFields form={of.form} isNew={of.base === null} areTermsFixed={record?.is_used ?? false} />
      {record && record.redemptions.length > 0 && (
        <CouponRedemptions coupon={record._id} redemptions={record.redemptions} />
      )}
      {record && (
        <CouponMatrix
          coupon={record}
          // As typed, so that the table shows what Save would do.
          terms={{
            ...discountsOf(of.form.values),
            valid_till: couponOf(of.form.values).valid_till || record.valid_till,
          }}
          opened={opened}
        />
      )}
    </RecordFormDialog>
  )
}
