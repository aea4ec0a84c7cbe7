// Converts the orders of Shopify into orders.ndjson. An order of several items has a line for each, and only the first
// has what belongs to the whole order.
import { minorUnits, orderOf, print, readOptions, readRows, timeOf } from './shared.mjs'

const options = readOptions()
const statuses = {
  paid: 'completed',
  partially_refunded: 'completed',
  refunded: 'refunded',
  voided: 'failed',
  expired: 'failed',
}
const orders = new Map()
for (const row of readRows(options.file)) {
  const { first = row, items = [] } = orders.get(row.Name) ?? {}
  orders.set(row.Name, { first, items: [...items, row['Lineitem name']] })
}
print(
  [...orders.values()].map(({ first, items }) => {
    const [first_name, ...rest] = (first['Billing Name'] || first.Email).split(' ')
    return orderOf(options, {
      external_id: `shopify-${first.Id || first.Name}`,
      user: { first_name, last_name: rest.join(' '), email: first.Email, phone: first.Phone },
      entity_title: items.join(', ').slice(0, 500),
      amount: minorUnits(first.Total),
      discount_amount: minorUnits(first['Discount Amount']),
      coupon_code: first['Discount Code'],
      currency: first.Currency,
      status: statuses[first['Financial Status']] ?? 'pending',
      created_at: timeOf(first['Created at'], options.zone),
      completed_at: timeOf(first['Paid at'], options.zone),
      billing: {
        name: first['Billing Name'],
        address: [first['Billing Street'], first['Billing City'], first['Billing Zip']].filter(Boolean).join(', '),
        state: first['Billing Province Name'] || first['Billing Province'],
        country: first['Billing Country'],
      },
      source: 'Shopify',
    })
  }),
)
