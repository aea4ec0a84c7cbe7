import type { CurrencyCode } from '@greenroom/contract/money'
import { gstPercent, priceWithGst } from '@greenroom/contract/payment-page/payment-page.schema'
import type { UseFormReturnType } from '@mantine/form'
import { Fragment } from 'react'
import { formatMoney, shownCurrencies } from '../../lib/money.ts'
import { PriceField } from '../../shared/price-field/price-field.tsx'
import { priceFieldsOf } from '../../shared/record-form/price-values.ts'
import classes from './payment-page-form.module.css'
import { paymentPageFormMessages as words } from './payment-page-messages.ts'
import type { PaymentPageValues } from './payment-page-values.tsx'

/** The four prices, rows of currencies and columns of kinds; what a buyer pays stands below (PAY-08, PAY-10). */
export function PaymentPagePrices({ form }: { form: UseFormReturnType<PaymentPageValues> }) {
  return (
    <fieldset>
      <legend className="gr-part">{words.prices}</legend>
      <p className={classes.hint}>{words.pricesHint}</p>
      <div className={classes.prices}>
        <span className={classes.corner} />
        {[words.originalPrice, words.currentPrice].map((kind) => (
          // The fields carry their whole names.
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
  const original = form.values[names.original]
  const current = form.values[names.current]
  return (
    <Fragment>
      <span className={classes.currency} aria-hidden="true">
        {currency}
      </span>
      <div data-field={names.original}>
        <PriceField
          aria-label={`${words.originalPrice}, ${currency}`}
          currency={currency}
          withCode={false}
          required
          {...form.getInputProps(names.original)}
        />
      </div>
      <div data-field={names.current}>
        <PriceField
          aria-label={`${words.currentPrice}, ${currency}`}
          currency={currency}
          withCode={false}
          required
          original={original}
          description={
            current !== null && <span className={classes.final}>{finalPrice(current, currency)}</span>
          }
          {...form.getInputProps(names.current)}
        />
      </div>
    </Fragment>
  )
}

/** What a buyer pays, as it is shown: ₹1,178.82 incl. 18% GST. @param minor the entered price, in minor units */
function finalPrice(minor: number, currency: CurrencyCode): string {
  return words.withGst(formatMoney(priceWithGst(minor), currency), gstPercent)
}
