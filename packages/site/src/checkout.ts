import { readOrder } from '@greenroom/contract/outside/public-read/order-read.endpoints'
import { CheckoutPage, OrderPage, orderPath } from './pages/checkout-page.tsx'
import type { Form, Site } from './site-context.ts'

/** Takes a payment, or lets it fail, in place of the gateway's own checkout. */
export type Pay = (attempt: {
  gatewayOrderId: string
  reference: string
  /** In minor units. */
  amount: number
  currency: string
  method: string
  outcome: 'captured' | 'failed'
  /** Whether Greenroom never hears of it. */
  isMessageLost: boolean
}) => Promise<void>

const methods = ['upi', 'card', 'netbanking']

/** Adds the checkout of the payment sandbox and the page of an order. */
export function addCheckoutPages({ scope, intake, show }: Site, pay: Pay): void {
  const orderOf = (params: unknown) =>
    intake.call(readOrder, { params: { external_id: (params as { reference: string }).reference } })
  const isOpen = (status: string) => status === 'pending' || status === 'failed'

  scope.get('/site/checkout/:reference', async (request, reply) => {
    const order = await orderOf(request.params)
    if (!isOpen(order.status)) return reply.redirect(orderPath(order))
    return show(reply, CheckoutPage({ order }))
  })

  scope.post('/site/checkout/:reference', async (request, reply) => {
    const order = await orderOf(request.params)
    const form = (request.body ?? {}) as Form
    if (isOpen(order.status)) {
      await pay({
        gatewayOrderId: order.gateway_order_id ?? `order_${order.external_id}`,
        reference: order.external_id,
        amount: order.amount,
        currency: order.currency_code,
        method: methods.find((method) => method === form.method) ?? 'upi',
        outcome: form.outcome === 'failed' ? 'failed' : 'captured',
        isMessageLost: form.is_message_lost === 'yes',
      })
    }
    return reply.redirect(orderPath(order), 303)
  })

  scope.get('/site/orders/:reference', async (request, reply) => {
    const order = await orderOf(request.params)
    return show(reply, OrderPage({ order }))
  })
}
