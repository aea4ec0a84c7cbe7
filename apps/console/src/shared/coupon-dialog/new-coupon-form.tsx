import type { Coupon } from '@greenroom/contract/coupon/coupon.schema'
import { Button } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { businessDay, businessZoneName } from '../../lib/dates.ts'
import { keepFocus, SubmitButton } from '../../ui/busy-button.tsx'
import { useCalendarProps } from '../../ui/calendar-props.tsx'
import { Field, FormField } from '../../ui/form-field.tsx'
import { ProblemNotice } from '../../ui/form-notice.tsx'
import { FieldRow } from '../../ui/form-section.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PriceField } from '../price-field/price-field.tsx'
import { FormFields } from '../record-form/form-fields.tsx'
import type { useRecordForm } from '../record-form/use-record-form.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import type { NewCouponValues } from './new-coupon.ts'
import classes from './new-coupon-form.module.css'

interface NewCouponFormProps {
  of: ReturnType<typeof useRecordForm<NewCouponValues, Coupon, NewCouponValues>>
  onCancel: () => void
}

/** The form of a new coupon. Add creates the coupon at once; it is linked when the dialog is saved (OQ-046). */
export function NewCouponForm({ of, onCancel }: NewCouponFormProps) {
  const calendar = useCalendarProps()
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
          <TextField
            form={form}
            path="code"
            label="Code"
            required
            spellCheck={false}
            classNames={{ input: 'gr-mono' }}
            onChange={typeCode}
          />
          <FormField path="valid_till">
            <DatePickerInput
              label="Valid till"
              description={
                form.errors.valid_till ? undefined : couponDialogMessages.validity(businessZoneName())
              }
              required
              placeholder="Pick a date"
              valueFormat="D MMM YYYY"
              {...calendar}
              minDate={businessDay()}
              {...form.getInputProps('valid_till')}
              onBlur={undefined}
            />
          </FormField>
        </FieldRow>
        <FieldRow columns={3}>
          <Field
            as={PriceField}
            form={form}
            path="absolute_discount"
            label="INR discount"
            description={form.values.absolute_discount === null && 'The last two digits are paise'}
            currency="INR"
          />
          <Field
            as={PriceField}
            form={form}
            path="absolute_discount_usd"
            label="USD discount"
            description={form.values.absolute_discount_usd === null && 'The last two digits are cents'}
            currency="USD"
          />
          <Field
            as={NumberField}
            form={form}
            path="discount_percentage"
            label="Percent discount"
            inputMode="decimal"
            placeholder="0"
            unit="%"
          />
        </FieldRow>
      </FormFields>
      {problem !== null && <ProblemNotice message={problem} />}
      <div className="gr-end">
        <Button variant="subtle" onMouseDown={keepFocus} onClick={onCancel} disabled={of.isSaving}>
          Cancel
        </Button>
        <SubmitButton size="sm" variant="default" busy={of.isSaving}>
          Add
        </SubmitButton>
      </div>
    </form>
  )
}
