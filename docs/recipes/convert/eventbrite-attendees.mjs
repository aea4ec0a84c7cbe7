// Converts the attendees of Eventbrite into registrations.ndjson. An order has no id of its people, so each gets the
// number of its order and its place in it.
import { print, readOptions, readRows, signUpsOf, timeOf } from './shared.mjs'

const options = readOptions()
const places = new Map()
const people = readRows(options.file).map((row) => {
  const order = row['Order #'] ?? row['Order ID']
  const place = (places.get(order) ?? 0) + 1
  places.set(order, place)
  return {
    external_id: `eventbrite-${order}-${place}`,
    user: { name: `${row['First Name']} ${row.Surname ?? row['Last Name']}`.trim(), email: row.Email },
    source: 'Eventbrite',
    registered_at: timeOf(row['Order Date'], options.zone),
    cancelled: /cancel|refund|not attending|deleted/i.test(row['Attendee Status']),
    changed_at: options.exported,
  }
})
print(signUpsOf(options, people))
