import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../test-app.ts'
import { makeKey, sendRecords } from '../test-intake.ts'
import { makeEvent, makeMasterclass } from '../test-records.ts'

const converters = join(import.meta.dirname, '../../../../docs/recipes/convert')
let app: TestApp
let key: string
let folder: string
let ids: Record<'masterclass' | 'event', string>
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'])
  folder = await mkdtemp(join(tmpdir(), 'greenroom-convert-'))
  ids = {
    masterclass: (await makeMasterclass(app))._id,
    event: (await makeEvent(app, { is_paid: 'false' }))._id,
  }
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Converts the sample of a source as a reader would. */
async function convert(name: string, type: 'masterclass' | 'event', ...options: string[]) {
  const file = join(folder, `${name}.csv`)
  await copyFile(join(converters, 'samples', `${name}.csv`), file)
  await utimes(file, new Date(testNow), new Date(testNow))
  const command = [join(converters, `${name}.mjs`), file, '--type', type, '--id', ids[type], ...options]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it.each<[name: string, options: string[], expected: object[]]>([
  [
    'hi-events-orders',
    ['--zone', 'Asia/Kolkata', '--invoiced'],
    [
      {
        status: 'completed',
        amount: 250_000,
        created_at: '2026-11-10T03:30:00.000Z',
        outside_document: 'O-7KQ2M',
      },
      { status: 'refunded', user: { first_name: 'Imran', last_name: 'Shaikh', email: 'imran@example.com' } },
    ],
  ],
  [
    'shopify-orders',
    ['--invoiced'],
    [
      {
        entity_title: 'Options masterclass, Workbook',
        amount: 249_900,
        completed_at: '2026-05-01T10:00:30+02:00',
        user: { phone: '+919800000001' },
      },
      { status: 'pending', amount: 199_900 },
    ],
  ],
  [
    'stripe-payments',
    ['--zone', 'America/New_York', '--invoiced'],
    [
      { currency_code: 'USD', amount: 4_900, created_at: '2026-05-01T08:00:00.000Z' },
      { status: 'failed', user: { first_name: 'imran' } },
    ],
  ],
])('converts the sample of %s into orders that are stored (OQ-743)', async (name, options, expected) => {
  const records = await convert(name, 'masterclass', ...options)
  expect(records).toMatchObject(expected)
  const { created, results } = await sendRecords(app, '/intake/orders', key, records)
  expect([created, results.flatMap(({ errors = [] }) => errors)]).toEqual([records.length, []])
})

it.each(['hi-events-attendees', 'eventbrite-attendees'])(
  'converts the sample of %s into sign-ups that are stored (OQ-743)',
  async (name) => {
    const records = await convert(name, 'event')
    expect(records).toMatchObject([
      { user: { name: 'Asha Iyer' }, registered_at: '2026-11-10T03:30:00.000Z', cancelled: false },
      { user: { name: 'Imran Shaikh' }, cancelled: true },
    ])
    const { created, results } = await sendRecords(app, '/intake/registrations', key, records)
    expect([created, results.flatMap(({ errors = [] }) => errors)]).toEqual([2, []])
  },
)

it('reads the attendance of Hi.Events, and times by the zone with its change of the clocks (OQ-743)', async () => {
  expect(await convert('hi-events-attendees', 'event', '--attendance', '--zone', 'Europe/Berlin')).toEqual([
    { external_id: 'A-7KQ2M', attended_at: '2026-11-20T17:05:00.000Z' },
  ])
  const shared = await import(join(converters, 'shared.mjs'))
  expect(shared.timeOf('2026-10-25 03:30:00', 'Europe/Berlin')).toBe('2026-10-25T02:30:00.000Z')
  expect(shared.timeOf('2026-07-01 00:30', 'Europe/Berlin')).toBe('2026-06-30T22:30:00.000Z')
  expect(['1,499.5', '10', '1.234', ''].map(shared.minorUnits)).toEqual([149_950, 1_000, '1.234', ''])
})
