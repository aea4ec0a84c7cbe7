// Sends an order from a product with a checkout of its own. Needs GREENROOM, KEY, and the id of a published masterclass.
const { GREENROOM, KEY, MASTERCLASS } = process.env
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

async function call(method, path, body) {
  const response = await fetch(GREENROOM + path, { method, headers, body: body && JSON.stringify(body) })
  const { data, message } = await response.json()
  if (!response.ok) throw new Error(message)
  return data
}

async function send(kind, record) {
  const { results } = await call('POST', `/intake/${kind}`, { records: [record] })
  if (results[0].outcome === 'refused') throw new Error(results[0].message)
}

const now = () => new Date().toISOString()
const price = await call(
  'GET',
  `/intake/price?entity_type=masterclass&entity_id=${MASTERCLASS}&currency=INR`,
)
const user = { external_id: 'buyer-7', first_name: 'Asha', last_name: 'Iyer', email: 'asha@example.com' }
await send('users', { ...user, changed_at: now() })

const order = {
  external_id: `order-${Date.now()}`,
  user,
  entity_type: 'masterclass',
  entity_id: MASTERCLASS,
  amount: price.total,
  currency_code: 'INR',
  billing: { state: 'Karnataka', country: 'IN' },
  created_at: now(),
}
await send('orders', { ...order, status: 'pending', changed_at: now() })
// Here your checkout takes the money.
const paid = { status: 'completed', completed_at: now(), payment_id: `pay_${Date.now()}` }
await send('orders', { ...order, ...paid, changed_at: now() })
console.log(await call('GET', `/intake/orders/${order.external_id}`))
