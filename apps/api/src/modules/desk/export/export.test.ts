import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { mask } from '@greenroom/contract/access/personal'
import { type Export, transactionColumns } from '@greenroom/contract/desk/export/export.schema'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DB } from '../../../platform/database/tables.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import {
  makeAdvisoryService,
  makeEvent,
  makeLead,
  makeMasterclass,
  makeReport,
  makeUser,
} from '../../../test-records.ts'
import { unzipped } from '../../../test-zip.ts'
import { makeExportTask } from './export.service.ts'

let app: TestApp
let other: string
beforeAll(async () => {
  app = await createTestApp()
  other = await app.tokenFor('arjun.rao@greenroom.example')
})
afterAll(() => app.close())
afterEach(async () => {
  app.clock.set(testNow)
  await sql`update export set finished_at = '2026-01-01' where file_key is not null`.execute(
    app.database.kysely,
  )
  await sweep()
  await sql`truncate export`.execute(app.database.kysely)
})

let count = 0
async function store(overrides: Partial<Insertable<DB['transaction']>> = {}): Promise<void> {
  count++
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id: randomUUID(),
      reference_order_id: `order_${count}`,
      status: 'completed',
      amount: 249900,
      currency_code: 'INR',
      // Half past midnight of the next day in India.
      created_at: new Date(`2026-11-19T19:00:${String(count).padStart(2, '0')}.000Z`),
      completed_at: new Date('2026-11-19T19:05:00.000Z'),
      entity_type: 'masterclass',
      entity_id: '01931f6e-0000-7000-8000-00000000aaaa',
      entity_title: 'Save tax, the "legal" way',
      user_id: randomUUID(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      source: 'meta',
      ...overrides,
    })
    .execute()
}

const whole = { kind: 'transactions', format: 'csv', filters: {} }
const create = (json: unknown, token?: string) =>
  app.call('POST', '/admin/exports', { json, ...(token && { token }) })
const read = async (id: string): Promise<Export> => (await app.call('GET', `/admin/exports/${id}`)).body.data

async function started(json: unknown): Promise<Export> {
  const answer = await create(json)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data
}

const neverStopped = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const run = async (id: string, context = neverStopped) => app.app.tasks[makeExportTask]?.({ id }, context)
const sweep = async () => app.app.tasks['sweep-exports']?.({}, neverStopped)

async function linkOf(id: string): Promise<string> {
  const answer = await app.call('POST', `/admin/exports/${id}/link`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.url
}

async function download(id: string): Promise<Buffer> {
  const response = await fetch(`${app.url}${await linkOf(id)}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function exported(json: unknown): Promise<Buffer> {
  const { _id } = await started(json)
  await run(_id)
  return download(_id)
}

/** Returns the lines of a CSV without quoted line breaks. */
async function csvOf(filters: unknown, columns?: string[]): Promise<string[]> {
  const text = (await exported({ ...whole, filters, columns })).toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(1, -2).split('\r\n')
}

describe('transactions (OQ-290)', () => {
  beforeAll(async () => {
    await store({
      user_first_name: '=HYPERLINK("http://evil.example")',
      user_last_name: 'x',
      tax_amount: 38120,
    })
    await store({
      currency_code: 'USD',
      amount: 4900,
      status: 'pending',
      completed_at: null,
      user_last_name: 'Iyer',
    })
    await store({ entity_type: 'events', source: null, user_phone: '09123', refunded_amount: 5 })
  })

  it('exports the rows of a report, with those of the earlier period (OQ-653)', async () => {
    const filters = { currency_code: 'INR', from: '2026-11-19', to: '2026-11-20', compare: 'year' }
    const bytes = await exported({ kind: 'numbers', format: 'csv', filters })
    const lines = bytes.toString('utf8').slice(1, -2).split('\r\n')
    expect(lines).toEqual([
      'Currency,From,To,Orders,Collected,Refunded,Net,Tax,Average order,"From, before","To, before","Orders, before","Collected, before","Refunded, before","Net, before","Tax, before","Average order, before"',
      'INR,2026-11-19,2026-11-19,0,0.00,0.00,0.00,0.00,,2025-11-19,2025-11-19,0,0.00,0.00,0.00,0.00,',
      'INR,2026-11-20,2026-11-20,2,4998.00,0.05,4997.95,381.20,2499.00,2025-11-20,2025-11-20,0,0.00,0.00,0.00,0.00,',
    ])
    const buyers = { ...filters, compare: undefined, dimension: 'buyers', step: 'week' }
    const counted = await exported({ kind: 'numbers', format: 'csv', filters: buyers })
    expect(counted.toString('utf8').slice(1)).toBe(
      'Currency,From,To,Buyers,New,Returning\r\nINR,2026-11-19,2026-11-20,2,2,0\r\n',
    )
    const file = await exported({ kind: 'numbers', format: 'xlsx', filters })
    expect(unzipped(file)['xl/worksheets/sheet1.xml']).toContain('Average order')
  })

  it('exports leads by source and handled reports, for those who may read them (OQ-671, OQ-672)', async () => {
    const { kysely } = app.database
    const service = await makeAdvisoryService(app)
    await makeLead(app, { service_id: service, meta: { utm_source: 'ring 9876543210' } })
    await makeLead(app, { service_id: service, meta: {}, created_at: '2026-11-18T10:00:00Z' })
    await makeReport(kysely, 'user', await makeUser(kysely), {
      created_at: '2026-11-19T20:00:00Z',
      dismissed_at: '2026-11-19T21:30:00Z',
      dismissed_by: 'a@b.example',
    })
    const day = { currency_code: 'INR', from: '2026-11-20', to: '2026-11-20' }
    const linesOf = async (filters: object) =>
      String(await exported({ kind: 'numbers', format: 'csv', filters }))
        .slice(1, -2)
        .split('\r\n')
    const span = { ...day, from: '2026-11-19', compare: 'before' }
    expect(await linesOf({ ...span, dimension: 'leads' })).toEqual([
      'Source,Booked,Talked,Quoted,Payment link,Won,"Booked, before","Talked, before","Quoted, before","Payment link, before","Won, before"',
      'All sources,1,0,0,0,0,1,0,0,0,0',
      'ring 9876543210,1,0,0,0,0,0,0,0,0,0',
      'No source,0,0,0,0,0,1,0,0,0,0',
    ])
    expect(await linesOf({ ...day, dimension: 'moderation' })).toEqual([
      'From,To,Came in,Handled,"Half within, minutes","9 of 10 within, minutes"',
      '2026-11-20,2026-11-20,1,1,90,90',
    ])
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Sums of orders', permissions: ['money.export', 'advisory.read'] },
    })
    const { secret } = made.body.data
    const leads = { kind: 'numbers', format: 'csv', filters: { ...day, dimension: 'leads' } }
    const started = await create(leads, secret)
    expect(started.status).toBe(201)
    await run(started.body.data._id)
    const link = await app.call('POST', `/admin/exports/${started.body.data._id}/link`, { token: secret })
    const file = await app.call('GET', link.body.data.url, { token: null })
    expect(String(file.body)).toContain(`${mask('note', 'ring 9876543210')},1`)
    const refused = await create({ ...leads, filters: { ...day, dimension: 'moderation' } }, secret)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  it('exports the seats of the sessions that the screen shows (OQ-673)', async () => {
    const eventId = (await makeEvent(app))._id
    await makeMasterclass(app)
    const { kysely: db } = app.database
    for (const table of ['event', 'masterclass'] as const)
      await db
        .updateTable(table)
        .set({ start_time: '2026-06-10T10:00:00Z', end_time: '2026-06-10T11:00:00Z' })
        .execute()
    const seats = { currency_code: 'INR', from: '2026-06-01', to: '2026-06-30', dimension: 'seats' }
    const rows = async (filters: object) =>
      String(await exported({ kind: 'numbers', format: 'csv', filters: { ...seats, ...filters } }))
        .trim()
        .split('\r\n').length - 1
    expect(await rows({})).toBe(2)
    expect(await rows({ kind: 'event' })).toBe(1)
    expect(await rows({ kind: 'webinar' })).toBe(0)
    expect(await rows({ from: '2026-01-01', to: '2026-01-02', session_id: eventId })).toBe(1)
    const refused = await create({ kind: 'numbers', format: 'csv', filters: { ...seats, kind: 'x' } })
    expect(refused.status).toBe(400)
  })

  it('requires a credential (AUTH-09)', async () => {
    for (const [method, path] of [
      ['POST', '/admin/exports'],
      ['GET', '/admin/exports'],
      ['GET', '/admin/exports/x'],
      ['POST', '/admin/exports/x/cancel'],
      ['POST', '/admin/exports/x/link'],
    ] as const) {
      expect((await app.call(method, path, { token: null })).status, path).toBe(401)
    }
  })

  it.each<[string, unknown, string]>([
    [
      'an unknown kind',
      { kind: 'users', format: 'csv' },
      'kind must be transactions, documents, gst-return, history, registrations, numbers, coupons, people, settlements or journal',
    ],
    ['another format', { ...whole, format: 'json' }, 'format must be csv or xlsx'],
    ['no column', { ...whole, columns: [] }, 'Choose at least one column'],
    ['an unknown column', { ...whole, columns: ['password'] }, 'columns must be some of reference'],
    [
      'reversed days',
      { ...whole, filters: { start_date: '2026-11-21T00:00:00Z', end_date: '2026-11-20T00:00:00Z' } },
      "From can't be after To.",
    ],
    [
      'a time of the year 1',
      { ...whole, filters: { end_date: '0001-01-01T00:00:00Z' } },
      'end_date must be a date and time such as 2026-11-21T00:00:00Z',
    ],
    ['no month', { kind: 'documents', format: 'csv' }, 'month must be a month such as 2026-11'],
    [
      'month 13',
      { kind: 'gst-return', format: 'json', month: '2026-13' },
      'month must be a month such as 2026-11',
    ],
  ])('refuses %s', async (_, json, message) => {
    const answer = await create(json)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(message)
    expect((await app.call('GET', '/admin/exports')).body.data).toEqual([])
  })

  it('accepts a phone with characters that the database cannot store', async () => {
    const { status } = await create({ ...whole, filters: { phone: '\u0000\ud800' } })
    expect([201, 400]).toContain(status)
  })

  it('writes the rows of the list as CSV: all columns, decimal amounts, times in the business zone, no formulas', async () => {
    const [header, ...rows] = await csvOf({ entity_type: 'masterclass' })
    expect(header).toBe(
      Object.values(transactionColumns)
        .map((name) => (/ at$/.test(name) ? `${name} (Asia/Kolkata)` : name))
        .join(','),
    )
    expect(rows).toEqual([
      `order_2,pending,2026-11-20 00:30:02,,masterclass,"Save tax, the ""legal"" way",,Priya Iyer,'+919876543210,priya@mail.example,USD,49.00,0.00,0.00,,0.00,,,,,,,,,,meta,,`,
      `order_1,completed,2026-11-20 00:30:01,2026-11-20 00:35:00,masterclass,"Save tax, the ""legal"" way",,"'=HYPERLINK(""http://evil.example"") x",'+919876543210,priya@mail.example,INR,2499.00,0.00,0.00,,381.20,,,,,,,,,,meta,,`,
    ])
  })

  it.each<[string, Record<string, string>]>([
    ['type, source and currency', { entity_type: 'masterclass', source: 'meta', currency_code: 'USD' }],
    ['whole phone and span', { phone: '9876543210', end_date: '2026-11-19T19:00:01Z' }],
    ['end of a phone', { phone: '9123' }],
    ['phone without digits', { phone: 'x' }],
  ])('exports what the list finds by %s, in its order', async (_, filters) => {
    const listed = await app.call('GET', `/admin/orders?${new URLSearchParams(filters)}`)
    const references = listed.body.data.ordersList.map(
      (one: { reference_order_id: string }) => one.reference_order_id,
    )
    expect(await csvOf(filters, ['reference'])).toEqual(['Order', ...references])
  })

  it('writes chosen columns in the chosen order as XLSX, with numbers and dates', async () => {
    const zip = await exported({
      ...{ kind: 'transactions', format: 'xlsx', filters: { status: 'completed' } },
      columns: ['amount', 'ordered_at', 'buyer', 'completed_at'],
    })
    const files = unzipped(zip)
    expect(Object.keys(files).sort()).toEqual([
      ...[
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/workbook.xml',
      ],
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = files['xl/worksheets/sheet1.xml'] ?? ''
    const rows = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/g)].map(([, cells]) => cells)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toContain('Ordered at (Asia/Kolkata)')
    const [, ordered] =
      /<c r="A3" s="2"><v>2499\.00<\/v><\/c><c r="B3" s="3"><v>([\d.]+)<\/v><\/c>/.exec(rows[2] ?? '') ?? []
    expect(Number(ordered)).toBeCloseTo(Date.parse('2026-11-20T00:30:01Z') / 86_400_000 + 25_569, 8)
    // A text is a text whatever it begins with.
    expect(rows[2]).toContain(
      '<c r="C3" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("http://evil.example") x</t>',
    )
    expect(sheet).not.toContain('<f>')
  })

  it('records who exported which filters and how many rows (OQ-290)', async () => {
    const { _id } = await started({ ...whole, filters: { status: 'pending' } })
    await run(_id)
    await download(_id)
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'actor_email', 'after'])
      .where('entity_id', '=', _id)
      .orderBy('at')
      .execute()
    expect(entries).toMatchObject([
      { action: 'export.create', after: { filters: { status: 'pending' }, rows: 1 } },
      { action: 'export.download', after: { rows: 1 } },
    ])
    expect(new Set(entries.map((entry) => entry.actor_email))).toEqual(
      new Set(['meera.nair@greenroom.example']),
    )
  })

  it('shows the progress, then the size and the time when the file is deleted', async () => {
    const made = await started(whole)
    expect(made).toMatchObject({
      state: 'waiting',
      rows_done: 0,
      rows_total: 3,
      file_name: 'transactions-2026-11-21.csv',
    })
    await run(made._id)
    expect(await read(made._id)).toMatchObject({
      ...{ state: 'done', rows_done: 3, byte_size: expect.any(Number) },
      expires_at: '2026-11-22T06:30:00.000Z',
    })
    expect((await app.call('GET', '/admin/exports')).body.data).toEqual([await read(made._id)])
  })
})

describe('whose export it is (OQ-291)', () => {
  it('hides the exports of others', async () => {
    const { _id } = await started(whole)
    for (const [method, path] of [
      ['GET', `/admin/exports/${_id}`],
      ['POST', `/admin/exports/${_id}/cancel`],
      ['POST', `/admin/exports/${_id}/link`],
    ] as const) {
      expect((await app.call(method, path, { token: other })).status).toBe(404)
    }
    expect((await app.call('GET', '/admin/exports', { token: other })).body.data).toEqual([])
  })

  it('makes one export at a time for a person, also of fifty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(whole)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    expect(refused[0]?.body.message).toContain('You already have an export in progress')
    expect((await create(whole, other)).status).toBe(201)
  })

  it('refuses more than twenty open exports', async () => {
    await sql`insert into export (id, kind, format, request, file_name, rows_total, requested_by, requested_by_email,
        requested_at)
      select gen_random_uuid(), 'transactions', 'csv', '{}', 'a.csv', 0, 'person-' || n, '', now()
      from generate_series(1, 20) as n`.execute(app.database.kysely)
    const answer = await create(whole)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  it('gives the file to a link once, within a minute, and to nobody else', async () => {
    const { _id } = await started(whole)
    expect((await app.call('POST', `/admin/exports/${_id}/link`)).body.message).toBe(
      'This export has no file.',
    )
    await run(_id)
    const url = await linkOf(_id)
    const first = await fetch(`${app.url}${url}`)
    expect(first.headers.get('content-disposition')).toBe(
      'attachment; filename="transactions-2026-11-21.csv"',
    )
    expect(first.headers.get('cache-control')).toBe('no-store')
    await first.text()
    expect((await fetch(`${app.url}${url}`)).status).toBe(404)
    const late = await linkOf(_id)
    app.clock.set('2026-11-21T06:31:00.000Z')
    expect((await fetch(`${app.url}${late}`)).status).toBe(404)
    // The stored file has no address of its own.
    const [key] = await app.storedFiles()
    expect((await fetch(`${app.url}/files/${key}`)).status).toBe(404)
  })

  it('sends a compressed file to a client that accepts it', async () => {
    const { _id } = await started(whole)
    await run(_id)
    const url = await linkOf(_id)
    const compressed = await new Promise<Buffer>((resolve, reject) => {
      get(`${app.url}${url}`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => resolve(Buffer.concat(parts)))
      }).on('error', reject)
    })
    expect(gunzipSync(compressed).toString()).toBe((await download(_id)).toString())
  })
})

describe('when access has ended since the request (OQ-380)', () => {
  const changeStaff = (values: object) =>
    app.database.kysely
      .updateTable('staff')
      .set(values)
      .where('email', '=', 'arjun.rao@greenroom.example')
      .execute()
  const theirs = (id: string) =>
    app.database.kysely
      .selectFrom('export')
      .select(['state', 'problem', 'file_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  afterEach(() => changeStaff({ role: 'administrator', is_disabled: false }))

  const ended: [string, object, string][] = [
    [
      'a disabled account',
      { is_disabled: true },
      'Whoever requested this no longer has access to Greenroom.',
    ],
    [
      'a role without exports',
      { role: 'content' },
      'Whoever requested this no longer has the permission for it.',
    ],
  ]

  it.each(ended)('makes no file for %s, and does not try again', async (_, values, problem) => {
    const { _id } = (await create(whole, other)).body.data
    await changeStaff(values)
    await run(_id)
    expect(await theirs(_id)).toMatchObject({ state: 'failed', problem })
    expect(await app.spooledFiles()).toEqual([])
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['actor_id', 'after'])
      .where('action', '=', 'export.refuse')
      .where('entity_id', '=', _id)
      .execute()
    expect(entry).toEqual([
      { actor_id: 'system', after: { requested_by: 'arjun.rao@greenroom.example', problem } },
    ])
    // A repeated job finds nothing to do, also when the access is back.
    await changeStaff({ role: 'administrator', is_disabled: false })
    await run(_id)
    expect((await theirs(_id)).state).toBe('failed')
    await sweep()
    expect(await app.storedFiles()).toEqual([])
  })

  it.each(ended)('sends no file by a link made before to %s', async (_, values, message) => {
    const { _id } = (await create(whole, other)).body.data
    await run(_id)
    const link = await app.call('POST', `/admin/exports/${_id}/link`, { token: other })
    await changeStaff(values)
    const refused = await app.call('GET', link.body.data.url, { token: null })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([403, 'FORBIDDEN', message])
    // The link was used.
    await changeStaff({ role: 'administrator', is_disabled: false })
    expect((await app.call('GET', link.body.data.url, { token: null })).status).toBe(404)
  })

  it('makes no file for an API key that was revoked or has expired', async () => {
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Books', permissions: ['money.export'], expires_at: '2026-11-21T07:00:00.000Z' },
    })
    const { secret, key } = made.body.data
    const expiring = (await create(whole, secret)).body.data
    app.clock.set('2026-11-21T07:00:01.000Z')
    await run(expiring._id)
    expect(await theirs(expiring._id)).toMatchObject({
      state: 'failed',
      problem: 'Whoever requested this no longer has access to Greenroom.',
    })
    app.clock.set(testNow)
    const revoked = (await create(whole, secret)).body.data
    await app.call('POST', `/admin/api-keys/${key._id}/revoke`)
    await run(revoked._id)
    expect(await theirs(revoked._id)).toMatchObject({
      state: 'failed',
      problem: 'Whoever requested this no longer has access to Greenroom.',
    })
  })
})

describe('when a session has ended since the request (OQ-291, OQ-380)', () => {
  const email = 'arjun.rao@greenroom.example'
  const begin = async (): Promise<string> => {
    const { status, body } = await app.signIn(await app.idTokenFor(email))
    expect([status, body.message]).toEqual([201, 'OK'])
    return body.data.credential
  }
  const askLink = (id: string, token: string) => app.call('POST', `/admin/exports/${id}/link`, { token })
  const endings: [string, (token: string) => Promise<void>][] = [
    [
      'by a sign-out',
      async (token) => {
        expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
      },
    ],
    [
      'by an owner',
      async (token) => {
        const { staff_id } = (await app.call('GET', '/admin/session', { token })).body.data
        const ended = await app.call('DELETE', `/admin/staff/${staff_id}/sessions`)
        expect(ended.status).toBe(200)
      },
    ],
    ['by its time', async () => app.clock.set(new Date(app.clock.now().getTime() + 12 * 3_600_000))],
  ]

  it.each(endings)(
    'makes the file after an end %s, and gives it to the next session alone',
    async (_, end) => {
      // A sign-in of its own second, because an ID token begins one session.
      app.clock.set(new Date(app.clock.now().getTime() + 1_000))
      const token = await begin()
      const { _id } = (await create(whole, token)).body.data
      await end(token)
      await run(_id)
      const refused = await askLink(_id, token)
      expect([refused.status, refused.body.code]).toEqual([401, 'CREDENTIAL_EXPIRED'])

      app.clock.set(new Date(app.clock.now().getTime() + 1_000))
      const again = await begin()
      expect((await app.call('GET', `/admin/exports/${_id}`, { token: again })).body.data.state).toBe('done')
      const given = await askLink(_id, again)
      expect(given.status).toBe(200)
      const file = await app.call('GET', given.body.data.url, { token: null })
      expect([file.status, String(file.body).includes('order_1')]).toEqual([200, true])
    },
  )

  it('sends the file by a link given before the end, once and within its minute', async () => {
    app.clock.set(new Date(app.clock.now().getTime() + 1_000))
    const token = await begin()
    const { _id } = (await create(whole, token)).body.data
    await run(_id)
    const statusOf = async (url: string) => (await app.call('GET', url, { token: null })).status
    const { url } = (await askLink(_id, token)).body.data
    expect((await app.call('DELETE', '/admin/session', { token })).status).toBe(200)
    expect([await statusOf(url), await statusOf(url)]).toEqual([200, 404])

    app.clock.set(new Date(app.clock.now().getTime() + 1_000))
    const next = await begin()
    const late = (await askLink(_id, next)).body.data
    expect((await app.call('DELETE', '/admin/session', { token: next })).status).toBe(200)
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    expect(await statusOf(late.url)).toBe(404)
  })
})

describe('without the permission for personal data (OQ-370)', () => {
  let secret: string
  const mine: string[] = []
  afterAll(() =>
    app.database.kysely.deleteFrom('transaction').where('reference_order_id', 'in', mine).execute(),
  )
  beforeAll(async () => {
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Sums', permissions: ['money.export'] },
    })
    secret = made.body.data.secret
  })

  it('masks phones, e-mails and addresses as lists do', async () => {
    await store({ user_email: 'x', user_phone: '', billing_address: '12 Residency Road' })
    mine.push(`order_${count}`)
    await store({ billing_address: null })
    mine.push(`order_${count}`)
    const columns = ['phone', 'email', 'billing_address'] as const
    const { _id } = (await create({ ...whole, columns }, secret)).body.data
    await run(_id)
    const link = await app.call('POST', `/admin/exports/${_id}/link`, { token: secret })
    const file = await app.call('GET', link.body.data.url, { token: null })
    const stored = await app.database.kysely
      .selectFrom('transaction')
      .select(['user_phone', 'user_email', 'billing_address'])
      .orderBy('created_at', 'desc')
      .execute()
    const [, ...rows] = String(file.body).trim().split('\r\n')
    expect(rows.slice(0, 2)).toEqual(['•••3210,p•••@mail.example,', ',x•••,•••'])
    expect(rows).toEqual(
      stored.map(({ user_phone, user_email, billing_address }) =>
        [mask('phone', user_phone), mask('email', user_email), mask('address', billing_address ?? '')].join(
          ',',
        ),
      ),
    )
  })

  it('masks the names of the parts of a report (OQ-654)', async () => {
    await store({ campaign: 'ring 9876543210', created_at: new Date('2026-05-10T10:00:00Z') })
    mine.push(`order_${count}`)
    const filters = { currency_code: 'INR', from: '2026-05-10', to: '2026-05-10', dimension: 'campaign' }
    const { _id } = (await create({ kind: 'numbers', format: 'csv', filters }, secret)).body.data
    await run(_id)
    const link = await app.call('POST', `/admin/exports/${_id}/link`, { token: secret })
    const file = await app.call('GET', link.body.data.url, { token: null })
    expect(String(file.body).trim().split('\r\n')).toEqual([
      expect.stringMatching(/Currency,Name,Orders,Collected,Refunded,Net,Tax,Average order$/),
      `INR,${mask('note', 'ring 9876543210')},1,2499.00,0.00,2499.00,0.00,2499.00`,
    ])
  })

  it('refuses to select by phone', async () => {
    const answer = await create({ ...whole, filters: { phone: '9876543210' } }, secret)
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([403, 'filters.phone'])
  })
})

describe('what ends early (OQ-290)', () => {
  const openFiles = async () => {
    const handles = await readdir('/proc/self/fd')
    const { readlink } = await import('node:fs/promises')
    const targets = await Promise.all(handles.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')))
    return targets.filter((target) => target.startsWith(app.dataDir))
  }
  const connections = async () => {
    const { rows } = await app.database.pool.query(
      "select 1 from pg_stat_activity where application_name = 'greenroom export' and datname = current_database()",
    )
    return rows.length
  }

  async function manyRows(first: number, last: number): Promise<void> {
    await sql`insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type,
        entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, campaign)
      select gen_random_uuid(), 'many_' || n, 'completed', 100, 'INR', '2025-01-01'::timestamptz + n * interval '1 second',
        'custom', gen_random_uuid(), md5(n::text), gen_random_uuid(), md5(n::text || 'a'), 'Z', '1', 'a@b.example',
        repeat(md5(n::text || 'b') || md5(n::text || 'c'), 8)
      from generate_series(${first}::int, ${last}::int) as n`.execute(app.database.kysely)
  }
  beforeAll(async () => {
    for (let done = 0; done < 40_000; done += 10_000) await manyRows(done + 1, done + 10_000)
  })
  afterAll(async () => {
    await sql`delete from transaction where reference_order_id like 'many%'`.execute(app.database.kysely)
  })

  it('ends the thread, its connection and its file when it is cancelled', async () => {
    const { _id } = await started({ ...whole, format: 'xlsx' })
    const making = run(_id)
    await expect.poll(connections).toBe(1)
    expect((await app.call('POST', `/admin/exports/${_id}/cancel`)).body.data.state).toBe('cancelled')
    await making
    await expect.poll(connections).toBe(0)
    expect(await app.spooledFiles()).toEqual([])
    expect((await read(_id)).state).toBe('cancelled')
    await sweep()
    expect(await app.storedFiles()).toEqual([])
    expect((await create(whole)).status).toBe(201)
  })

  it('starts over after the program was stopped or killed, and makes the whole file', async () => {
    const { _id } = await started(whole)
    const stopping = new AbortController()
    const making = run(_id, { ...neverStopped, signal: stopping.signal })?.catch((error: Error) => error)
    await expect.poll(connections).toBe(1)
    stopping.abort(new Error('stopped'))
    expect(await making).toBeInstanceOf(Error)
    expect(await app.spooledFiles()).toEqual([])
    expect((await read(_id)).state).toBe('running')
    await run(_id, { ...neverStopped, attempt: 2 })
    const { state, rows_done } = await read(_id)
    expect({ state, rows_done }).toEqual({ state: 'done', rows_done: 40_003 })
    expect(await app.storedFiles()).toHaveLength(1)
  })

  it('closes the file when the client closes the connection', async () => {
    const { _id } = await started(whole)
    await run(_id)
    const url = await linkOf(_id)
    await new Promise<void>((resolve) => {
      const request = get(`${app.url}${url}`, (response) => {
        response.once('data', async () => {
          expect(await openFiles()).toHaveLength(1)
          response.pause()
          request.destroy()
          resolve()
        })
      })
      request.on('error', () => {})
    })
    await expect.poll(openFiles).toEqual([])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('fails after its last attempt with a message, and when its job is gone', async () => {
    const { _id } = await started(whole)
    await sql`alter table transaction rename to away`.execute(app.database.kysely)
    await expect(run(_id, { ...neverStopped, isLastAttempt: true })).rejects.toThrow()
    await sql`alter table away rename to transaction`.execute(app.database.kysely)
    expect(await read(_id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('Try again') })

    const second = await started(whole)
    await sql`delete from graphile_worker._private_jobs`.execute(app.database.kysely)
    app.clock.set('2026-11-21T06:32:00.000Z')
    await sweep()
    expect(await read(second._id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Export it again'),
    })
  })
})

it('deletes the file after a day and the record after 90 days', async () => {
  const { _id } = await started(whole)
  await run(_id)
  app.clock.set('2026-11-22T06:29:00.000Z')
  await sweep()
  expect(await app.storedFiles()).toHaveLength(1)
  app.clock.set('2026-11-22T06:31:00.000Z')
  await sweep()
  expect(await app.storedFiles()).toEqual([])
  // The credential from the start is too old.
  const own = async (method: string, path: string) =>
    app.call(method, path, { token: await app.tokenFor('meera.nair@greenroom.example') })
  expect((await own('GET', `/admin/exports/${_id}`)).body.data).toMatchObject({
    state: 'expired',
    expires_at: null,
  })
  expect((await own('POST', `/admin/exports/${_id}/link`)).body.message).toContain('deleted after a day')
  app.clock.set('2027-02-20T06:31:00.000Z')
  await sweep()
  expect((await own('GET', `/admin/exports/${_id}`)).status).toBe(404)
})
