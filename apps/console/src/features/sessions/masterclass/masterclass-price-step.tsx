import type { CurrencyCode } from '@greenroom/contract/money'
import type { UseFormReturnType } from '@mantine/form'
import { PriceField } from '../../../shared/field/price-field/price-field.tsx'
import { priceFieldsOf } from '../../../shared/record/record-form/price-values.ts'
import { Field } from '../../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import type { MasterclassFormValues } from './masterclass-form-values.ts'

interface PriceStepProps {
  form: UseFormReturnType<MasterclassFormValues>
}

/** Step 2: the four prices (MC-40, MC-41). */
export function MasterclassPriceStep({ form }: PriceStepProps) {
  return (
    <>
      <FormSection title="Rupee price" hint="Paid by buyers in India.">
        <Prices
          form={form}
          currency="INR"
          example="Type digits only. The last two are paise: 249900 becomes ₹2,499.00."
        />
      </FormSection>
      <FormSection title="Dollar price" hint="Paid by buyers abroad.">
        <Prices form={form} currency="USD" example="The last two digits are cents: 4900 becomes $49.00." />
      </FormSection>
    </>
  )
}

interface PricesProps extends PriceStepProps {
  currency: CurrencyCode
  example: string
}

function Prices({ form, currency, example }: PricesProps) {
  const { original, current } = priceFieldsOf(currency)
  const price = { as: PriceField, form, currency, required: true }
  return (
    <>
      <FieldRow>
        <Field {...price} path={original} label="Original price" />
        <Field {...price} path={current} label="Current price" original={form.values[original]} />
      </FieldRow>
      <p className="gr-fine gr-faint">{example}</p>
    </>
  )
}
