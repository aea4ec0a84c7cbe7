import type { CurrencyCode } from '@greenroom/contract/money'
import type { UseFormReturnType } from '@mantine/form'
import { Fragment } from 'react'
import { shownCurrencies } from '../../../lib/money.ts'
import { PriceField } from '../../../shared/field/price-field/price-field.tsx'
import { priceFieldsOf } from '../../../shared/record/record-form/price-values.ts'
import { Field } from '../../../ui/form-field.tsx'
import { FinalPrice } from './final-price.tsx'
import classes from './payment-page-form.module.css'
import { paymentPageFormMessages as messages } from './payment-page-messages.ts'
import type { PaymentPageValues } from './payment-page-values.tsx'

/** The four prices: rows are currencies, columns are kinds, with the price including GST below (PAY-08, PAY-10). */
export function PaymentPagePrices({ form }: { form: UseFormReturnType<PaymentPageValues> }) {
  return (
    <fieldset>
      <legend className="gr-part">{messages.prices}</legend>
      <p className={classes.hint}>{messages.pricesHint}</p>
      <div className={classes.prices}>
        <span className={classes.corner} />
        {[messages.originalPrice, messages.currentPrice].map((kind) => (
          // Each field has its full name as accessible name.
          <span key={kind} className="gr-small gr-bold" aria-hidden="true">
            {kind} <span className="gr-danger">*</span>
          </span>
        ))}
        {shownCurrencies.map((currency) => (
          <CurrencyRow key={currency} form={form} currency={currency} />
        ))}
      </div>
    </fieldset>
  )
}

function CurrencyRow({
  form,
  currency,
}: {
  form: UseFormReturnType<PaymentPageValues>
  currency: CurrencyCode
}) {
  const names = priceFieldsOf(currency)
  const price = { as: PriceField, form, currency, withCode: false, required: true }
  const current = form.values[names.current]
  return (
    <Fragment>
      <span className={classes.currency} aria-hidden="true">
        {currency}
      </span>
      <Field {...price} path={names.original} aria-label={`${messages.originalPrice}, ${currency}`} />
      <Field
        {...price}
        path={names.current}
        aria-label={`${messages.currentPrice}, ${currency}`}
        original={form.values[names.original]}
        description={
          current !== null && (
            <span className={classes.final}>
              <FinalPrice minor={current} currency={currency} />
            </span>
          )
        }
      />
    </Fragment>
  )
}
