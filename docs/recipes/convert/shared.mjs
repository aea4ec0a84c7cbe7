// What the converters share: reading a table, times, amounts and options.
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { isWorkbook, sheetRows } from './sheet.mjs'

/** Reads the command line: the file, the record that was sold or held, and the zone of times without one. */
export function readOptions() {
  const { values, positionals } = parseArgs({
    options: {
      id: { type: 'string' },
      type: { type: 'string', default: 'masterclass' },
      zone: { type: 'string', default: 'Asia/Kolkata' },
      invoiced: { type: 'boolean', default: false },
      attendance: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (positionals.length !== 1 || !values.id) {
    console.error('Usage: node CONVERTER FILE --id ID [--type masterclass] [--zone Asia/Kolkata] [--invoiced]')
    process.exit(1)
  }
  const [file] = positionals
  // Most exports don't say when a record changed, so a later export counts as the newer one.
  return { ...values, file, exported: statSync(file).mtime.toISOString() }
}

/** Reads a CSV file, or the first sheet of an XLSX workbook, as objects by the names of its columns. */
export function readRows(file) {
  const bytes = readFileSync(file)
  const columns = (header) => header.map((name) => name.trim())
  if (isWorkbook(bytes)) {
    const [header = [], ...rows] = sheetRows(bytes).filter((row) => row.some((cell) => cell.trim() !== ''))
    const names = columns(header)
    return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, (row[at] ?? '').trim()])))
  }
  return parse(bytes, {
    columns,
    bom: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Shopify puts an apostrophe before digits, so that a spreadsheet keeps them.
    cast: (cell) => cell.replace(/^'(?=[+\d])/, ''),
  })
}

/** Returns a time such as "2026-05-01 10:00:00" or "2026-05-01 10:00:00 +0200" as ISO 8601; undefined for none. */
export function timeOf(text, zone) {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text ?? '')
  if (!parts) return text || undefined
  const [, day, clock, offset] = parts
  const utc = new Date(`${day}T${clock}Z`)
  if (offset && offset !== 'Z' && offset !== 'UTC') return `${day}T${clock}${offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')}`
  if (offset) return utc.toISOString()
  // The offset may change in the hours between, so it is taken again at the time that it leads to.
  const first = new Date(utc.getTime() - offsetAt(utc, zone))
  return new Date(utc.getTime() - offsetAt(first, zone)).toISOString()
}

function offsetAt(moment, zone) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName').value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? ['', '+', '0', '0']
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Returns an amount such as "1,499.50" in paise or cents; a text that is no amount stays, and the import refuses it. */
export function minorUnits(text) {
  const [, whole, part = ''] = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return whole === undefined ? text : Number(whole.replaceAll(',', '') + part.padEnd(2, '0'))
}

/** Prints records as NDJSON, which the import takes. Members that are undefined are left out. */
export function print(records) {
  for (const record of records) console.log(JSON.stringify(record))
}

/** Makes the record of an order from what the sources have in common. */
export function orderOf({ id, type, invoiced, exported }, order) {
  const { external_id, currency, created_at, status, ...rest } = order
  const isPaid = status === 'completed' || status === 'refunded'
  return {
    external_id,
    entity_type: type,
    entity_id: id,
    currency_code: currency?.toUpperCase(),
    status,
    created_at,
    ...rest,
    ...(isPaid ? { completed_at: rest.completed_at ?? created_at } : { completed_at: undefined }),
    // Otherwise Greenroom issues an invoice for each paid order.
    ...(invoiced && isPaid && { outside_document: external_id }),
    changed_at: exported,
  }
}

/** Makes the record of a sign-up; with --attendance, of the attendance of somebody who checked in. */
export function signUpsOf({ id, type, attendance }, people) {
  if (attendance) {
    return people.flatMap(({ external_id, attended_at }) => (attended_at ? [{ external_id, attended_at }] : []))
  }
  return people.map(({ attended_at: _, ...person }) => ({ session_type: type, session_id: id, ...person }))
}
