import { shownCurrencies } from '../../lib/money.ts'
import { PriceField } from '../../shared/price-field/price-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import type { EventFormProp } from './event-form-prop.ts'
import { referralField } from './event-form-values.ts'

/** The discount and the referral discount, all optional (EVT-05, EVT-06, EVT-28, EVT-29, OQ-061). */
export function DiscountSection({ form }: EventFormProp) {
  return (
    <FormSection title="Discounts" hint="Leave empty for none.">
      <FieldRow>
        <FormField path="discount_percentage">
          <NumberField
            label="Discount percentage"
            inputMode="decimal"
            unit="%"
            {...form.getInputProps('discount_percentage')}
          />
        </FormField>
        <FormField path="discount_coins">
          <NumberField label="Discount coins" {...form.getInputProps('discount_coins')} />
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
                {...form.getInputProps(field)}
              />
            </FormField>
          )
        })}
      </FieldRow>
    </FormSection>
  )
}
