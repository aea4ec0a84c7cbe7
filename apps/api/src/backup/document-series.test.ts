import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayIn } from '@greenroom/contract/calendar-day'
import { financialYearOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { queryDatabase } from '../migrations/test-upgrade.ts'
import { newSeriesCode, readSerial, serialOf } from '../modules/money/document/document-serial.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import { urlOfDatabase } from '../platform/database/test-server.ts'
import { createFolderFileStore } from '../platform/files/folder-file-store.ts'
import { makeBackup } from './backup.ts'
import { secureSeries } from './document-series.ts'
import { restoreBackup } from './restore.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'series-'))
  await database.pool.query(
    `insert into invoice_counter (series, financial_year, last_number) values ('GR', 2026, 120), ('GRC', 2026, 7)`,
  )
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const now = new Date('2026-11-22T09:30:00Z')
async function secure(lastNumbers: string[], at = now): Promise<string> {
  const client = await database.pool.connect()
  try {
    return await secureSeries(client, { lastNumbers, prefix: 'GR', now: at, by: 'test' })
  } finally {
    client.release()
  }
}
/** Series without a number. */
const rare = ['GRD/2627/000000', 'GRF/2627/000000']
const counters = async () =>
  (
    await database.pool.query(
      'select series, last_number from invoice_counter where last_number > 0 order by series',
    )
  ).rows

test('opens another series for each restore, also of the same backup (OQ-245)', async () => {
  const first = newSeriesCode(now)
  const second = newSeriesCode(new Date(now.getTime() + 16 * 60_000))
  expect(first).not.toBe(second)
  expect(await secure([])).toContain(`GR/2627/${first}00001`)
  await secure([], new Date(now.getTime() + 16 * 60_000))
  const { rows } = await database.pool.query('select code from document_series order by opened_at')
  expect(rows).toEqual([{ code: first }, { code: second }])
})

test('continues after the numbers that somebody names (OQ-245)', async () => {
  await secure(['GR/2627/000155', 'grc/2627/000009', ...rare])
  expect(await counters()).toEqual([
    { series: 'GR', last_number: 155 },
    { series: 'GRC', last_number: 9 },
  ])
})

test.each([
  [['155'], '155 is no document number'],
  [['GR/2628/000155'], 'is no document number'],
  [['GR/2627/000155'], 'Name the last number of the series GRC'],
  [['GR/2627/000155', 'GRC/2627/000009'], 'Name the last number of the series GRD'],
  [['GR/2627/000155', 'GRC/2627/000009', 'GRD/2627/000001'], 'Name the last number of the series GRF'],
  [['GR/2627/000119', 'GRC/2627/000009', ...rare], 'GR/2627/000119 cannot be the last number'],
])('refuses %j and changes nothing (OQ-245)', async (lastNumbers, message) => {
  await expect(secure(lastNumbers)).rejects.toThrow(message)
  expect(await counters()).toEqual([
    { series: 'GR', last_number: 120 },
    { series: 'GRC', last_number: 7 },
  ])
})

test('requires the series of credit notes, also if the backup has none of its numbers (OQ-326)', async () => {
  await database.pool.query(`delete from invoice_counter where series = 'GRC'`)
  await expect(secure(['GR/2627/000155'])).rejects.toThrow('GRC/2627/000000 if it has none')
  await secure(['GR/2627/000155', 'GRC/2627/000000', ...rare])
  expect(await counters()).toEqual([{ series: 'GR', last_number: 155 }])
})

test('requires the series that documents continue in, not one opened after the backup (OQ-326)', async () => {
  await expect(secure(['GR/2627/K3F00042', 'GRC/2627/K3F0007'])).rejects.toThrow('series GR as well')
})

test('requires the last financial year until its return of March is filed (OQ-326)', async () => {
  const april = new Date('2027-04-02T09:30:00Z')
  const thisYear = ['GR/2728/000003', 'GRC/2728/000000', 'GRD/2728/000000', 'GRF/2728/000000']
  await expect(secure(thisYear, april)).rejects.toThrow('GR/2627/000000 if it has none')
  await database.pool.query(
    `insert into gst_period (month, filed_at, filed_by) values ('2027-03', now(), 'meera.nair@greenroom.example')`,
  )
  expect(await secure(thisYear, april)).toBe(`Documents continue after ${thisYear.join(' and ')}.`)
})

test('codes of a year differ and begin with a letter, and serials stay within 16 characters (OQ-245)', () => {
  const begin = Date.parse('2026-03-31T18:30:00Z')
  const codes = new Set<string>()
  const slots = (365 * 24 * 60) / 16
  for (let slot = 0; slot < slots; slot++) codes.add(newSeriesCode(new Date(begin + slot * 16 * 60_000)))
  expect(codes.size).toBe(Math.ceil(slots))
  for (const code of codes) expect(code).toMatch(/^[A-Z][0-9A-Z]{2}$/)
  for (const prefix of ['G', 'GR', 'GRC', 'ABCD', 'ABCDC']) {
    for (const code of ['', 'K3F']) {
      const serial = serialOf({ prefix, code }, 2026, 42)
      expect(serial.length).toBeLessThanOrEqual(16)
      expect(readSerial(serial)).toEqual({
        series: code ? `${prefix}-${code}` : prefix,
        financialYear: 2026,
        number: 42,
      })
    }
  }
  expect(() => serialOf({ prefix: 'ABCDC', code: 'K3F' }, 2026, 1000)).toThrow('no number left')
})

test('a restore copies documents that name each other, and opens a series (OQ-245)', async () => {
  const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`
  const document = (
    digit: number,
    kind: string,
    serial: string,
    invoice: string | null,
    replaces: string | null,
  ) =>
    `insert into tax_document (id, kind, transaction_id, invoice_id, replaces, serial, series, financial_year, number,
      document_date, issued_at, supply, place_of_supply, sac, rate_percent, currency_code, total, taxable, cgst, sgst,
      igst, sandbox, content)
    values ('${id(digit)}', '${kind}', '${id(1)}', ${invoice && `'${invoice}'`}, ${replaces && `'${replaces}'`},
      '${serial}', 'GR', 2026, ${digit}, '2026-11-20', now(), 'b2c', '29', '1', 18, 'INR', 118, 100, 9, 9, 0, true, '{}')`
  await queryDatabase(
    database.url,
    `insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, entity_type,
      entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
    values ('${id(1)}', 'order', 'pay', 'completed', 118, 'INR', now(), 'masterclass', '${id(9)}', 'T', '${id(9)}', 'D',
      'S', '1', 'd@mail.example')`,
    document(7, 'invoice', 'GR/2627/000001', null, null),
    // The keys are not in the order in which the documents refer to each other.
    document(3, 'credit-note', 'GRC/2627/000001', id(7), null),
    document(2, 'invoice', 'GR/2627/000002', null, id(7)),
  )
  const year = financialYearOf(dayIn(new Date(), 'Asia/Kolkata'))
  await queryDatabase(database.url, `update invoice_counter set financial_year = ${year}`)
  const copy = join(folder, 'copy')
  const source = createFolderFileStore(join(folder, 'files'))
  await makeBackup({ url: database.url, store: source }, copy, () => {})

  const name = `${inject('databasePrefix')}series`
  const url = urlOfDatabase(inject('databaseServer'), name)
  await queryDatabase(inject('databaseServer'), `create database ${name}`)
  try {
    const told: string[] = []
    await mkdir(join(folder, 'restored'))
    const store = createFolderFileStore(join(folder, 'restored'))
    const place = { url, store, scratch: folder, log: pino({ level: 'silent' }) }
    const tell = (words: string) => told.push(words)
    await expect(restoreBackup(place, copy, tell, { prefix: 'GR', lastNumbers: ['12'] })).rejects.toThrow(
      '12 is no document number',
    )
    // A number that is missing for credit notes does not leave the database without a series.
    const lastNumbers = [serialOf({ prefix: 'GR', code: '' }, year, 155)]
    await restoreBackup(place, copy, tell, { prefix: 'GR', lastNumbers })
    expect(told.at(-1)).toMatch(/series GRC as well.* Documents continue in the new series [A-Z][0-9A-Z]{2} /)
    expect(await queryDatabase(url, 'select serial from tax_document order by serial')).toHaveLength(3)
    expect(await queryDatabase(url, 'select opened_by from document_series')).toEqual([
      { opened_by: 'restore' },
    ])
    await expect(queryDatabase(url, 'update tax_document set total = 0')).rejects.toThrow('never changes')
  } finally {
    await queryDatabase(inject('databaseServer'), `drop database ${name} with (force)`)
  }
})
