// Converts the payments of Stripe into orders.ndjson. Its times are UTC, whatever --zone says. A payment has no name, so
// the description of the customer or the first part of the address is taken.
import { minorUnits, orderOf, print, readOptions, readRows, timeOf } from './shared.mjs'

const options = readOptions()
function statusOf(row) {
  if (row.Status === 'Refunded') return 'refunded'
  if (row.Captured === 'true' || row.Status === 'Paid') return 'completed'
  return row.Status === 'Failed' || row.Status === 'Canceled' ? 'failed' : 'pending'
}
print(
  readRows(options.file).map((row) =>
    orderOf(options, {
      external_id: row.id,
      user: {
        first_name: row['Customer Description'] || row['Customer Email']?.split('@')[0],
        email: row['Customer Email'],
      },
      entity_title: row.Description,
      amount: minorUnits(row.Amount),
      currency: row.Currency,
      status: statusOf(row),
      created_at: timeOf(row['Created (UTC)'], 'UTC'),
      source: 'Stripe',
    }),
  ),
)
