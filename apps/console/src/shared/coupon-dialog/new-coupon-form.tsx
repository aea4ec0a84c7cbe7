import { createCoupon, searchCoupons } from '@greenroom/contract/coupon/coupon.endpoints'
import { type Coupon, couponMessages } from '@greenroom/contract/coupon/coupon.schema'
import { Button, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useForm } from '@mantine/form'
import { IconCalendar } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { businessDay, businessZoneName } from '../../lib/dates.ts'
import { notify } from '../../lib/notify.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PriceField } from '../price-field/price-field.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import { couponOf, emptyCoupon, type NewCouponValues, validateCoupon } from './new-coupon.ts'
import classes from './new-coupon-form.module.css'

// The focus stays in its field until the click: the words that a blur brings would move the button away.
const keepFocus = (event: MouseEvent) => event.preventDefault()

interface NewCouponFormProps {
  /** Told the coupon once the server has made it. */
  onCreated: (coupon: Coupon) => void
  onCancel: () => void
  /** Told whether something stands in the form that would be lost. */
  onDirtyChange: (isDirty: boolean) => void
  /** Told whether the coupon is under way: the dialog stays open meanwhile. */
  onBusyChange: (isBusy: boolean) => void
}

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

const fieldNames = Object.keys(emptyCoupon) as (keyof NewCouponValues)[]

/** The form of a new coupon. Add makes the coupon at once; it is linked when the dialog is saved (OQ-046). */
export function NewCouponForm({ onCreated, onCancel, onDirtyChange, onBusyChange }: NewCouponFormProps) {
  const dayId = useId()
  const creating = useCall(createCoupon, { invalidates: [searchCoupons] })
  const [failure, setFailure] = useState<string>()
  const form = useForm<NewCouponValues>({
    initialValues: emptyCoupon,
    validate: validateCoupon,
    // Not the day: its calendar takes the focus, which would call it missing while it is being picked.
    validateInputOnBlur: ['code', 'absolute_discount', 'absolute_discount_usd', 'discount_percentage'],
  })
  const panel = useRef<HTMLFormElement>(null)
  // It opens at the press of a button that goes away, so it takes the focus.
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const isDirty = form.isDirty()
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  const focus = (field: string | undefined) => {
    if (field) form.getInputNode(field as keyof NewCouponValues)?.focus()
  }
  const mark = (error: unknown) => {
    const marked = fieldNames.flatMap((name) => {
      const found = error instanceof ApiError && error.errors.find(({ path }) => path === name)
      return found ? [[name, found.message] as const] : []
    })
    if (marked.length === 0 && error instanceof ApiError && error.code === 'DUPLICATE') {
      marked.push(['code', couponMessages.codeTaken])
    }
    if (marked.length === 0) return setFailure(failureMessage(error))
    form.setErrors(Object.fromEntries(marked))
    focus(marked[0]?.[0])
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (creating.isPending) return
    setFailure(undefined)
    const errors = validateCoupon(form.values)
    form.setErrors(errors)
    const wrong = fieldNames.find((name) => name in errors)
    if (wrong) return focus(wrong)
    onBusyChange(true)
    try {
      const made = await notify.progress(
        creating.call({ body: couponOf(form.values) }),
        couponDialogMessages.create,
      )
      onCreated(made.data)
    } catch (error) {
      mark(error)
    } finally {
      onBusyChange(false)
    }
  }

  // The input is changed in place, before React compares it with the form's value: its caret stays where it is.
  const typeCode = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const upper = input.value.toUpperCase()
    if (upper !== input.value) {
      const caret = input.selectionStart
      input.value = upper
      input.setSelectionRange(caret, caret)
    }
    form.setFieldValue('code', upper)
  }

  return (
    <form ref={panel} className={classes.form} noValidate onSubmit={submit} aria-label="New coupon">
      <div className={classes.first}>
        <TextInput
          label="Code"
          required
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.code }}
          {...form.getInputProps('code')}
          onChange={typeCode}
        />
        <DatePickerInput
          label="Valid till"
          description={form.errors.valid_till ? undefined : couponDialogMessages.validity(businessZoneName())}
          required
          placeholder="Pick a date"
          valueFormat="D MMM YYYY"
          firstDayOfWeek={1}
          weekendDays={[]}
          hideOutsideDates
          minDate={businessDay()}
          // The calendar is named after the element with this id.
          id={dayId}
          popoverProps={{ id: dayId, returnFocus: true }}
          ariaLabels={calendarLabels}
          rightSectionPointerEvents="none"
          rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
          {...form.getInputProps('valid_till')}
          onBlur={undefined}
        />
      </div>
      <div className={classes.discounts}>
        <PriceField
          label="INR discount"
          description={form.values.absolute_discount === null && 'The last two digits are paise'}
          currency="INR"
          {...form.getInputProps('absolute_discount')}
        />
        <PriceField
          label="USD discount"
          description={form.values.absolute_discount_usd === null && 'The last two digits are cents'}
          currency="USD"
          {...form.getInputProps('absolute_discount_usd')}
        />
        <NumberField
          label="Percent discount"
          inputMode="decimal"
          placeholder="0"
          unit="%"
          {...form.getInputProps('discount_percentage')}
        />
      </div>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" onMouseDown={keepFocus} onClick={onCancel} disabled={creating.isPending}>
          Cancel
        </Button>
        <BusyButton type="submit" variant="default" busy={creating.isPending} onMouseDown={keepFocus}>
          Add
        </BusyButton>
      </div>
    </form>
  )
}
