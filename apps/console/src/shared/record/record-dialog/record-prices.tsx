import type { CurrencyCode } from '@greenroom/contract/money'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import classes from './record-prices.module.css'

interface RecordPricesProps<Kind extends string> {
  /** Minor units; null for a price that is not set. */
  prices: readonly ({ currency_code: CurrencyCode } & Record<Kind, number | null>)[]
  /** Kinds of price with their labels, in row order. */
  kinds: readonly (readonly [Kind, string])[]
}

/** The prices of a record: a row per kind of price, a column per currency, rupees first. */
export function RecordPrices<Kind extends string>({ prices, kinds }: RecordPricesProps<Kind>) {
  const columns = shownCurrencies.flatMap((currency) =>
    prices.filter((price) => price.currency_code === currency),
  )
  return (
    <table className={classes.prices}>
      <caption className="gr-unseen">Prices</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          {columns.map(({ currency_code }) => (
            <th key={currency_code} scope="col">
              {currency_code}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(([kind, label]) => (
          <tr key={kind}>
            <th scope="row">{label}</th>
            {columns.map((price) => {
              const amount: number | null = price[kind]
              return (
                <td key={price.currency_code}>
                  {amount === null ? '–' : formatMoney(amount, price.currency_code)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
