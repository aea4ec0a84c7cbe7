import { TextInput } from '@mantine/core'
import { formatMoney, shownCurrencies } from '../../lib/money.ts'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { PriceField } from '../../ui/price-field.tsx'
import classes from './event-form.module.css'
import type { EventFormProp } from './event-form-prop.ts'
import { referralField } from './event-form-values.ts'

/** The discount and the referral discount, all optional (EVT-05, EVT-06, EVT-28, EVT-29, OQ-061). */
export function DiscountSection({ form }: EventFormProp) {
  return (
    <FormSection title="Discounts" hint="Leave empty for none.">
      <FieldRow>
        <FormField path="discount_percentage">
          <TextInput
            label="Discount percentage"
            inputMode="decimal"
            autoComplete="off"
            rightSection={<span className={classes.unit}>%</span>}
            rightSectionPointerEvents="none"
            {...form.getInputProps('discount_percentage')}
          />
        </FormField>
        <FormField path="discount_coins">
          <TextInput
            label="Discount coins"
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('discount_coins')}
          />
        </FormField>
      </FieldRow>
      <FieldRow>
        {shownCurrencies.map((currency) => {
          const field = referralField(currency)
          return (
            <FormField key={currency} path={field}>
              <PriceField
                label={`Referral discount, ${currency}`}
                currency={currency}
                format={formatMoney}
                {...form.getInputProps(field)}
                value={form.values[field]}
              />
            </FormField>
          )
        })}
      </FieldRow>
    </FormSection>
  )
}
