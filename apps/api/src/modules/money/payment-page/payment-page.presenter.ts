import type { PaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { pricesOf } from '../../../platform/database/price-columns.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import type { PaymentPageRow } from './payment-page.repository.ts'

/** Presents a custom payment page for a response. */
export function presentPaymentPage(row: PaymentPageRow): PaymentPage {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    is_active: row.is_active,
    banner: fileUrl(row.banner_key),
    prices: pricesOf(row),
    venue_state: row.venue_state as PaymentPage['venue_state'],
    meta: { lsq: { add_to_cart: row.lsq_add_to_cart, purchase: row.lsq_purchase } },
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
