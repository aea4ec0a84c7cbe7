import * as z from 'zod/mini'
import { onlyWith } from './access/member-permission.ts'

/** The supported currencies (LIM-01). */
export const currencyCodes = ['USD', 'INR'] as const
export type CurrencyCode = (typeof currencyCodes)[number]

/** Max amount: one hundred thousand million rupees or dollars, in minor units. */
const largestAmount = 10_000_000_000_000

/**
 * An amount in minor units (paise, cents): a whole number of 0 or more (LIM-02).
 * @param message for any other value
 */
export function amount(message: string) {
  return z.int({ error: message }).check(z.gte(0, message), z.lte(largestAmount, message))
}

export const CurrencyCode = z.enum(currencyCodes)

const priceRequired = 'Price is required'

/** A price in one currency, in minor units. */
export const Price = z.object({
  currency_code: CurrencyCode,
  original_price: amount(priceRequired),
  current_price: amount(priceRequired),
})
export type Price = z.output<typeof Price>

/** One price in each currency, each exactly once ("All four prices required"). */
export const Prices = z.array(Price, { error: priceRequired }).check(
  z.check((context) => {
    const codes = context.value.map((price) => price.currency_code)
    if (codes.length === currencyCodes.length && currencyCodes.every((code) => codes.includes(code))) return
    context.issues.push({ code: 'custom', input: context.value, message: priceRequired })
  }),
)

/** The schemas of sums of orders. A role without `money.read` gets none, unlike prices, which buyers see as well. */
export const moneySums = z.registry<{ isSum: true }>()

/** What orders paid, what was refunded, or what a coupon took off, in minor units. */
export function moneySum() {
  const schema = z.int()
  moneySums.add(schema, { isSum: true })
  return schema
}

/** What was sold in one currency: completed orders and their amount in minor units. */
export const Sale = z.object({
  currency_code: CurrencyCode,
  sold: z.int(),
  amount: onlyWith('money.read', z.optional(moneySum())),
})
export type Sale = z.output<typeof Sale>
