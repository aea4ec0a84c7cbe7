import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSeriesCode, readSerial, serialOf } from '../modules/document/document-serial.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import { secureSeries } from './document-series.ts'

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
    return await secureSeries(client, { lastNumbers, now: at, by: 'test' })
  } finally {
    client.release()
  }
}
const counters = async () =>
  (await database.pool.query('select series, last_number from invoice_counter order by series')).rows

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
  await secure(['GR/2627/000155', 'grc/2627/000009'])
  expect(await counters()).toEqual([
    { series: 'GR', last_number: 155 },
    { series: 'GRC', last_number: 9 },
  ])
})

test.each([
  [['155'], '155 is no document number'],
  [['GR/2628/000155'], 'is no document number'],
  [['GR/2627/000155'], 'Name the last number of the series GRC'],
  [['GR/2627/000119', 'GRC/2627/000009'], 'GR/2627/000119 cannot be the last number'],
])('refuses %j and changes nothing (OQ-245)', async (lastNumbers, message) => {
  await expect(secure(lastNumbers)).rejects.toThrow(message)
  expect(await counters()).toEqual([
    { series: 'GR', last_number: 120 },
    { series: 'GRC', last_number: 7 },
  ])
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
