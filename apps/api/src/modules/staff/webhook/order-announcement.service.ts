import type { CurrencyCode } from '@greenroom/contract/money'
import type { Call } from '../../../platform/call.ts'
import { announce, announceLead, announcesTo } from '../../../platform/webhooks/announce.ts'
import { findActivityCodes, findRefundedAmount } from './order-announcement.repository.ts'

/**
 * Announces an order of a payment page to LeadSquared, in the transaction of the change: created as "add to cart",
 * completed as "purchase". Nothing is announced for other orders, or if the page has no activity for it.
 */
export async function announceOrder(
  call: Call,
  order: { id: string; reference_order_id: string },
  change: 'created' | 'completed',
): Promise<void> {
  if (!announcesTo(call, 'lead-squared')) return
  const codes = await findActivityCodes(call.db, order.id)
  const code = change === 'created' ? codes?.lsq_add_to_cart : codes?.lsq_purchase
  if (code) await announceLead(call, change === 'created' ? 'page.add-to-cart' : 'page.purchase', order)
}

/** Announces a processed refund, whole or of a part. The caller holds the order's lock. */
export async function announceRefund(
  call: Call,
  order: { id: string; reference_order_id: string; currency_code: string; status: string },
  refund: { id: string; amount: number },
): Promise<void> {
  if (!announcesTo(call, 'product')) return
  await announce(call, {
    event: 'order.refunded',
    record: { type: 'transaction', id: order.id },
    data: {
      order_id: order.id,
      reference_order_id: order.reference_order_id,
      refund_id: refund.id,
      amount: refund.amount,
      refunded_amount: await findRefundedAmount(call.db, order.id),
      currency_code: order.currency_code as CurrencyCode,
      status: order.status,
    },
  })
}
