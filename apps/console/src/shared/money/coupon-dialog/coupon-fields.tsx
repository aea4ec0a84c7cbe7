import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import { businessDay, businessZoneName } from '../../../lib/dates.ts'
import { FixedValue } from '../../../ui/fixed-value.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FieldRow } from '../../../ui/form-section.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DateField } from '../../field/date-field/date-field.tsx'
import { PriceField } from '../../field/price-field/price-field.tsx'
import { couponDialogMessages, couponFieldMessages as messages } from './coupon-messages.ts'
import { discountText } from './coupon-terms.ts'
import type { CouponValues } from './coupon-values.ts'

interface CouponFieldsProps {
  form: UseFormReturnType<CouponValues>
  /** The coupon is created: it cannot end in the past. */
  isNew: boolean
  /** An order carries the coupon: its code and discounts stay (OQ-303). */
  areTermsFixed?: boolean
}

/** The fields of a coupon: code, validity, discounts and limits. */
export function CouponFields({ form, isNew, areTermsFixed = false }: CouponFieldsProps) {
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
    <>
      <FieldRow>
        {areTermsFixed ? (
          <FixedValue label={messages.code} value={<span className="gr-mono">{form.values.code}</span>} />
        ) : (
          <TextField
            form={form}
            path="code"
            label={messages.code}
            required
            spellCheck={false}
            classNames={{ input: 'gr-mono' }}
            onChange={typeCode}
          />
        )}
        <FormField path="valid_till">
          <DateField
            label={messages.validTill}
            description={
              form.errors.valid_till ? undefined : couponDialogMessages.validity(businessZoneName())
            }
            required
            min={isNew ? businessDay() : undefined}
            value={form.values.valid_till}
            error={form.errors.valid_till}
            onChange={(day) => form.setFieldValue('valid_till', day)}
          />
        </FormField>
      </FieldRow>
      {areTermsFixed ? (
        <FixedValue
          label={messages.discount}
          value={discountText({
            ...form.values,
            discount_percentage: Number(form.values.discount_percentage),
          })}
          hint={messages.fixed}
        />
      ) : (
        <FieldRow columns={3}>
          {discounts.map(({ path, label, currency, digits }) => (
            <Field
              key={path}
              as={PriceField}
              form={form}
              path={path}
              label={label}
              description={form.values[path] === null && `The last two digits are ${digits}`}
              currency={currency}
            />
          ))}
          <Field
            as={NumberField}
            form={form}
            path="discount_percentage"
            label={messages.percent}
            inputMode="decimal"
            placeholder="0"
            unit="%"
          />
        </FieldRow>
      )}
      <FieldRow>
        {limits.map(({ path, label }) => (
          <Field
            key={path}
            as={NumberField}
            form={form}
            path={path}
            label={label}
            placeholder={messages.unlimited}
          />
        ))}
      </FieldRow>
    </>
  )
}

const discounts = [
  { path: 'absolute_discount', label: messages.inr, currency: 'INR', digits: 'paise' },
  { path: 'absolute_discount_usd', label: messages.usd, currency: 'USD', digits: 'cents' },
] as const

const limits = [
  { path: 'max_redemptions', label: messages.most },
  { path: 'max_per_person', label: messages.perPerson },
] as const
