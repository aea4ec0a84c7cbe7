import { randomUUID } from 'node:crypto'
import type { Permission } from '@greenroom/contract/access/permission'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { leaveTraces, newPerson } from '../../../test-person.ts'
import {
  makeAdvisoryService,
  makeComment,
  makeCreator,
  makeLead,
  makeMasterclass,
  makeMemberPost,
  makeOrder,
  makeUser,
} from '../../../test-records.ts'
import { unzipped } from '../../../test-zip.ts'
import { makeExportTask } from '../../desk/export/export.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.database.kysely
const run = (task: string) =>
  app.app.tasks[task]?.({}, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal })
const fold = () => run('fold-people')

type Query = Record<string, string | number>
const ask = (query: Query, token?: string) =>
  app.call(
    'GET',
    `/admin/people?${new URLSearchParams(query as Record<string, string>)}`,
    token ? { token } : {},
  )
async function list(query: Query, token?: string) {
  await fold()
  const { status, body } = await ask(query, token)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
interface Row {
  person: string
  name: string
  [member: string]: unknown
}
const namesOf = async (query: Query): Promise<string[]> =>
  (await list(query)).people.map(({ name }: Row) => name)
const key = async (permissions: Permission[]): Promise<string> =>
  (
    await app.call('POST', '/admin/api-keys', {
      json: { name: `${permissions.join(' ')} ${randomUUID()}`.slice(0, 60), permissions },
    })
  ).body.data.secret
const keyOf = async (record: string): Promise<string> =>
  (await app.call('GET', `/admin/people/${record}`)).body.data.person

/** A person with an account and an own word in the name, by which the tests find their people alone. */
let words = 0
function newWord(): string {
  words++
  const letters = [...String(words)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
  return `zz${letters}zz`
}
async function member(word: string, first: string, overrides: Parameters<typeof makeUser>[1] = {}) {
  const details = newPerson()
  return makeUser(db(), {
    first_name: first,
    last_name: word,
    email: details.email,
    phone: details.phone,
    created_at: '2026-01-05T10:00:00Z',
    ...overrides,
  })
}
const order = (user_id: string, overrides: Partial<Parameters<typeof makeOrder>[1]> = {}) =>
  makeOrder(db(), { user_id, entity_id: randomUUID(), document_state: 'on-request', ...overrides })
async function signUp(
  user_id: string,
  session_id: string,
  overrides: { attended_at?: string; given_back_at?: string; source?: string; created_at?: string } = {},
) {
  await db()
    .insertInto('registration')
    .values({
      id: randomUUID(),
      external_id: randomUUID(),
      session_type: 'masterclass',
      session_id,
      user_id,
      user_name: '',
      user_email: '',
      user_phone: '',
      created_at: '2026-11-20T10:00:00Z',
      ...(overrides.attended_at && { attended_minutes: 30 }),
      ...(overrides.given_back_at && { given_back_reason: 'staff' }),
      ...overrides,
    })
    .execute()
}
async function hold(
  user_id: string,
  membership_id: string,
  ends_at: string | null,
  cancelled_at: string | null = null,
) {
  await db()
    .insertInto('membership_held')
    .values({
      id: randomUUID(),
      external_id: randomUUID(),
      user_id,
      membership_id,
      starts_at: '2026-01-01T00:00:00Z',
      ends_at,
      cancelled_at,
      source_changed_at: '2026-01-01T00:00:00Z',
    })
    .execute()
}
async function newMembership(name: string): Promise<string> {
  const id = randomUUID()
  await db()
    .insertInto('membership')
    .values({ id, name, currency_code: 'INR', current_price: 1, original_price: 1 })
    .execute()
  return id
}
const label = (person: string, text: string) =>
  app.call('POST', `/admin/people/${person}/labels`, { json: { label: text } })

const agree = (person: string, channel: string, is_given: boolean, at = '2026-11-02T10:00:00Z') =>
  app.call('POST', `/admin/people/${person}/consents`, {
    json: { channel, is_given, at, reason: 'Asked on the phone' },
  })

describe('the list of people (OQ-732, OQ-733)', () => {
  it('has each person with what is known of them', async () => {
    const word = newWord()
    const user = await member(word, 'Anu', { email: `anu.${word}@mail.example`, phone: '+919812300001' })
    const membership = await newMembership(`Gold ${word}`)
    await hold(user, membership, null)
    await hold(user, await newMembership(`Ended ${word}`), '2026-02-01T00:00:00Z')
    await order(user, { created_at: '2026-03-01T10:00:00Z', amount: 50_000 })
    await order(user, { created_at: '2026-04-01T10:00:00Z', amount: 900, currency_code: 'USD' })
    await order(user, {
      status: 'refunded',
      amount: 70_000,
      refunded_amount: 70_000,
      created_at: '2026-04-02T10:00:00Z',
    })
    await order(user, { status: 'pending', amount: 99_000, created_at: '2026-04-03T10:00:00Z' })
    await label(user, 'Speaker')
    const { people, total, next } = await list({ q: word })
    expect({ people, total, next }).toEqual({
      people: [
        {
          person: await keyOf(user),
          name: `Anu ${word}`,
          email: `anu.${word}@mail.example`,
          phone: '+919812300001',
          has_account: true,
          first_seen: '2026-01-05T10:00:00.000Z',
          last_seen: '2026-04-03T10:00:00.000Z',
          orders: 3,
          spent: [
            { currency_code: 'INR', amount: 50_000 },
            { currency_code: 'USD', amount: 900 },
          ],
          memberships: [{ _id: membership, name: `Gold ${word}` }],
          labels: ['Speaker'],
        },
      ],
      total: 1,
      next: null,
    })
  })

  it('has buyers, sign-ups and bookings without an account, and nobody about whom there is no such record', async () => {
    const word = newWord()
    const details = newPerson()
    await makeOrder(db(), {
      entity_id: randomUUID(),
      user_first_name: 'Guest',
      user_last_name: word,
      user_email: details.email,
      user_phone: details.phone,
      document_state: 'on-request',
    })
    const other = newPerson()
    await makeLead(app, {
      service_id: await makeAdvisoryService(app),
      user_first_name: 'Lead',
      user_last_name: word,
      user_email: other.email,
      user_phone: other.phone,
    })
    const creator = newPerson()
    await makeCreator(app, {
      first_name: 'Host',
      last_name: word,
      email: creator.email,
      phone: creator.phone,
    })
    const { people } = await list({ q: word, sort: 'name' })
    expect(people.map(({ name, has_account }: Row) => [name, has_account])).toEqual([
      [`Guest ${word}`, false],
      [`Lead ${word}`, false],
    ])
  })
})

describe('sorting and paging (OQ-732)', () => {
  const sorted: [sort: string, names: string[]][] = [
    ['last_seen', ['C', 'A', 'B', '']],
    ['first_seen', ['B', 'C', 'A', '']],
    ['name', ['A', 'B', 'C', '']],
    ['spent', ['B', 'A', 'C', '']],
  ]
  const label4 = 'Sorted'
  beforeAll(async () => {
    const a = await member('', 'A', { created_at: '2026-01-02T00:00:00.000123Z' })
    const b = await member('', 'B', { created_at: '2026-01-04T00:00:00Z' })
    const c = await member('', 'C', { created_at: '2026-01-03T00:00:00Z' })
    const nameless = await member('', '', { created_at: '2026-01-01T00:00:00Z' })
    await order(a, { amount: 200, created_at: '2026-02-02T00:00:00Z' })
    await order(b, { amount: 300, created_at: '2026-02-01T00:00:00Z' })
    await order(c, { amount: 100, created_at: '2026-02-03T00:00:00.000123Z' })
    for (const user of [a, b, c, nameless]) await label(user, label4)
  })

  it.each(sorted)('sorts by %s, and pages continue after the last person', async (sort, names) => {
    expect(await namesOf({ label: label4, sort })).toEqual(names)
    const pages: string[] = []
    let after: string | undefined
    do {
      const page = await list({ label: label4, sort, limit: 1, ...(after && { after }) })
      expect(page.total).toBe(after === undefined ? 4 : null)
      pages.push(...page.people.map(({ name }: Row) => name))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(pages).toEqual(names)
  })

  it.each([
    [{ sort: 'age' }, 'sort must be last_seen, first_seen, name or spent'],
    [{ after: 'x' }, 'after must be the value of next'],
    [{ spent_from: '1.5' }, 'spent_from must be an amount in paise'],
    [{ seen_from: '2026-11-31x' }, 'seen_from must be a day such as 2026-11-20'],
    [{ seen_from: '2026-11-21', seen_to: '2026-11-20' }, 'The first day must not be after the last'],
    [{ since_from: '2026-11-21', since_to: '2026-11-20' }, 'The first day must not be after the last'],
    [{ attendance: 'came' }, 'session_id is required with attendance'],
    [{ entity_id: randomUUID() }, 'entity_type must be masterclass, membership, events, custom'],
    [{ account: 'maybe' }, 'account must be yes or no'],
  ])('refuses %o', async (query, message) => {
    const { status, body } = await ask(query as Query)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
  })

  it.each(['membership_id', 'session_id'])('finds nobody by a malformed %s', async (name) => {
    expect(await list({ [name]: 'x' })).toMatchObject({ people: [], total: 0, next: null })
  })
})

describe('searching (OQ-734)', () => {
  it('finds a part of a name in any case, a short one at the beginning of a word', async () => {
    const word = newWord()
    await member(`${word} Łukasz`, 'Ünal')
    expect(await namesOf({ q: word.toUpperCase() })).toEqual([`Ünal ${word} Łukasz`])
    expect(await namesOf({ q: `${word} łuk` })).toHaveLength(1)
    const short = await namesOf({ q: 'ün' })
    expect(short).toContain(`Ünal ${word} Łukasz`)
    expect(await namesOf({ q: 'nal'.slice(0, 2) })).not.toContain(`Ünal ${word} Łukasz`)
    expect(await namesOf({ q: '%' })).toEqual([])
  })

  it('finds an e-mail address that any record had, the beginning of the shown one, and a phone', async () => {
    const word = newWord()
    const user = await member(word, 'Mail', { email: `first.${word}@mail.example`, phone: '+919812377001' })
    await order(user, {
      user_email: `Second.${word}@Mail.example`,
      user_phone: '+919812377002',
      user_first_name: 'Mail',
      user_last_name: word,
    })
    for (const q of [
      `FIRST.${word}@mail.example`,
      `first.${word}@`,
      `second.${word}@mail.example`,
      '098123 77001',
      '377001',
      '+919812377002',
    ]) {
      expect(await namesOf({ q }), q).toEqual([`Mail ${word}`])
    }
    expect(await namesOf({ q: `cond.${word}@mail.example` })).toEqual([])
  })
})

describe('the filters (OQ-734)', () => {
  it('by membership find who holds it now, also after it began and before it ends', async () => {
    const membership = await newMembership('Filtered')
    const users = await Promise.all(['A', 'B', 'C', 'D'].map((name) => member(newWord(), name)))
    const [holds, ends, ended, cancelled] = users as [string, string, string, string]
    await hold(holds, membership, null)
    await hold(ends, membership, '2026-12-31T00:00:00Z')
    await hold(ended, membership, '2026-02-01T00:00:00Z')
    await hold(cancelled, membership, null, '2026-02-01T00:00:00Z')
    const names = await namesOf({ membership_id: membership, sort: 'name' })
    expect(names.map((name) => name[0])).toEqual(['A', 'B'])
  })

  it('by what was bought find paid orders alone, of a type or of one record', async () => {
    const word = newWord()
    const [a, b, c] = [await member(word, 'A'), await member(word, 'B'), await member(word, 'C')]
    const entity_id = randomUUID()
    await order(a, { entity_id, entity_type: 'events' })
    await order(b, { entity_id, entity_type: 'events', status: 'pending' })
    await order(c, { entity_type: 'events' })
    const find = (query: Query) => namesOf({ q: word, sort: 'name', ...query })
    expect(await find({ entity_type: 'events', entity_id })).toEqual([`A ${word}`])
    expect(await find({ entity_type: 'events' })).toEqual([`A ${word}`, `C ${word}`])
    expect(await find({ entity_type: 'custom' })).toEqual([])
  })

  it('by session find who has a seat, who came, and who did not once attendance is known', async () => {
    const word = newWord()
    const session_id = randomUUID()
    const [came, absent, gave, buyer] = await Promise.all(
      ['Came', 'Absent', 'Gave', 'Buyer'].map((name) => member(word, name)),
    )
    await signUp(absent as string, session_id)
    await signUp(gave as string, session_id, { given_back_at: '2026-11-20T11:00:00Z' })
    const session = (await makeMasterclass(app))._id
    await order(buyer as string, { entity_id: session, entity_type: 'masterclass' })
    const find = (query: Query) => namesOf({ session_id, sort: 'name', ...query })
    expect(await find({ attendance: 'absent' })).toEqual([])
    await signUp(came as string, session_id, { attended_at: '2026-11-21T11:00:00Z' })
    expect(await find({})).toEqual([`Absent ${word}`, `Came ${word}`])
    expect(await find({ attendance: 'came' })).toEqual([`Came ${word}`])
    expect(await find({ attendance: 'absent' })).toEqual([`Absent ${word}`])
    expect(await namesOf({ session_id: session })).toEqual([`Buyer ${word}`])
    const { title } = await db()
      .selectFrom('masterclass')
      .select('title')
      .where('id', '=', session)
      .executeTakeFirstOrThrow()
    expect((await list({ session_id: session })).about).toEqual({ session: title, entity: null })
    expect((await list({ entity_type: 'masterclass', entity_id: session })).about.entity).toBe(title)
    expect((await list({ session_id: randomUUID() })).about.session).toBeNull()
  })

  it('by consent find whose latest word on a channel is a yes, also of whom was merged (OQ-736)', async () => {
    const word = newWord()
    const [asha, other, kiran] = [
      await member(word, 'Asha'),
      await member(word, 'Other'),
      await member(word, 'Kiran'),
    ]
    await agree(asha, 'email', true)
    await agree(kiran, 'email', true)
    expect(await namesOf({ q: word, consent: 'email', sort: 'name' })).toEqual([
      `Asha ${word}`,
      `Kiran ${word}`,
    ])
    expect(await namesOf({ q: word, consent: 'whatsapp' })).toEqual([])
    await agree(kiran, 'email', false, '2026-11-03T10:00:00Z')
    await agree(other, 'whatsapp', true)
    expect(await namesOf({ q: word, consent: 'email' })).toEqual([`Asha ${word}`])
    const path = `/admin/people/${asha}/merge/${other}`
    const { compared } = (await app.call('GET', path)).body.data
    await app.call('POST', path, { json: { compared } })
    expect(await namesOf({ q: word, consent: 'whatsapp' })).toEqual([`Asha ${word}`])
    expect((await ask({ consent: 'fax' })).status).toBe(400)
  })

  it('by amount, account, source, label and days', async () => {
    const word = newWord()
    const a = await member(word, 'A', { created_at: '2026-05-01T20:00:00Z' })
    await order(a, { amount: 500, source: 'meta', created_at: '2026-06-10T18:29:59.999Z' })
    const b = newPerson()
    await makeOrder(db(), {
      entity_id: randomUUID(),
      amount: 499,
      user_first_name: 'B',
      user_last_name: word,
      user_email: b.email,
      user_phone: b.phone,
      created_at: '2026-06-10T18:30:00Z',
      document_state: 'on-request',
    })
    await label(a, 'Warm')
    const find = (query: Query) => namesOf({ q: word, sort: 'name', ...query })
    const [ofA, ofB] = [`A ${word}`, `B ${word}`]
    expect(await find({ spent_from: 500 })).toEqual([ofA])
    expect(await find({ spent_from: 499 })).toEqual([ofA, ofB])
    expect(await find({ account: 'yes' })).toEqual([ofA])
    expect(await find({ account: 'no' })).toEqual([ofB])
    expect(await find({ source: 'meta' })).toEqual([ofA])
    expect(await find({ label: 'WARM' })).toEqual([ofA])
    // The day of India ends at 18:30 in UTC.
    expect(await find({ seen_to: '2026-06-10' })).toEqual([ofA])
    expect(await find({ seen_from: '2026-06-11' })).toEqual([ofB])
    expect(await find({ since_from: '2026-05-02', since_to: '2026-05-02' })).toEqual([ofA])
    expect(await find({ since_to: '2026-05-01' })).toEqual([])
    expect(
      await find({ source: 'meta', label: 'Warm', spent_from: 500, entity_type: 'masterclass' }),
    ).toEqual([ofA])
  })
})

describe('who sees what (OQ-732)', () => {
  it('is open to whoever may open the page of a person', async () => {
    for (const permission of ['money.read', 'content.read', 'advisory.read', 'moderation.read'] as const) {
      expect((await ask({}, await key([permission]))).status).toBe(200)
    }
    const { status } = await ask({}, await key(['staff.read']))
    expect(status).toBe(403)
    expect((await app.call('GET', '/admin/person-labels', { token: await key(['staff.read']) })).status).toBe(
      403,
    )
    expect((await app.call('GET', '/admin/people', { token: null })).status).toBe(401)
  })

  it('masks contacts, and leaves out money and memberships', async () => {
    const word = newWord()
    const user = await member(word, 'Masked', {
      email: `masked.${word}@mail.example`,
      phone: '+919812399901',
    })
    await order(user)
    const [row] = (await list({ q: word }, await key(['moderation.read']))).people
    expect(Object.keys(row).sort()).toEqual(
      ['email', 'first_seen', 'has_account', 'labels', 'last_seen', 'name', 'person', 'phone'].sort(),
    )
    expect(row).toMatchObject({ name: `Masked ${word}`, email: 'm•••@mail.example', phone: '•••9901' })
    const [ofContent] = (await list({ q: word }, await key(['content.read']))).people
    expect(ofContent.memberships).toEqual([])
    expect(ofContent.spent).toBeUndefined()
  })

  it.each([
    [{ q: 'x@mail.example' }, ['content.read', 'money.read']],
    [{ q: '98123' }, ['content.read', 'money.read']],
    [{ spent_from: 1 }, ['content.read', 'personal.read']],
    [{ sort: 'spent' }, ['content.read', 'personal.read']],
    [{ entity_type: 'events' }, ['content.read', 'personal.read']],
    [{ source: 'meta' }, ['content.read', 'personal.read']],
    [{ membership_id: randomUUID() }, ['money.read', 'personal.read']],
    [{ session_id: randomUUID() }, ['money.read', 'personal.read']],
  ])('refuses %o without its permission', async (query, permissions) => {
    expect((await ask(query as Query, await key(permissions as Permission[]))).status).toBe(403)
    expect((await ask(query as Query)).status).toBe(200)
  })
})

describe('people who are merged, split and erased (OQ-733)', () => {
  const merge = async (kept: string, other: string) => {
    const { body } = await app.call('GET', `/admin/people/${kept}/merge/${other}`)
    return app.call('POST', `/admin/people/${kept}/merge/${other}`, {
      json: { compared: body.data.compared },
    })
  }
  /** Without a run of the job. */
  const now = async (query: Query) => (await ask(query)).body.data.people

  it('appear once with what all of them have, at once, and again apart after the merge is undone', async () => {
    const word = newWord()
    const [kept, other] = [await member(word, 'Kept'), await member(word, 'Other')]
    await order(kept, { amount: 100 })
    await order(other, { amount: 50, source: 'google' })
    await label(kept, 'One')
    await label(other, 'Two')
    await fold()
    const merged = await merge(kept, other)
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const rows = await now({ q: word })
    expect(rows).toMatchObject([
      {
        name: `Kept ${word}`,
        orders: 2,
        spent: [{ currency_code: 'INR', amount: 150 }],
        labels: ['One', 'Two'],
      },
    ])
    expect(await now({ source: 'google', q: word })).toHaveLength(1)
    expect(await keyOf(other)).toBe(rows[0].person)
    await app.call('POST', `/admin/people/moves/${merged.body.data.move}/undo`)
    expect((await now({ q: word, sort: 'name' })).map(({ name, orders }: Row) => [name, orders])).toEqual([
      [`Kept ${word}`, 1],
      [`Other ${word}`, 1],
    ])
  })

  it('have rows of their own at once after a split', async () => {
    const word = newWord()
    const user = await member(word, 'Whole')
    const other = newPerson()
    await order(user, {
      user_id: user,
      user_first_name: 'Whole',
      user_last_name: word,
      user_email: other.email,
      user_phone: '',
    })
    await fold()
    const person = await keyOf(user)
    const known = (await app.call('GET', `/admin/people/${person}/identifiers`)).body.data
    const account = known.find(({ kind }: { kind: string }) => kind === 'account')
    const own = known.filter(({ account_id }: { account_id: string | null }) => account_id === account.value)
    const split = await app.call('POST', `/admin/people/${person}/split`, {
      json: { identifiers: own.map(({ kind, value }: Record<string, string>) => ({ kind, value })) },
    })
    expect(split.status, JSON.stringify(split.body)).toBe(200)
    expect((await now({ q: word })).map(({ person: one }: Row) => one)).toContain(split.body.data.person)
  })

  it('are gone at once when they are erased, with their labels', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    await label(user, 'Erased soon')
    await fold()
    const word = person.last_name
    expect(await now({ q: word })).toHaveLength(1)
    const started = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: await keyOf(user), confirmation: person.email },
    })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    await app.app.tasks['erase-person']?.({ id: started.body.data._id }, {
      signal: new AbortController().signal,
    } as never)
    expect(await now({ q: word })).toEqual([])
    await fold()
    expect(await now({ q: word })).toEqual([])
    const { rows } = await sql`select * from person_label where label = 'Erased soon'`.execute(db())
    expect(rows).toEqual([])
  })
})

describe('labels (OQ-735)', () => {
  it('are added once in one spelling, listed, removed, and in the history', async () => {
    const word = newWord()
    const [one, other] = [await member(word, 'One'), await member(word, 'Other')]
    const added = await label(one, `  Key   ${word} `)
    expect(added.body).toMatchObject({ message: 'Label added', data: { labels: [`Key ${word}`] } })
    expect((await label(other, `KEY ${word}`)).body.data.labels).toEqual([`Key ${word}`])
    expect((await label(one, `key ${word}`)).body.data.labels).toEqual([`Key ${word}`])
    expect((await app.call('GET', '/admin/person-labels')).body.data).toContain(`Key ${word}`)
    // Without a run of the job.
    expect((await ask({ label: `key ${word}` })).body.data.total).toBe(2)
    const removed = await app.call('POST', `/admin/people/${one}/labels/remove`, {
      json: { label: `KEY ${word}` },
    })
    expect(removed.body.data.labels).toEqual([])
    expect((await ask({ label: `Key ${word}` })).body.data.people.map(({ name }: Row) => name)).toEqual([
      `Other ${word}`,
    ])
    const { rows } = await sql<{ action: string; after: object }>`select action, after from audit_entry
      where entity_type = 'person' and entity_id = ${await keyOf(one)} order by at`.execute(db())
    expect(rows).toEqual([
      { action: 'person.add-label', after: { label: `Key ${word}` } },
      { action: 'person.remove-label', after: { label: `Key ${word}` } },
    ])
  })

  it.each([
    ['', 'Enter a label of 1 to 40 characters'],
    [' ', 'Enter a label of 1 to 40 characters'],
    ['x'.repeat(41), 'Enter a label of 1 to 40 characters'],
    ['ask a@mail.example', "A label can't contain an e-mail address or a phone number"],
    ['98765 43210', "A label can't contain an e-mail address or a phone number"],
  ])('refuses %o', async (text, message) => {
    const user = await member(newWord(), 'Any')
    const { status, body } = await label(user, text)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
  })

  it('are at most twenty, and need personal.read', async () => {
    const word = newWord()
    const user = await member(word, 'Many')
    for (let n = 0; n < 20; n++) expect((await label(user, `${word} ${n}`)).status).toBe(200)
    expect((await label(user, `${word} 20`)).status).toBe(409)
    const token = await key(['content.read'])
    const refused = await app.call('POST', `/admin/people/${user}/labels`, { json: { label: 'x' }, token })
    expect(refused.status).toBe(403)
    expect((await label(randomUUID(), 'x')).status).toBe(404)
  })

  it('are in the export of the person and on their page', async () => {
    const user = await member(newWord(), 'Paged')
    await label(user, 'On the page')
    expect((await app.call('GET', `/admin/people/${user}`)).body.data.labels).toEqual(['On the page'])
  })
})

describe('the figures (OQ-733)', () => {
  const wrong = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select * from person_figures(array(select id from person))) as fresh
      full join person_figure as kept using (person_id) where kept is distinct from fresh`.execute(db())
    return rows[0]?.n
  }

  it('equal a recount after writes of all kinds at once, beside the job', async () => {
    const word = newWord()
    const users = await Promise.all(Array.from({ length: 8 }, (_, n) => member(word, `W${n}`)))
    const session = randomUUID()
    const membership = await newMembership('Busy')
    const writes = users.map(async (user, n) => {
      for (let turn = 0; turn < 6; turn++) {
        const id = randomUUID()
        await order(user, { id, source: `s${turn % 3}` })
        if (turn % 2)
          await sql`update transaction set status = 'refunded', refunded_amount = amount where id = ${id}`.execute(
            db(),
          )
        if (turn % 3 === 0) await sql`delete from transaction where id = ${id}`.execute(db())
        await signUp(user, session, turn % 2 ? { attended_at: '2026-11-21T00:00:00Z' } : {})
        await makeMemberPost(db(), { user_id: user })
        await makeComment(db(), { user_id: user })
        await hold(user, membership, null)
        await label(user, `t${turn}`)
        if (n % 4 === 3 && turn === 3) {
          const kept = users[n - 1] as string
          const { body } = await app.call('GET', `/admin/people/${kept}/merge/${user}`)
          await app.call('POST', `/admin/people/${kept}/merge/${user}`, {
            json: { compared: body.data.compared },
          })
        }
      }
    })
    const jobs = (async () => {
      for (let turn = 0; turn < 15; turn++) await fold()
    })()
    await Promise.all([...writes, jobs])
    await fold()
    await fold()
    expect(await wrong()).toBe(0)
    await sql`update app_user set last_name = 'Renamed' where id = ${users[0]}`.execute(db())
    await sql`delete from registration where session_id = ${session}`.execute(db())
    await sql`delete from membership_held where membership_id = ${membership}`.execute(db())
    await sql`delete from post where user_id = any(${users}::uuid[])`.execute(db())
    await fold()
    expect(await wrong()).toBe(0)
    expect(await namesOf({ q: 'Renamed' })).toEqual(['W0 Renamed'])
  })

  it('let an order be stored while somebody is merged, and are found again afterwards', async () => {
    const word = newWord()
    const user = await member(word, 'Locked')
    await fold()
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        'select refresh_person_figures(array(select person_id from app_user where id = $1))',
        [user],
      )
      await order(user, { amount: 4_200 })
      // The job leaves the person to the next run instead of waiting.
      await fold()
      expect((await ask({ q: word })).body.data.people[0].orders).toBe(0)
      await client.query('commit')
    } finally {
      client.release()
    }
    expect((await list({ q: word })).people[0].orders).toBe(1)
  })

  it('are filled by the job in batches, and repaired by the check of the night', async () => {
    await fold()
    await sql`update person_figure set orders = orders + 1`.execute(db())
    await sql`delete from person_figure where name = ''`.execute(db())
    await run('check-people')
    expect(await wrong()).toBe(0)
    await sql`delete from person_figure`.execute(db())
    await sql`insert into person_figure_change (person_id) select id from person`.execute(db())
    await fold()
    expect(await wrong()).toBe(0)
  })

  it('follow soon while people change, and rest while none does', async () => {
    const waiting = async () =>
      (
        await sql<{
          key: string
        }>`select key from graphile_worker.jobs where key = 'fold-people-soon'`.execute(db())
      ).rows
    await fold()
    await sql`delete from graphile_worker._private_jobs where key = 'fold-people-soon'`.execute(db())
    await fold()
    expect(await waiting()).toEqual([])
    await member(newWord(), 'New')
    await fold()
    expect(await waiting()).toHaveLength(1)
  })
})

describe('the export of people (OQ-732)', () => {
  const start = (filters: object, format: string, token?: string) =>
    app.call('POST', '/admin/exports', { json: { kind: 'people', format, filters }, ...(token && { token }) })
  async function file(filters: object, format: string, token?: string): Promise<Buffer> {
    await fold()
    const started = await start(filters, format, token)
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const { _id } = started.body.data
    await app.app.tasks[makeExportTask]?.(
      { id: _id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    const link = await app.call('POST', `/admin/exports/${_id}/link`, token ? { token } : {})
    return Buffer.from(await (await fetch(`${app.url}${link.body.data.url}`)).arrayBuffer())
  }
  const lines = async (filters: object, token?: string) =>
    String(await file(filters, 'csv', token))
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')

  it('has the people of the list in its order, masked and without money as there', async () => {
    const word = newWord()
    const user = await member(word, 'B', { email: `b.${word}@mail.example`, phone: '+919812355501' })
    await order(user, { amount: 12_345, created_at: '2026-03-01T10:00:00Z' })
    await label(user, 'Exported')
    for (const channel of ['email', 'whatsapp']) await agree(user, channel, true)
    await member(word, 'A', { email: `a.${word}@mail.example`, phone: '+919812355502' })
    const rows = await lines({ q: word, sort: 'name' })
    expect(rows[0]).toBe(
      'Name,E-mail,Phone,Account,First seen (Asia/Kolkata),Last seen (Asia/Kolkata),Orders,Spent (INR),Spent (USD),Memberships,Labels,Agreed to marketing',
    )
    expect(rows.slice(1).map((row) => row.replaceAll("'", ''))).toEqual([
      `A ${word},a.${word}@mail.example,+919812355502,Yes,2026-01-05 15:30:00,2026-01-05 15:30:00,0,0.00,0.00,,,`,
      `B ${word},b.${word}@mail.example,+919812355501,Yes,2026-01-05 15:30:00,2026-03-01 15:30:00,1,123.45,0.00,,Exported,"E-mail, WhatsApp"`,
    ])
    const masked = await lines({ q: word, sort: 'name' }, await key(['money.export', 'moderation.read']))
    expect(masked[0]).not.toContain('Spent')
    expect(masked[1]).toContain('a•••@mail.example')
    expect(unzipped(await file({ q: word }, 'xlsx'))['xl/worksheets/sheet1.xml']).toContain(`B ${word}`)
    expect(
      (await start({ spent_from: '1' }, 'csv', await key(['money.export', 'content.read']))).status,
    ).toBe(403)
  })
})
