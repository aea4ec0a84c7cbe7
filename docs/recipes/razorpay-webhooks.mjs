// Sends a pending order, and lets the webhook of Razorpay complete it. The last call plays Razorpay: in
// production it comes from there. Needs GREENROOM, KEY, MASTERCLASS and RAZORPAY_WEBHOOK_SECRET.
import { createHmac } from 'node:crypto'

const { GREENROOM, KEY, MASTERCLASS, RAZORPAY_WEBHOOK_SECRET } = process.env
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const now = new Date().toISOString()
const reference = `web-${Date.now()}`
const gatewayOrder = `order_${Date.now()}`

const record = {
  external_id: reference,
  user: { first_name: 'Asha', last_name: 'Iyer', email: 'asha@example.com' },
  entity_type: 'masterclass',
  entity_id: MASTERCLASS,
  amount: 249900,
  currency_code: 'INR',
  status: 'pending',
  // The order that you made at Razorpay, so that Greenroom knows the payment when it comes.
  gateway_order_id: gatewayOrder,
  created_at: now,
  changed_at: now,
}
const body = JSON.stringify({ records: [record] })
const sent = await fetch(`${GREENROOM}/intake/orders`, { method: 'POST', headers, body })
console.log((await sent.json()).data.results)

const payment = { id: `pay_${Date.now()}`, order_id: gatewayOrder, amount: 249900, currency: 'INR' }
const entity = { ...payment, status: 'captured', method: 'upi', created_at: Math.floor(Date.now() / 1000) }
const event = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } })
const signature = createHmac('sha256', RAZORPAY_WEBHOOK_SECRET).update(event).digest('hex')
await fetch(`${GREENROOM}/webhooks/razorpay`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
  body: event,
})
const order = await fetch(`${GREENROOM}/intake/orders/${reference}`, { headers })
console.log((await order.json()).data)
