import type { CurrencyCode } from '@greenroom/contract/money'
import type { EventType } from '@greenroom/contract/sessions/event/event.schema'
import { shownCurrencies } from '../../../lib/money.ts'
import { PriceField } from '../../../shared/field/price-field/price-field.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import classes from './event-form.module.css'
import { type EventFormProp, type PriceKind, priceField, priceKinds } from './event-form-values.ts'

const kindNames: Record<PriceKind, string> = {
  original: 'Original',
  current: 'Current',
  member: 'Member',
  guest: 'Guest',
}

/** Prices: a row per currency, a column per kind (EVT-04, OQ-024, OQ-061). */
export function EventPriceSection({ kind, form }: EventFormProp & { kind: EventType }) {
  const { is_paid } = form.values
  return (
    <FormSection title="Price" hint="Digits only; the last two are paise or cents.">
      <Field
        as={SwitchRow}
        isCheck
        form={form}
        path="is_paid"
        label={kind === 'OFFLINE' ? 'Paid event' : 'Paid webinar'}
        hint="Off shows Free on the card."
      />
      {is_paid && (
        <div className="gr-tight">
          <div className={classes.priceHead} aria-hidden="true">
            <span />
            {priceKinds.map((one) => (
              <span key={one}>
                {kindNames[one]}
                {one === 'current' && <span className="gr-danger"> *</span>}
              </span>
            ))}
          </div>
          {shownCurrencies.map((currency) => (
            <PriceRow key={currency} currency={currency} form={form} />
          ))}
          <p className="gr-fine gr-faint">249900 becomes ₹2,499.00, and 4900 becomes $49.00.</p>
        </div>
      )}
    </FormSection>
  )
}

function PriceRow({ currency, form }: EventFormProp & { currency: CurrencyCode }) {
  const { values } = form
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its fields as a grid in every browser
    <div role="group" aria-label={`${currency} prices`} className={classes.priceRow}>
      <span className={classes.currency} aria-hidden="true">
        {currency}
      </span>
      {priceKinds.map((one) => {
        const field = priceField(one, currency)
        return (
          <FormField key={one} path={field}>
            <span className={classes.cellName} aria-hidden="true">
              {kindNames[one]}
              {isRequired(one, currency) && <span className="gr-danger"> *</span>}
            </span>
            <PriceField
              aria-label={`${kindNames[one]} price, ${currency}`}
              currency={currency}
              original={one === 'current' ? values[priceField('original', currency)] : null}
              withCode={false}
              required={isRequired(one, currency)}
              {...form.getInputProps(field)}
            />
          </FormField>
        )
      })}
    </div>
  )
}

function isRequired(kind: PriceKind, currency: CurrencyCode): boolean {
  return kind === 'current' && currency === 'INR'
}
