import type { CurrencyCode } from '@greenroom/contract/money'
import { priceWithGst } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { useSession } from '../../../lib/api/current-session.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paymentPageFormMessages as messages } from './payment-page-messages.ts'

/**
 * The price that a buyer pays today: ₹1,178.82 incl. 18% GST.
 * @param minor the entered price, in minor units
 */
export function FinalPrice({ minor, currency }: { minor: number; currency: CurrencyCode }) {
  const percent = useSession()?.settings.gst_percent
  const text = (of: number) => messages.withGst(formatMoney(priceWithGst(minor, of), currency), of)
  // The session may come later than the prices: the line keeps its place, as wide as with the usual rate.
  return percent === undefined ? <span style={{ visibility: 'hidden' }}>{text(18)}</span> : text(percent)
}
