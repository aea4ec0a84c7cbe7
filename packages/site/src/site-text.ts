import { formatInstant } from '@greenroom/contract/date-time'
import type { CurrencyCode } from '@greenroom/contract/money'

const money = {
  INR: new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }),
  USD: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
}

/** @param amount in minor units */
export function moneyText(amount: number, currency: CurrencyCode): string {
  return money[currency].format(amount / 100)
}

/** Formats an instant in the time zone of the business. */
export function timeText(instant: string, timeZone: string): string {
  return formatInstant(new Date(instant), ', ', timeZone)
}
