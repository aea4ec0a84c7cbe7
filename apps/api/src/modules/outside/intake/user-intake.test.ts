import { createHash } from 'node:crypto'
import { moderationMessages } from '@greenroom/contract/community/moderation/moderation.schema'
import { intakeMessages } from '@greenroom/contract/intake-batch'
import { userIntakeMessages } from '@greenroom/contract/outside/intake/user-intake.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeComment, makeMemberPost, makeOrder, makeReport, makeUser } from '../../../test-records.ts'
import { adoptAccount } from './user-intake.repository.ts'

const path = '/intake/users'
const author = '01931f6e-0000-7000-8000-0000000000aa'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await createTestApp({ ADMIN_POST_USER_ID: author })
  key = await makeKey(app, ['intake.write'], 'Members')
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

let count = 0
const newPerson = () => `member-${++count}`
const at = (minute: number) => new Date(Date.parse('2026-11-01T10:00:00Z') + minute * 60_000).toISOString()
const record = (external_id: string, minute = 0, values: object = {}) => ({
  external_id,
  first_name: 'Devika',
  last_name: 'Rao',
  email: `${external_id}@mail.example`,
  phone: '+919845012763',
  changed_at: at(minute),
  ...values,
})
const send = (...records: unknown[]) => sendRecords(app, path, key, records)
const outcomes = async (...records: unknown[]) =>
  (await send(...records)).results.map(({ outcome }) => outcome)
const stored = (external_id: string) =>
  app.database.kysely
    .selectFrom('app_user')
    .selectAll()
    .where('external_id', '=', external_id)
    .executeTakeFirst()
const everything = async () => {
  const { rows } = await app.database.pool.query(
    'select (select count(*) from app_user)::int as accounts, (select count(*) from intake_user)::int as known',
  )
  return rows[0]
}
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'actor_email', 'entity_label', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

describe('a call with people', () => {
  it('is refused without a credential, and with a key without the permission, and stores nothing (OQ-400)', async () => {
    const before = await everything()
    const json = { records: [record(newPerson())] }
    expect((await app.call('POST', path, { json, token: null })).status).toBe(401)
    const reader = await makeKey(app, ['intake.read', 'content.write'])
    const refused = await app.call('POST', path, { json, token: reader })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([403, 'FORBIDDEN', undefined])
    expect(await everything()).toEqual(before)
  })

  it.each([
    ['external_id', { external_id: 'a b' }, intakeMessages.externalId],
    ['external_id', { external_id: undefined }, intakeMessages.externalId],
    ['changed_at', { changed_at: undefined }, intakeMessages.changedAt],
    ['changed_at', { changed_at: '2026-11-01' }, 'Enter a date and time such as 2026-12-31T18:30:00Z'],
    ['changed_at', { changed_at: '2026-11-21T08:00:00Z' }, intakeMessages.future],
    ['created_at', { created_at: '2027-01-01T00:00:00Z' }, intakeMessages.future],
    ['first_name', { first_name: ' ' }, userIntakeMessages.firstName],
    ['first_name', { first_name: '\u3164\u200b' }, userIntakeMessages.firstName],
    ['first_name', { first_name: undefined }, userIntakeMessages.firstName],
    ['last_name', { last_name: 'x'.repeat(101) }, 'Should not exceed 100 characters'],
    ['email', { email: 'devika' }, userIntakeMessages.email],
    ['phone', { phone: '9'.repeat(41) }, 'Should not exceed 40 characters'],
    ['username', { username: 7 }, 'Enter a text'],
    ['username', { username: 'a\u0000' }, "This text holds characters that can't be stored"],
    ['designation', { designation: '\ud800' }, "This text holds characters that can't be stored"],
    ['description', { description: 'x'.repeat(2_001) }, 'Should not exceed 2000 characters'],
    ['deleted', { deleted: 'no' }, 'Enter true or false'],
    ['_id', { _id: newId() }, userIntakeMessages.unknownAccount],
    ['_id', { _id: 'x' }, userIntakeMessages.unknownAccount],
  ])('refuses a record with a bad %s, and nothing else (OQ-400)', async (name, values, message) => {
    const before = await everything()
    const [refused, good] = [{ ...record(newPerson()), ...values }, record(newPerson())]
    const { results, created } = await send(refused, good)
    expect(results[0]).toMatchObject({
      outcome: 'refused',
      _id: null,
      message,
      errors: [{ path: name, message }],
    })
    expect([results[1]?.outcome, created]).toEqual(['created', 1])
    expect(await everything()).toEqual({ accounts: before.accounts + 1, known: before.known + 1 })
  })

  it('stores 999 of 1,000 people and names the bad one; refuses 1,001 records and 8 MB (OQ-400)', async () => {
    const people = Array.from({ length: 1_000 }, () => record(newPerson()))
    people[500] = { ...record('bad-one'), email: 'no' }
    const { results, created, refused } = await send(...people)
    expect([created, refused]).toEqual([999, 1])
    expect(results.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { index: 500, external_id: 'bad-one', errors: [{ path: 'email' }] },
    ])
    expect(results.map(({ index }) => index)).toEqual(people.map((_, index) => index))
    const before = await everything()
    const many = await app.call('POST', path, { json: { records: [...people, people[0]] }, token: key })
    expect([many.status, many.body.errors]).toEqual([
      400,
      [{ path: 'records', message: intakeMessages.records }],
    ])
    const large = { records: [record(newPerson(), 0, { description: 'x'.repeat(9_000_000) })] }
    expect((await app.call('POST', path, { json: large, token: key })).status).toBe(413)
    expect(await everything()).toEqual(before)
  })
})

describe('a person', () => {
  it('is created, changed by a newer record, and kept by an older or a repeated one (OQ-400)', async () => {
    const person = newPerson()
    const first = record(person, 1, { username: 'devika', created_at: '2024-05-01T00:00:00Z' })
    const { results } = await send(first)
    const id = results[0]?._id ?? ''
    expect(await stored(person)).toMatchObject({
      id,
      first_name: 'Devika',
      username: 'devika',
      email: `${person}@mail.example`,
      created_at: new Date('2024-05-01T00:00:00Z'),
    })
    expect(await outcomes(first)).toEqual(['unchanged'])
    expect(await outcomes(record(person, 0, { first_name: 'Older' }))).toEqual(['unchanged'])
    // A record is the whole person: the name of the user is empty now.
    expect(await send(record(person, 2, { first_name: 'Deepa' }))).toMatchObject({
      changed: 1,
      results: [{ outcome: 'changed', _id: id }],
    })
    expect(await stored(person)).toMatchObject({
      first_name: 'Deepa',
      username: '',
      created_at: new Date('2024-05-01T00:00:00Z'),
    })
    expect(await outcomes(record(person, 3, { first_name: 'Deepa' }))).toEqual(['unchanged'])
    expect(await auditOf(id)).toMatchObject([
      { action: 'user.create', actor_email: 'API key Members', entity_label: 'Devika Rao' },
      {
        action: 'user.update',
        actor_email: 'API key Members',
        before: { first_name: 'Devika', username: 'devika' },
        after: { first_name: 'Deepa', username: '' },
      },
    ])
  })

  it('ends in the state of the newest record of a batch, in whatever order they are (OQ-400)', async () => {
    const person = newPerson()
    const names = ['Zero', 'One', 'Two', 'Three']
    const minutes = [2, 0, 3, 1]
    const sent = minutes.map((minute) => record(person, minute, { first_name: names[minute] }))
    expect(await outcomes(...sent)).toEqual(['created', 'unchanged', 'changed', 'unchanged'])
    expect((await stored(person))?.first_name).toBe('Three')
  })

  it('is created once by fifty senders (OQ-400)', async () => {
    const people = Array.from({ length: 5 }, newPerson)
    const before = await everything()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => {
        const sent = people.map((person) => record(person))
        return send(...(place % 2 === 0 ? sent : sent.reverse()))
      }),
    )
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(5)
    expect(answers.reduce((sum, { refused }) => sum + refused, 0)).toBe(0)
    expect(await everything()).toEqual({ accounts: before.accounts + 5, known: before.known + 5 })
  })

  it('is deleted with posts, comments and reports; orders keep the details (OQ-400, OQ-071)', async () => {
    const person = newPerson()
    const id = (await send(record(person))).results[0]?._id ?? ''
    const db = app.database.kysely
    const post = await makeMemberPost(db, { user_id: id })
    const comment = await makeComment(db, { post_id: await makeMemberPost(db), user_id: id })
    await makeReport(db, 'user', id)
    const order = newId()
    await makeOrder(db, { id: order, entity_id: newId(), user_id: id, user_first_name: 'Devika' })
    expect(await send({ external_id: person, changed_at: at(1), deleted: true })).toMatchObject({
      results: [{ outcome: 'changed', _id: null }],
    })
    for (const [table, gone] of [
      ['app_user', id],
      ['post', post],
      ['comment', comment],
    ] as const) {
      expect(await db.selectFrom(table).select('id').where('id', '=', gone).execute()).toEqual([])
    }
    expect(await db.selectFrom('report').select('id').where('entity_id', '=', id).execute()).toEqual([])
    expect(
      await db.selectFrom('transaction').select('user_first_name').where('id', '=', order).execute(),
    ).toEqual([{ user_first_name: 'Devika' }])
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'user.remove',
      actor_email: 'API key Members',
      before: { first_name: 'Devika', posts: 1, comments: 1 },
    })
  })

  it('stays deleted when an older record comes, also one that nobody sent before, and returns with a newer one (OQ-401)', async () => {
    const person = newPerson()
    const gone = { external_id: person, changed_at: at(5), deleted: true }
    expect(await outcomes(gone)).toEqual(['unchanged'])
    expect(await outcomes(record(person, 4), record(person, 5))).toEqual(['unchanged', 'unchanged'])
    expect(await stored(person)).toBeUndefined()
    const { results } = await send(record(person, 6))
    expect(results[0]?.outcome).toBe('created')
    expect(await outcomes(gone)).toEqual(['unchanged'])
    expect((await stored(person))?.id).toBe(results[0]?._id)
    // The same account, so that earlier orders are this person's.
    expect(await outcomes({ ...gone, changed_at: at(7) })).toEqual(['changed'])
    expect((await send(record(person, 8))).results[0]?._id).toBe(results[0]?._id)
  })

  it('whom a moderator deleted stays deleted until a later change (OQ-401)', async () => {
    const person = newPerson()
    const id = (await send(record(person))).results[0]?._id ?? ''
    await makeReport(app.database.kysely, 'user', id)
    expect((await app.call('POST', `/admin/user/${id}/remove`)).status).toBe(200)
    expect(await outcomes(record(person, 60))).toEqual(['unchanged'])
    expect(await stored(person)).toBeUndefined()
    app.clock.set('2026-11-21T07:30:00Z')
    expect(await outcomes(record(person, 0, { changed_at: '2026-11-21T07:00:00Z' }))).toEqual(['created'])
  })

  it('who writes the posts of the provider is not deleted (OQ-122)', async () => {
    await makeUser(app.database.kysely, { id: author })
    const person = newPerson()
    expect(await outcomes(record(person, 0, { _id: author }))).toEqual(['changed'])
    expect(await send({ external_id: person, changed_at: at(1), deleted: true })).toMatchObject({
      results: [{ outcome: 'refused', message: moderationMessages.providerAuthor }],
    })
    expect((await stored(person))?.id).toBe(author)
    // The refused deletion left no trace.
    expect(await outcomes(record(person, 1, { first_name: 'Asha' }))).toEqual(['changed'])
  })

  it('gets an account without a search through a whole table (OQ-402)', async () => {
    const scans = await app.database.kysely.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const scansOfTables = async () => {
        const { rows } = await sql<{ relname: string; n: number }>`
          select relname, seq_scan::int as n from pg_stat_xact_user_tables order by relname`.execute(db)
        return rows.filter(({ relname }) =>
          ['transaction', 'membership_held', 'registration'].includes(relname),
        )
      }
      const before = await scansOfTables()
      await adoptAccount(db, newPerson(), { from: newId(), to: newId() })
      return { before, after: await scansOfTables() }
    })
    expect(scans.after).toHaveLength(3)
    expect(scans.after).toEqual(scans.before)
  })

  it('whom Greenroom knew without an external id keeps the account that _id names (OQ-402)', async () => {
    const id = await makeUser(app.database.kysely, { first_name: 'Known' })
    const person = newPerson()
    expect(await send(record(person, 0, { _id: id.toUpperCase() }))).toMatchObject({
      results: [{ outcome: 'changed', _id: id }],
    })
    expect(await stored(person)).toMatchObject({ id, first_name: 'Devika' })
    expect(await outcomes(record(person, 1, { _id: id, first_name: 'Deepa' }))).toEqual(['changed'])
    const refusals = await send(
      record(newPerson(), 0, { _id: id }),
      record(person, 2, { _id: await makeUser(app.database.kysely) }),
    )
    expect(refusals.results.map(({ message }) => message)).toEqual([
      userIntakeMessages.takenAccount,
      userIntakeMessages.otherAccount,
    ])
  })

  it('whose orders came before Greenroom learned which account it is becomes one person with it (OQ-402, OQ-723)', async () => {
    const db = app.database.kysely
    const external = newPerson()
    const from = newId()
    const { first_name, last_name, email, phone } = record(external)
    await sql`insert into intake_user (external_id_hash, user_id)
      values (encode(sha256(${external}::bytea), 'hex'), ${from}::uuid)`.execute(db)
    const order = newId()
    const buyer = {
      user_first_name: first_name,
      user_last_name: last_name,
      user_email: email,
      user_phone: phone,
    }
    await makeOrder(db, { id: order, entity_id: newId(), user_id: from, ...buyer })
    const id = await makeUser(db, { first_name: 'Known' })
    await send(record(external, 0, { _id: id }))
    const { rows } = await sql<{
      person: string
    }>`select person_id as person from app_user where id = ${id}::uuid
      union all select person_id from transaction where id = ${order}::uuid`.execute(db)
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(({ person }) => person)).size).toBe(1)
  })

  it('is known after an erasure by a hash alone, and not brought back by an old record (OQ-401)', async () => {
    const person = newPerson()
    const id = (await send(record(person))).results[0]?._id ?? ''
    const asked = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `user.${id}`, confirmation: `${person}@mail.example` },
    })
    expect(asked.status).toBe(201)
    await app.app.tasks['erase-person']?.(
      { id: asked.body.data._id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    expect(await outcomes(record(person, 60))).toEqual(['unchanged'])
    expect(await stored(person)).toBeUndefined()
    const { rows } = await app.database.pool.query('select * from intake_user where erasure_id = $1', [
      asked.body.data._id,
    ])
    expect(rows).toMatchObject([
      {
        external_id_hash: createHash('sha256').update(person).digest('hex'),
        user_id: expect.not.stringMatching(id),
      },
    ])
    const { rows: left } = await app.database.pool.query(
      `select 1 from audit_entry where before::text like $1 or after::text like $1`,
      [`%${person}%`],
    )
    expect(left).toEqual([])
    // A person who comes back gets a new account.
    app.clock.set('2026-11-22T06:30:00Z')
    const back = await send(record(person, 0, { changed_at: '2026-11-22T06:00:00Z' }))
    expect(back.results[0]).toMatchObject({ outcome: 'created', _id: expect.not.stringMatching(id) })
  })
})
