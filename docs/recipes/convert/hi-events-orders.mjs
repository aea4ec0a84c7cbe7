// Converts the orders of Hi.Events (its XLSX export, or that saved as CSV) into orders.ndjson.
import { minorUnits, orderOf, print, readOptions, readRows, timeOf } from './shared.mjs'

const options = readOptions()
function statusOf(row) {
  if (row['Is Fully Refunded'] === 'Yes') return 'refunded'
  if (row.Status === 'COMPLETED') return 'completed'
  return row.Status === 'CANCELLED' ? 'failed' : 'pending'
}
print(
  readRows(options.file).map((row) =>
    orderOf(options, {
      external_id: row['Public ID'],
      user: { first_name: row['First Name'], last_name: row['Last Name'], email: row.Email },
      amount: minorUnits(row['Total Gross']),
      currency: row.Currency,
      status: statusOf(row),
      created_at: timeOf(row['Created At'], options.zone),
      coupon_code: row['Promo Code'],
      billing: { address: row['Billing Address'] },
      source: 'Hi.Events',
    }),
  ),
)
