import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { describeEntry } from '@greenroom/contract/desk/history/history-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepLog } from '../../../platform/audit/sweep-log.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeCreator, makeMasterclass } from '../../../test-records.ts'
import { makeExportTask } from '../export/export.service.ts'
import { type HistoryFilter, pageStatement } from './history.repository.ts'

const meera = 'meera.nair@greenroom.example'
const viewer = 'tara.bose@greenroom.example'
const farida = 'farida.khan@greenroom.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Listed {
  entries: HistoryEntry[]
  next: string | null
}

async function listed(query: Record<string, string> = {}): Promise<Listed> {
  const { status, body } = await app.call('GET', `/admin/history?${new URLSearchParams(query)}`)
  expect([status, body.message]).toEqual([200, 'OK'])
  return body.data
}

function textOf(entry: HistoryEntry) {
  const money = (minor: number, currency: string) => `${currency} ${minor / 100}`
  return describeEntry(entry, { money, moment: (iso) => iso, day: (day) => day })
}

const sentences = ({ entries }: Listed) => entries.map((entry) => textOf(entry).sentence)

/** Writes an entry as an earlier program would have. */
async function store(at: string, entity: [type: string, id: string], actor = 'old@greenroom.example') {
  const id = newId()
  await app.database.kysely
    .insertInto('audit_entry')
    .values({
      id,
      at,
      actor_id: 'old',
      actor_email: actor,
      action: 'news.update',
      entity_type: entity[0],
      entity_id: entity[1],
      entity_label: `${entity[0]} ${entity[1]}`,
    })
    .execute()
  return id
}

describe('the list (OQ-340)', () => {
  it('has a change with its person, its record, and what was before and after', async () => {
    const creator = await makeCreator(app, { first_name: 'Kabir', last_name: 'Sen' })
    const made = await makeMasterclass(app, { title: 'Plan a will', creator_id: creator._id })
    const prices = [
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
      { currency_code: 'INR', original_price: 499900, current_price: 199900 },
    ]
    const answer = await app.call('POST', `/admin/masterclass/${made._id}`, {
      form: { prices: JSON.stringify(prices) },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { entries } = await listed({ entity_type: 'masterclass', entity_id: made._id })
    expect(entries).toMatchObject([
      {
        kind: 'change',
        action: 'masterclass.update',
        actor_email: meera,
        actor_name: 'Meera Nair',
        entity_id: made._id,
        entity_label: 'Plan a will',
        address: '127.0.0.1',
        request_id: answer.headers.get('x-request-id'),
      },
      { action: 'masterclass.create', names: { [creator._id]: 'Kabir Sen' } },
    ])
    expect(entries[0] && textOf(entries[0])).toEqual({
      sentence: 'Changed price (INR) of the masterclass “Plan a will” from INR 2499 to INR 1999',
      changes: [{ label: 'Price (INR)', before: 'INR 2499', after: 'INR 1999' }],
    })
    expect(entries[1] && textOf(entries[1]).changes).toContainEqual({
      label: 'Creator',
      before: null,
      after: 'Kabir Sen',
    })
  })

  it('continues after an entry, also among entries of the same time', async () => {
    const [at, news] = ['2020-03-01T10:00:00.123456Z', newId()]
    const ids = [
      await store(at, ['news', news]),
      await store(at, ['news', news]),
      await store(at, ['news', news]),
    ]
    const of = { entity_type: 'news', entity_id: news }
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Listed = await listed({ ...of, limit: '1', ...(after && { after }) })
      expect(page.entries).toHaveLength(1)
      seen.push(...page.entries.map(({ _id }) => _id))
      after = page.next
    } while (after)
    expect(seen).toEqual([...ids].sort().reverse())
    expect(await listed({ ...of, after: `${at}_${[...ids].sort()[0]}` })).toEqual({ entries: [], next: null })
  })

  it('filters by person, section, and business days', async () => {
    const person = 'filtered@greenroom.example'
    const ids = [
      // The last microsecond of 4 May in India, and the first of 5 May.
      await store('2020-05-04T18:29:59.999999Z', ['lead', 'l1'], person),
      await store('2020-05-04T18:30:00Z', ['advisor', 'a1'], person),
      await store('2020-05-05T10:00:00Z', ['coupon', 'c1'], person),
    ]
    const found = async (query: Record<string, string>) =>
      (await listed({ person, ...query })).entries.map(({ _id }) => ids.indexOf(_id))
    expect(await found({})).toEqual([2, 1, 0])
    expect(await found({ section: 'advisory' })).toEqual([1, 0])
    expect(await found({ section: 'coupon' })).toEqual([2])
    expect(await found({ from: '2020-05-05' })).toEqual([2, 1])
    expect(await found({ to: '2020-05-04' })).toEqual([0])
    expect(await found({ from: '2020-05-05', to: '2020-05-05', section: 'advisory' })).toEqual([1])
    expect(await found({ entity_type: 'coupon', entity_id: 'c1', section: 'advisory' })).toEqual([])
    expect(await found({ kind: 'sign-ins' })).toEqual([])
  })

  it('lists sign-ins, with the person that signed in', async () => {
    const token = await app.tokenFor(farida)
    await app.call('GET', '/admin/session', { token })
    const { entries } = await listed({ kind: 'sign-ins', person: farida })
    expect(entries).toMatchObject([{ kind: 'sign-in', actor_email: farida, actor_name: 'Farida Khan' }])
    expect((await listed({ kind: 'changes', person: farida })).entries).toEqual([])
  })

  it.each([
    ['kind=all', 'kind'],
    ['section=none', 'section'],
    ['from=2026-13-01', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['entity_type=news', 'entity_id'],
    ['after=1', 'after'],
    ['after=2026-02-31T10:00:00.123456Z_01970000-0000-7000-8000-000000000001', 'after'],
    ['after=2026-02-01T10:00:00.123456Z_------------------------------------', 'after'],
    ['limit=0', 'limit'],
  ])('rejects %s', async (query, path) => {
    const { status, body } = await app.call('GET', `/admin/history?${query}`)
    expect([status, body.errors[0].path]).toEqual([400, path])
  })

  it('names the account that acted, not whoever has its address by now (OQ-388)', async () => {
    const id = newId()
    await store('2020-06-01T10:00:00Z', ['news', id], meera)
    const { entries } = await listed({ entity_type: 'news', entity_id: id })
    expect(entries).toMatchObject([{ actor_email: meera, actor_name: null }])
  })

  it('is for roles with the history and with personal data only', async () => {
    const token = await app.tokenFor(viewer)
    expect((await app.call('GET', '/admin/history', { token })).status).toBe(403)
    expect((await app.call('GET', '/admin/history', { token: null })).status).toBe(401)
    const key = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Audit', permissions: ['history.read'] },
    })
    expect(key.status, JSON.stringify(key.body)).toBe(201)
    const ofKey = { token: key.body.data.secret as string }
    expect((await app.call('GET', '/admin/history', ofKey)).status).toBe(403)
    expect((await app.call('GET', '/admin/history/people', ofKey)).status).toBe(403)
  })

  it('lists who is in it, once, with their names', async () => {
    const { body } = await app.call('GET', '/admin/history/people')
    expect(body.data).toContainEqual({ email: meera, name: 'Meera Nair' })
    const emails = body.data.map(({ email }: { email: string }) => email)
    expect(new Set(emails).size).toBe(emails.length)
  })
})

describe('what was refused (OQ-342)', () => {
  it('is a call that the role does not allow, with the person; repeats of a minute are counted', async () => {
    const token = await app.tokenFor(viewer)
    await app.database.kysely.deleteFrom('refused_call').execute()
    const before = Number(
      (await sql<{ n: string }>`select count(*) as n from audit_entry`.execute(app.database.kysely)).rows[0]
        ?.n,
    )
    for (let tries = 0; tries < 3; tries++) {
      const { status } = await app.call('POST', '/admin/creator', { token, json: {} })
      expect(status).toBe(403)
    }
    const refused = await listed({ kind: 'refused', person: viewer })
    // Across the end of a minute they are two entries.
    const tries = refused.entries.map(({ after }) => Number(after?.tries))
    expect(tries.reduce((sum, one) => sum + one, 0)).toBe(3)
    expect(refused.entries[0]).toMatchObject({
      kind: 'refused',
      actor_email: viewer,
      actor_name: 'Tara Bose',
      after: { role: 'viewer' },
    })
    expect(sentences(refused)[0]).toMatch(/^Not allowed: Create a creator/)
    const after = await sql<{ n: string }>`select count(*) as n from audit_entry`.execute(app.database.kysely)
    expect(Number(after.rows[0]?.n)).toBe(before)
  })

  it('is a refusal by a service as well', async () => {
    const key = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Exporter', permissions: ['money.export'] },
    })
    const { status } = await app.call('POST', '/admin/exports', {
      token: key.body.data.secret,
      json: { kind: 'history', format: 'csv', filters: {} },
    })
    expect(status).toBe(403)
    const { entries } = await listed({ kind: 'refused', person: 'API key Exporter' })
    expect(entries).toMatchObject([{ entity_id: null, action: 'call.refused' }])
  })

  it('is a credential that was not accepted, with the address that it claims', async () => {
    const good = await app.idTokenFor(farida)
    await app.signIn(`${good.slice(0, -8)}AAAAAAAA`)
    const refused = await listed({ kind: 'refused', person: farida })
    expect(sentences(refused)).toEqual([
      'Sign-in refused: the credential was not valid, so its address may be invented',
    ])
    // Whoever sent it need not be the colleague.
    expect(refused.entries[0]?.actor_name).toBeNull()
    const all = await listed({ person: farida })
    expect(all.entries.map(({ kind }) => kind)).toContain('refused')
    expect((await listed({ person: farida, section: 'staff' })).entries).toEqual([])
  })

  it('is deleted after LOG_DAYS, and only the newest of a flood are kept (OQ-684)', async () => {
    const { kysely, pool } = app.database
    await kysely.deleteFrom('refused_call').execute()
    await pool.query(`insert into refused_call (id, at, actor_id, actor_email, endpoint, summary, address, request_id)
      select gen_random_uuid(), now() - n * interval '1 day', 'a', 'a', n::text, 'x', '', '' from generate_series(0, 99) as n`)
    const kept = async () => {
      const rows = await kysely.selectFrom('refused_call').select('endpoint').orderBy('at').execute()
      return [rows.length, rows[0]?.endpoint]
    }
    await sweepLog(kysely, 'refused_call', { days: 90 })
    expect(await kept()).toEqual([90, '89'])
    await sweepLog(kysely, 'refused_call', { most: 10, days: 90 })
    expect(await kept()).toEqual([10, '9'])
  })
})

it('exports the filtered list as CSV, in words and with harmless cells (OQ-343)', async () => {
  const evil = '=HYPERLINK("http://evil.example")'
  const made = await makeMasterclass(app, { title: evil })
  await app.call('POST', `/admin/masterclass/${made._id}`, { form: { title: 'Harmless' } })
  const answer = await app.call('POST', '/admin/exports', {
    json: {
      kind: 'history',
      format: 'csv',
      filters: { entity_type: 'masterclass', entity_id: made._id, kind: 'changes' },
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { _id, rows_total } = answer.body.data
  expect(rows_total).toBe(2)
  const signal = new AbortController().signal
  await app.app.tasks[makeExportTask]?.({ id: _id }, { attempt: 1, isLastAttempt: true, signal })
  const link = await app.call('POST', `/admin/exports/${_id}/link`)
  const text = await (await fetch(`${app.url}${link.body.data.url}`)).text()
  const [heading, first] = text.split('\r\n')
  expect(heading).toBe(
    'Time (Asia/Kolkata),Person,What happened,Changes,Record,Type,ID,Network address,Sandbox',
  )
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,meera\.nair@greenroom\.example,/)
  expect(first).toContain('Title: =HYPERLINK')
  expect(text).toContain('Start: – → 28 Nov 2026, 07:00 PM')
  expect(text).toContain('Price (INR): – → 2499.00 INR')
  // The label of the entry that created it would be a formula.
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).not.toMatch(/(^|,)"?=/m)
})

it('reads few rows for a page with any filter (OQ-340)', async () => {
  await app.database.pool.query(`insert into audit_entry (id, at, actor_email, action, entity_type, entity_id)
    select gen_random_uuid(), timestamptz '2019-01-01' + n * interval '1 minute',
      'person-' || n % 20 || '@old.example', 'news.update', case when n % 400 = 0 then 'lead' when n % 401 = 0 then 'advisor' else 'news' end,
      'r' || n % 500
    from generate_series(1, 20000) as n`)
  await app.database.pool.query('analyze audit_entry')
  const filters: [HistoryFilter, string][] = [
    [{}, 'audit_entry_newest'],
    [{ kind: 'changes' }, 'audit_entry_newest'],
    [{ person: 'person-3@old.example' }, 'audit_entry_of_person'],
    [{ types: ['lead', 'advisor'] }, 'audit_entry_of_type'],
    [{ record: { type: 'news', id: 'r4' } }, 'audit_entry_by_entity'],
    [{ from: new Date('2019-01-03'), until: new Date('2019-01-04') }, 'audit_entry_newest'],
  ]
  for (const [filter, index] of filters) {
    for (const after of [undefined, `2019-01-05T00:00:00.000000Z_${newId()}`]) {
      const { sql: text, parameters } = pageStatement({ ...filter, limit: 20, after }).compile(
        app.database.kysely,
      )
      const { rows } = await app.database.pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off, costs off, summary off) ${text}`,
        [...parameters],
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, JSON.stringify(filter)).toContain(index)
      expect(plan, JSON.stringify(filter)).not.toContain('Seq Scan on audit_entry')
      const read = [...plan.matchAll(/audit_entry.*actual rows=([\d.]+)/g)].map(([, count]) => Number(count))
      expect(Math.max(...read), plan).toBeLessThanOrEqual(50)
    }
  }
})
