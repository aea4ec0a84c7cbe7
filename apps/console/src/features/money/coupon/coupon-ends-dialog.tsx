import { endOfDay } from '@greenroom/contract/calendar-day'
import {
  changeCouponEnds,
  getCoupon,
  listCoupons,
  listCouponsOfEntity,
  searchCoupons,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { couponMessages, type ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { businessDay, businessTimeZone, businessZoneName } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { DateField } from '../../../shared/field/date-field/date-field.tsx'
import { couponDialogMessages } from '../../../shared/money/coupon-dialog/coupon-messages.ts'
import { refresh, undoOf } from '../../../shared/record/undo/undo.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { couponEndsMessages as messages } from './coupon-page-messages.ts'

interface CouponEndsDialogProps {
  opened: boolean
  /** As the list showed them when the dialog was opened. */
  coupons: readonly ListedCoupon[]
  onClose: () => void
  onDone: () => void
}

const stale = [listCoupons, getCoupon, searchCoupons, listCouponsOfEntity]

/** Asks for one last day of several coupons, and offers to give each its own back (OQ-683). */
export function CouponEndsDialog({ opened, coupons, onClose, onDone }: CouponEndsDialogProps) {
  const [day, setDay] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const client = useQueryClient()
  const { call, isPending } = useCall(changeCouponEnds, { invalidates: stale, refreshesOnConflict: true })
  const isShown = useIsShown(opened)
  const submit = async () => {
    if (day === null) {
      setError(couponMessages.validityRequired)
      return
    }
    const valid_till = endOfDay(day, businessTimeZone()).toISOString()
    const body = { coupons: coupons.map(({ _id, version }) => ({ _id, version, valid_till })) }
    try {
      await notify.progress(
        call({ body }),
        { pending: messages.pending, success: messages.success(coupons.length), error: failureMessage },
        {
          undo: ({ data }) =>
            undoOf({
              send: () => callEndpoint(changeCouponEnds, { body: { coupons: earlierEnds(coupons, data) } }),
              onEnd: () => refresh(client, stale),
            }),
        },
      )
      if (isShown.current) onDone()
    } catch (failure) {
      setError(failureMessage(failure))
    }
  }
  const ends = day !== null && day < businessDay()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!isPending}
      title={messages.title(coupons.length)}
      focusesTitle
      footer={
        <>
          <Button variant="subtle" disabled={isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <BusyButton busy={isPending} onClick={() => void submit()}>
            {messages.submit(coupons.length)}
          </BusyButton>
        </>
      }
    >
      <div className="gr-stack">
        <p className="gr-small gr-break">{coupons.map(({ code }) => code).join(', ')}</p>
        <DateField
          label={messages.day}
          description={error ? undefined : couponDialogMessages.validity(businessZoneName())}
          required
          value={day}
          error={error}
          onChange={(chosen) => {
            setDay(chosen)
            setError(undefined)
          }}
        />
        {ends && <p className="gr-small gr-faint">{messages.endsNow}</p>}
      </div>
    </Dialog>
  )
}

/** The ends that coupons had, against the versions that they have now. */
function earlierEnds(
  before: readonly ListedCoupon[],
  now: readonly { _id: string; version: number }[],
): { _id: string; version: number; valid_till: string }[] {
  const endOf = new Map(before.map(({ _id, valid_till }) => [_id, valid_till]))
  return now.flatMap(({ _id, version }) => {
    const valid_till = endOf.get(_id)
    return valid_till === undefined ? [] : [{ _id, version, valid_till }]
  })
}
