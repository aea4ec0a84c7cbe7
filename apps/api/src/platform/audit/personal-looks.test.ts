import { personalKinds } from '@greenroom/contract/access/personal'
import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { describeEntry } from '@greenroom/contract/desk/history/history-text'
import { endpoints } from '@greenroom/contract/endpoints'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { createTestApp, type TestApp, testNow } from '../../test-app.ts'
import { newPerson } from '../../test-person.ts'
import { makeAdvisoryService, makeLead, makeOrder, makeUser } from '../../test-records.ts'
import { newId } from '../database/record-id.ts'
import type { Actor } from './actor.ts'
import { createPersonalLooks } from './personal-looks.ts'
import { sweepLog } from './sweep-log.ts'

const administrator = 'kabir.rao@greenroom.example'
const viewer = 'tara.bose@greenroom.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.app.looks.flush()
  await app.database.kysely.deleteFrom('personal_look').execute()
})

/** What was recorded: who, which kind, at what, and how often. */
async function looks() {
  await app.app.looks.flush()
  return app.database.kysely
    .selectFrom('personal_look')
    .select(['actor_email', 'subject_type', 'subject', 'tries'])
    .orderBy('at')
    .orderBy('id')
    .execute()
}

const get = async (path: string, token?: string) => {
  const answer = await app.call('GET', path, token === undefined ? {} : { token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}

const search = (path: string, query: Record<string, string>, token?: string) =>
  get(`${path}?${new URLSearchParams(query)}`, token)

async function makePerson() {
  const person = newPerson()
  const { first_name, last_name, email, phone } = person
  const id = await makeUser(app.database.kysely, { first_name, last_name, email, phone })
  return { ...person, id, name: `${first_name} ${last_name}` }
}

/** Makes an order of a person. */
async function orderOf({ id, email }: { id: string; email: string }) {
  const order = newId()
  await makeOrder(app.database.kysely, {
    id: order,
    user_id: id,
    user_email: email,
    user_first_name: 'Asha',
    entity_id: newId(),
    entity_type: 'custom',
  })
  return order
}

async function keyOf({ id }: { id: string }): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select 'person.' || person_id as key from app_user where id = ${id}::uuid`.execute(app.database.kysely)
  return rows[0]?.key ?? ''
}

async function listed(query: Record<string, string>, token?: string): Promise<HistoryEntry[]> {
  return (await search('/admin/history', query, token)).body.data.entries
}

const sentenceOf = (entry: HistoryEntry) =>
  describeEntry(entry, { money: String, moment: (iso) => iso, day: (day) => day }).sentence

describe('a look (OQ-669)', () => {
  it('is recorded once for the calls of a page, and repeats within a minute are counted', async () => {
    const person = await makePerson()
    const subject = await keyOf(person)
    for (let n = 0; n < 2; n++) {
      await get(`/admin/people/${person.id}`)
      await get(`/admin/people/${subject}/timeline`)
      await get(`/admin/people/${subject}/same`)
    }
    await app.app.looks.flush()
    await get(`/admin/people/${person.id}`)
    const own = { actor_email: 'meera.nair@greenroom.example', subject_type: 'person' }
    expect(await looks()).toEqual([{ ...own, subject, tries: 3 }])
    app.clock.set('2026-11-21T06:31:00.000Z')
    await get(`/admin/people/${subject}/timeline`)
    expect(await looks()).toEqual([
      { ...own, subject, tries: 3 },
      { ...own, subject, tries: 0 },
    ])
    app.clock.set(testNow)
  })

  it('names one person, whichever of their records the call names', async () => {
    const person = await makePerson()
    const order = await orderOf(person)
    await get(`/admin/people/order.${order}`)
    expect(await looks()).toMatchObject([{ subject: await keyOf(person), tries: 1 }])
  })

  it('is recorded at orders, leads and documents', async () => {
    const person = await makePerson()
    const order = await orderOf(person)
    const lead = await makeLead(app, { service_id: await makeAdvisoryService(app) })
    await get(`/admin/orders/${order}`)
    await get(`/admin/advisory/bookings/${lead}`)
    expect(await looks()).toMatchObject([
      { subject_type: 'transaction', subject: `order.${order}` },
      { subject_type: 'lead', subject: `lead.${lead}` },
    ])
  })

  it('is recorded for a search by contact, and not for one by name', async () => {
    const { email, phone } = newPerson()
    await search('/admin/search', { q: email })
    await search('/admin/search', { q: 'Asha Iyer' })
    await search('/admin/orders', { phone: phone.slice(-10), limit: '10', offset: '0' })
    await search('/admin/orders/sums', { phone: phone.slice(-10) })
    await search('/admin/advisory/bookings', { search: 'Asha', limit: '10', offset: '0' })
    await get('/admin/orders?limit=10&offset=0')
    expect(await looks()).toMatchObject([
      { subject_type: 'search', subject: email, tries: 1 },
      { subject_type: 'search', subject: phone.slice(-10), tries: 1 },
    ])
  })

  it('is none if the contacts were masked, the record is unknown, or the call is refused', async () => {
    const person = await makePerson()
    const token = await app.tokenFor(viewer)
    await get(`/admin/people/${person.id}`, token)
    await search('/admin/search', { q: person.email }, token)
    expect((await app.call('GET', `/admin/people/${newId()}`)).status).toBe(404)
    expect((await app.call('GET', '/admin/orders?phone=9876543210', { token })).status).toBe(403)
    expect(await looks()).toEqual([])
  })

  it('is recorded for an API key', async () => {
    const person = await makePerson()
    const json = { name: 'Mailing', permissions: ['content.read', 'personal.read'] }
    const key = (await app.call('POST', '/admin/api-keys', { json })).body.data.secret
    await get(`/admin/people/${person.id}`, key)
    expect(await looks()).toMatchObject([{ actor_email: 'API key Mailing', subject: await keyOf(person) }])
    const [entry] = await listed({ kind: 'looks' })
    expect(entry).toMatchObject({ actor_email: 'API key Mailing', session_id: null })
  })
})

/** Tells whether a response can show e-mail addresses or phones. */
function showsContacts(schema: z.core.$ZodType): boolean {
  const kind = personalKinds.get(schema)?.kind
  if (kind) return kind === 'email' || kind === 'phone'
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.values(def.shape as Record<string, z.core.$ZodType>).some(showsContacts)
    case 'array':
      return showsContacts(def.element)
    case 'record':
      return showsContacts(def.valueType)
    case 'union':
      return def.options.some(showsContacts)
    case 'intersection':
      return showsContacts(def.left) || showsContacts(def.right)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return showsContacts(def.innerType)
    default:
      return false
  }
}

/** Their contacts are in a list of their own, or are those of creators and advisors, whom the provider publishes. */
const notLooks =
  'getAdvisoryService listAdvisoryServices getEvent listEvents listMyEvents getMasterclass listMasterclasses listMissingStates listReportedUsers listRefundRequests'

it('is declared by every read that shows contacts and is no list (OQ-669)', () => {
  const reads = endpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method === 'GET')
  const showing = reads.filter(({ response }) => showsContacts(response))
  expect(showing.length).toBeGreaterThan(20)
  const undeclared = showing.filter(({ look }) => !look).map(({ name }) => name)
  // A new name here is a read that nobody will learn of.
  expect(undeclared.sort()).toEqual(notLooks.split(' ').sort())
})

describe('the history of looks (OQ-669)', () => {
  it('lists who looked at what, with the session, in words, and finds all looks at a person', async () => {
    const person = await makePerson()
    const order = await orderOf(person)
    const token = await app.tokenFor(administrator)
    await get(`/admin/people/${person.id}`, token)
    await get(`/admin/orders/${order}`, token)
    await search('/admin/search', { q: person.email }, token)
    await looks()
    const all = await listed({ kind: 'looks', person: administrator })
    expect(all.map(sentenceOf)).toEqual(
      expect.arrayContaining([
        `Looked at the page of ${person.name}`,
        expect.stringMatching(/^Looked at order \S+ of Asha/),
        `Searched for “${person.email}”`,
      ]),
    )
    expect(all[0]).toMatchObject({ kind: 'look', actor_name: 'Kabir Rao', address: '127.0.0.1' })
    expect(all[0]?.session_id).toEqual(expect.any(String))
    const record = { entity_type: 'person', entity_id: `user.${person.id}` }
    const about = await listed({ kind: 'looks', ...record })
    expect(about.map(({ entity_type, entity_id }) => [entity_type, entity_id])).toEqual(
      expect.arrayContaining([
        ['person', await keyOf(person)],
        ['transaction', order],
      ]),
    )
    expect(about).toHaveLength(2)
    const ofOrder = await listed({ kind: 'looks', entity_type: 'transaction', entity_id: order })
    expect(ofOrder).toHaveLength(1)
    expect((await listed({})).filter(({ kind }) => kind === 'look')).toEqual([])
  })

  it('has the files that were downloaded, and the export of a person', async () => {
    const person = await makePerson()
    const { status } = await app.call('POST', `/admin/personal-data/people/user.${person.id}/export`)
    expect(status).toBe(200)
    const all = await listed({ kind: 'looks', entity_type: 'person', entity_id: `user.${person.id}` })
    expect(all.map(({ action }) => action)).toEqual(['personal-data.export'])
  })

  it('is for owners: others get a refusal, also for an export', async () => {
    const token = await app.tokenFor(administrator)
    expect((await app.call('GET', '/admin/history', { token })).status).toBe(200)
    const refused = await app.call('GET', '/admin/history?kind=looks', { token })
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    const request = (kind: string) => ({ json: { kind: 'history', format: 'csv', filters: { kind } }, token })
    expect((await app.call('POST', '/admin/exports', request('looks'))).status).toBe(403)
    const own = await app.call('POST', '/admin/exports', { ...request('looks'), token: undefined })
    expect(own.status, JSON.stringify(own.body)).toBe(201)
  })
})

describe('storing looks (OQ-669)', () => {
  const person: Actor = {
    id: 'a',
    email: 'a@greenroom.example',
    name: 'A',
    staffId: null,
    role: 'owner',
    permissions: new Set(['personal.read']),
    sessionId: null,
    address: '127.0.0.1',
    requestId: 'r',
  }
  const endpoint = {
    name: 'getLead',
    summary: 'Get a lead',
    look: { type: 'lead', records: ['lead.:id'] },
  } as const
  const read = (id: string) => ({ endpoint, input: { params: { id }, query: {}, body: null }, data: {} })

  function buffer(most?: number) {
    const lines: { level: number; msg: string; look?: { record: string | null } }[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const clock = { now: () => new Date(testNow) }
    const db = app.database.kysely
    const kept = createPersonalLooks({ db, clock, log, sandboxes: [], ...(most && { most }) })
    return { kept, lines }
  }

  it('stores them when the program ends', async () => {
    const { kept } = buffer()
    kept.record(person, read('l1'))
    await kept.close()
    expect(await looks()).toMatchObject([{ subject: 'lead.l1' }])
  })

  it('keeps them while the database is unavailable, and responds meanwhile', async () => {
    const { pool } = app.database
    await pool.query(`create function unavailable() returns trigger language plpgsql as
      $$ begin raise exception 'away' using errcode = '57P03'; end $$`)
    await pool.query(
      'create trigger unavailable before insert on personal_look for each row execute function unavailable()',
    )
    const { kept, lines } = buffer()
    try {
      kept.record(person, read('l2'))
      await kept.flush()
      await get(`/admin/people/${(await makePerson()).id}`)
      await app.app.looks.flush()
    } finally {
      await pool.query('drop function unavailable cascade')
    }
    expect(lines.map(({ msg }) => msg)).toHaveLength(1)
    kept.record(person, read('l2'))
    await kept.close()
    expect(await looks()).toMatchObject([{ subject: 'lead.l2', tries: 2 }, { subject_type: 'person' }])
  })

  it('are bounded: what is too much goes to the log, without searched texts', async () => {
    const { kept, lines } = buffer(2)
    for (const id of ['l3', 'l4', 'l5']) kept.record(person, read(id))
    const searched = { type: 'search', text: 'q' } as const
    const input = { params: {}, query: { q: 'asha@mail.example' }, body: null }
    kept.record(person, { endpoint: { ...endpoint, look: searched }, input, data: {} })
    expect(lines.map(({ look }) => look?.record)).toEqual(['lead.l5', null])
    expect(JSON.stringify(lines)).not.toContain('asha@')
    await kept.close()
    expect((await looks()).map(({ subject }) => subject)).toEqual(['lead.l3', 'lead.l4'])
  })

  it('are deleted after LOG_DAYS, and only the newest of a flood are kept (OQ-684)', async () => {
    await app.database.pool.query(`insert into personal_look
      (id, at, actor_id, actor_email, endpoint, summary, subject_type, subject, minute, tries, address, request_id)
      select gen_random_uuid(), now() - n * interval '1 day', 'a', 'a', 'x', 'x', 'lead', n::text, now(), 1, '', ''
      from generate_series(0, 99) as n`)
    const kept = async () => {
      const rows = await looks()
      return [rows.length, rows[0]?.subject]
    }
    await sweepLog(app.database.kysely, 'personal_look', { days: 90 })
    expect(await kept()).toEqual([90, '89'])
    await sweepLog(app.database.kysely, 'personal_look', { most: 10, days: 90 })
    expect(await kept()).toEqual([10, '9'])
  })
})
