import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { createXlsxFile } from '../platform/table-file/xlsx-file.ts'
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
  return convertFile(file, name, type, ...options)
}

async function convertFile(file: string, name: string, type: 'masterclass' | 'event', ...options: string[]) {
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

/** Saves the sample of a source as a workbook with its amounts as numbers. */
async function saveWorkbook(name: string): Promise<string> {
  const [header = [], ...rows] = parse(
    await readFile(join(converters, 'samples', `${name}.csv`)),
  ) as string[][]
  const file = join(folder, `${name}.xlsx`)
  const sheet = createXlsxFile(file)
  const kindOf = (heading: string) => (heading.startsWith('Total ') ? 'number' : 'text')
  await sheet.sheet(
    'Worksheet',
    header.map((heading) => ({ heading, kind: kindOf(heading) })),
  )
  await sheet.rows(rows)
  await sheet.end()
  return file
}

it.each(['hi-events-orders', 'hi-events-attendees'])(
  'reads the workbook of %s like its CSV (OQ-743)',
  async (name) => {
    const file = await saveWorkbook(name)
    await utimes(file, new Date(testNow), new Date(testNow))
    expect(await convertFile(file, name, 'event')).toEqual(await convert(name, 'event'))
  },
)

it('reads shared texts in pieces, left out cells, numbers and booleans of a workbook (OQ-743)', async () => {
  const zip = new ZipFile()
  zip.addBuffer(
    Buffer.from(
      '<sst><si><t>A &amp; B</t></si><si><r><t>Ta</t></r><r><t xml:space="preserve">x </t></r><rPh><t>no</t></rPh></si><si/></sst>',
    ),
    'xl/sharedStrings.xml',
  )
  zip.addBuffer(
    Buffer.from(
      `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"/>
        <row r="3"><c r="B3"><v>2118.6400000000001</v></c><c r="AA3" t="b"><v>1</v></c><c t="inlineStr"><is><t>&#2309;_x0041_</t></is></c></row></sheetData></worksheet>`,
    ),
    'xl/worksheets/sheet1.xml',
    { compress: false },
  )
  zip.addBuffer(Buffer.from('<worksheet/>'), 'xl/worksheets/sheet10.xml')
  zip.end()
  const { isWorkbook, sheetRows } = await import(join(converters, 'sheet.mjs'))
  const bytes = await buffer(zip.outputStream)
  expect([isWorkbook(bytes), isWorkbook(Buffer.from('Name,Email'))]).toEqual([true, false])
  const [first, second, third] = sheetRows(bytes)
  expect([first, second]).toEqual([['A & B', '', 'Tax '], []])
  expect([third[1], third[26], third[27], third.length]).toEqual(['2118.64', 'TRUE', 'अA', 28])
  expect(() => sheetRows(bytes.subarray(0, 40))).toThrow('The file is no complete workbook.')
})
