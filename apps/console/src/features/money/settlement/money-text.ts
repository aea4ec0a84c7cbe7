import { formatMoney } from '../../../lib/money.ts'

/** Writes an amount in any currency: Razorpay settles others than orders have. @param amount minor units */
export function moneyText(amount: number, currency: string): string {
  if (currency === 'INR' || currency === 'USD') return formatMoney(amount, currency)
  const text = `${(Math.abs(amount) / 100).toFixed(2)} ${currency}`
  return amount < 0 ? `−${text}` : text
}
