import type { Coupon } from '@greenroom/contract/coupon/coupon.schema'
import { Button, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, type MouseEvent, useEffect, useId, useRef } from 'react'
import { businessDay, businessZoneName } from '../../lib/dates.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { calendarProps } from '../../ui/calendar-props.ts'
import { FormField } from '../../ui/form-field.tsx'
import { ProblemNotice } from '../../ui/form-notice.tsx'
import { FieldRow } from '../../ui/form-section.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PriceField } from '../price-field/price-field.tsx'
import { FormFields } from '../record-form/form-fields.tsx'
import type { useRecordForm } from '../record-form/use-record-form.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import type { NewCouponValues } from './new-coupon.ts'
import classes from './new-coupon-form.module.css'

// The field keeps the focus until the click: a message that its blur shows would move the button away.
const keepFocus = (event: MouseEvent) => event.preventDefault()

interface NewCouponFormProps {
  of: ReturnType<typeof useRecordForm<NewCouponValues, Coupon, NewCouponValues>>
  onCancel: () => void
}

/** The form of a new coupon. Add creates the coupon at once; it is linked when the dialog is saved (OQ-046). */
export function NewCouponForm({ of, onCancel }: NewCouponFormProps) {
  const dayId = useId()
  const { form } = of
  const { problem } = of.notices
  const panel = useRef<HTMLFormElement>(null)
  // The button that opened the form has disappeared with its focus.
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void of.submit('save')
  }

  // Changing the input before React compares it with the form's value keeps the caret in its place.
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
      <FormFields of={of}>
        <FieldRow>
          <FormField path="code">
            <TextInput
              label="Code"
              required
              autoComplete="off"
              spellCheck={false}
              classNames={{ input: 'gr-mono' }}
              {...form.getInputProps('code')}
              onChange={typeCode}
            />
          </FormField>
          <FormField path="valid_till">
            <DatePickerInput
              label="Valid till"
              description={
                form.errors.valid_till ? undefined : couponDialogMessages.validity(businessZoneName())
              }
              required
              placeholder="Pick a date"
              valueFormat="D MMM YYYY"
              {...calendarProps}
              minDate={businessDay()}
              // The calendar's accessible name is the element with this id.
              id={dayId}
              popoverProps={{ id: dayId, returnFocus: true }}
              rightSectionPointerEvents="none"
              rightSection={<IconCalendar size={15} stroke={1.5} aria-hidden="true" />}
              {...form.getInputProps('valid_till')}
              onBlur={undefined}
            />
          </FormField>
        </FieldRow>
        <FieldRow columns={3}>
          <FormField path="absolute_discount">
            <PriceField
              label="INR discount"
              description={form.values.absolute_discount === null && 'The last two digits are paise'}
              currency="INR"
              {...form.getInputProps('absolute_discount')}
            />
          </FormField>
          <FormField path="absolute_discount_usd">
            <PriceField
              label="USD discount"
              description={form.values.absolute_discount_usd === null && 'The last two digits are cents'}
              currency="USD"
              {...form.getInputProps('absolute_discount_usd')}
            />
          </FormField>
          <FormField path="discount_percentage">
            <NumberField
              label="Percent discount"
              inputMode="decimal"
              placeholder="0"
              unit="%"
              {...form.getInputProps('discount_percentage')}
            />
          </FormField>
        </FieldRow>
      </FormFields>
      {problem !== null && <ProblemNotice message={problem} />}
      <div className="gr-end">
        <Button variant="subtle" onMouseDown={keepFocus} onClick={onCancel} disabled={of.isSaving}>
          Cancel
        </Button>
        <BusyButton type="submit" variant="default" busy={of.isSaving} onMouseDown={keepFocus}>
          Add
        </BusyButton>
      </div>
    </form>
  )
}
