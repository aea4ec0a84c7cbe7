import { randomBytes } from 'node:crypto'
import { intakeOrders } from '@greenroom/contract/outside/intake/intake.endpoints'
import type { PricedType, PriceToPay } from '@greenroom/contract/outside/public-read/public-read.schema'
import type { IntakeClient } from './intake-client.ts'
import type { Form } from './site-context.ts'
import { storeOne } from './store-one.ts'
import { externalIdOf, type Visitor } from './visitor.ts'

/**
 * Sends a pending order, as a product does when its checkout opens. The payment gateway completes it.
 * @returns the order's reference
 * @throws IntakeRefusal with the message for the buyer
 */
export async function placeOrder(
  intake: IntakeClient,
  {
    kind,
    id,
    price,
    form,
    visitor,
    now,
  }: { kind: PricedType; id: string; price: PriceToPay; form: Form; visitor: Visitor; now: string },
): Promise<string> {
  const reference = `site_${randomBytes(6).toString('hex')}`
  const isAbroad = form.billing_state === 'abroad'
  await storeOne(intake, intakeOrders, {
    external_id: reference,
    entity_type: kind,
    entity_id: id,
    status: 'pending',
    amount: price.total,
    currency_code: price.currency_code,
    discount_amount: price.discount,
    ...(price.coupon?.is_valid && { coupon_code: price.coupon.code }),
    user: {
      external_id: externalIdOf(visitor),
      first_name: visitor.firstName,
      last_name: visitor.lastName,
      email: visitor.email,
      phone: visitor.phone,
    },
    gateway_order_id: `order_${reference}`,
    billing: isAbroad ? { country: 'US' } : { state: form.billing_state, country: 'IN' },
    ...(form.gstin?.trim() && { gstin: form.gstin.trim() }),
    source: 'Sample site',
    created_at: now,
    changed_at: now,
  })
  return reference
}
