// Converts the attendees of Hi.Events (its XLSX export, or that saved as CSV) into registrations.ndjson or, with --attendance, into
// attendance.ndjson.
import { print, readOptions, readRows, signUpsOf, timeOf } from './shared.mjs'

const options = readOptions()
const people = readRows(options.file).map((row) => ({
  external_id: row['Public ID'],
  user: { name: `${row['First Name']} ${row['Last Name']}`.trim(), email: row.Email },
  source: 'Hi.Events',
  registered_at: timeOf(row['Created Date'], options.zone),
  cancelled: row.Status === 'CANCELLED',
  changed_at: timeOf(row['Last Updated Date'], options.zone),
  attended_at: row['Is Checked In'] === 'Yes' ? timeOf(row['Checked In At'], options.zone) : undefined,
}))
print(signUpsOf(options, people))
