import { intakeMessages } from '@greenroom/contract/intake-batch'
import { membershipIntakeMessages } from '@greenroom/contract/outside/intake/membership-intake.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'

const path = '/intake/memberships'
const [gold, silver] = [newId(), newId()]

let app: TestApp
let key: string
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'], 'Members')
  await app.database.kysely
    .insertInto('membership')
    .values(
      [gold, silver].map((id) => ({
        id,
        name: id === gold ? 'Gold' : 'Silver',
        currency_code: 'INR',
        current_price: 99_900,
        original_price: 149_900,
      })),
    )
    .execute()
})
afterAll(() => app.close())

let count = 0
const newName = () => `m-${process.pid}-${++count}`
const at = (minute: number) => new Date(Date.parse('2026-11-01T10:00:00Z') + minute * 60_000).toISOString()
const record = (external_id: string, minute = 0, values: object = {}) => ({
  external_id,
  user_external_id: `holder-of-${external_id}`,
  membership_id: gold,
  starts_at: '2026-10-01T00:00:00Z',
  ends_at: '2027-10-01T00:00:00Z',
  changed_at: at(minute),
  ...values,
})
const send = (...records: unknown[]) => sendRecords(app, path, key, records)
const outcomes = async (...records: unknown[]) =>
  (await send(...records)).results.map(({ outcome }) => outcome)
const stored = (external_id: string) =>
  app.database.kysely
    .selectFrom('membership_held')
    .selectAll()
    .where('external_id', '=', external_id)
    .executeTakeFirst()
const heldRows = async () =>
  (await app.database.pool.query('select count(*)::int as n from membership_held')).rows[0].n
const membersOf = async (id: string) =>
  (await app.call('GET', '/admin/memberships')).body.data.find(({ _id }: { _id: string }) => _id === id)
    .members_count

describe('a call with memberships', () => {
  it('is refused without a credential, and with a key without the permission, and stores nothing (OQ-400)', async () => {
    const json = { records: [record(newName())] }
    const before = await heldRows()
    expect((await app.call('POST', path, { json, token: null })).status).toBe(401)
    const token = await makeKey(app, ['intake.read', 'content.write'])
    const refused = await app.call('POST', path, { json, token })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([403, 'FORBIDDEN', undefined])
    expect(await heldRows()).toBe(before)
  })

  it.each([
    ['external_id', { external_id: 'é' }, intakeMessages.externalId],
    ['user_external_id', { user_external_id: undefined }, intakeMessages.externalId],
    ['membership_id', { membership_id: 'gold' }, membershipIntakeMessages.membership],
    ['membership_id', { membership_id: newId() }, membershipIntakeMessages.unknownMembership],
    ['starts_at', { starts_at: undefined }, membershipIntakeMessages.startsAt],
    ['ends_at', { ends_at: '2026-10-01T00:00:00Z' }, membershipIntakeMessages.endsAt],
    ['cancelled_at', { cancelled_at: 'soon' }, 'Enter a date and time such as 2026-12-31T18:30:00Z'],
    ['order_reference', { order_reference: 'a b' }, membershipIntakeMessages.orderReference],
    ['changed_at', { changed_at: '2027-01-01T00:00:00Z' }, intakeMessages.future],
  ])('refuses a membership with a bad %s, and nothing else (OQ-407)', async (name, values, message) => {
    const before = await heldRows()
    const { results } = await send({ ...record(newName()), ...values }, record(newName()))
    expect(results[0]).toMatchObject({ outcome: 'refused', errors: [{ path: name, message }] })
    expect([results[1]?.outcome, await heldRows()]).toEqual(['created', before + 1])
  })

  it('stores 999 of 1,000 memberships and names the bad one; refuses 1,001 records and 8 MB (OQ-400)', async () => {
    const many = Array.from({ length: 1_000 }, () => record(newName(), 0, { membership_id: silver }))
    many[3] = record('bad-one', 0, { membership_id: newId() })
    const { results, created } = await send(...many)
    expect([created, results.filter(({ outcome }) => outcome === 'refused')]).toMatchObject([
      999,
      [{ index: 3, external_id: 'bad-one' }],
    ])
    const before = await heldRows()
    expect((await app.call('POST', path, { json: { records: [...many, many[0]] }, token: key })).status).toBe(
      400,
    )
    const large = { records: [record(newName(), 0, { order_reference: 'x'.repeat(9_000_000) })] }
    expect((await app.call('POST', path, { json: large, token: key })).status).toBe(413)
    expect(await heldRows()).toBe(before)
  })
})

describe('a membership that somebody holds', () => {
  it('is created, changed and ended, in whatever order its records come (OQ-407)', async () => {
    const name = newName()
    const before = await membersOf(gold)
    expect(await outcomes(record(name, 1))).toEqual(['created'])
    expect(await membersOf(gold)).toBe(before + 1)
    expect(await outcomes(record(name, 1), record(name, 0, { membership_id: silver }))).toEqual([
      'unchanged',
      'unchanged',
    ])
    expect(await outcomes(record(name, 2, { cancelled_at: '2026-11-02T00:00:00Z' }))).toEqual(['changed'])
    expect(await membersOf(gold)).toBe(before)
    expect(await outcomes(record(name, 1))).toEqual(['unchanged'])
    expect(await outcomes(record(name, 3, { cancelled_at: '2026-11-02T00:00:00Z' }))).toEqual(['unchanged'])
    const row = await stored(name)
    expect(row).toMatchObject({
      membership_id: gold,
      cancelled_at: new Date('2026-11-02T00:00:00Z'),
      source_changed_at: new Date(at(3)),
    })
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'actor_email', 'entity_label', 'before', 'after'])
      .where('entity_id', '=', row?.id ?? '')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'membership-held.create', actor_email: 'API key Members', entity_label: 'Gold' },
      {
        action: 'membership-held.update',
        before: { cancelled_at: null },
        after: { cancelled_at: '2026-11-02T00:00:00.000Z' },
      },
    ])
  })

  it('counts each person once, and only while it runs (OQ-407)', async () => {
    const before = await membersOf(gold)
    const twice = { user_external_id: newName() }
    await send(
      record(newName(), 0, twice),
      record(newName(), 0, twice),
      record(newName(), 0, { starts_at: '2027-01-01T00:00:00Z' }),
      record(newName(), 0, { ends_at: '2026-11-20T00:00:00Z' }),
      record(newName(), 0, { ends_at: undefined }),
      record(newName(), 0, { cancelled_at: '2026-12-01T00:00:00Z' }),
    )
    expect(await membersOf(gold)).toBe(before + 3)
  })

  it('may come before its person, ends with the account, and is not brought back by an old record (OQ-401)', async () => {
    const [name, person] = [newName(), newName()]
    await send(record(name, 5, { user_external_id: person }))
    const { results } = await sendRecords(app, '/intake/users', key, [
      { external_id: person, first_name: 'Devika', changed_at: at(0) },
    ])
    expect((await stored(name))?.user_id).toBe(results[0]?._id)
    await sendRecords(app, '/intake/users', key, [{ external_id: person, deleted: true, changed_at: at(10) }])
    expect(await stored(name)).toBeUndefined()
    expect(await outcomes(record(name, 6, { user_external_id: person }))).toEqual(['unchanged'])
    expect(await stored(name)).toBeUndefined()
    expect(await outcomes(record(name, 11, { user_external_id: person }))).toEqual(['created'])
  })

  it('is in the export of its person, and goes with the erasure (OQ-346, OQ-349, OQ-401)', async () => {
    const [name, person] = [newName(), newName()]
    const email = `${person}@mail.example`
    const { results } = await sendRecords(app, '/intake/users', key, [
      { external_id: person, first_name: 'Devika', email, changed_at: at(0) },
    ])
    const anchor = `user.${results[0]?._id}`
    await send(record(name, 0, { user_external_id: person }))
    const exported = await app.call('POST', `/admin/personal-data/people/${anchor}/export`)
    expect(exported.status).toBe(200)
    expect(JSON.stringify(exported.body.data)).toContain(`"external_id":"${name}"`)
    expect(JSON.stringify(exported.body.data)).toContain(`"external_id":"${person}"`)
    const asked = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: anchor, confirmation: email },
    })
    expect(asked.status).toBe(201)
    await app.app.tasks['erase-person']?.(
      { id: asked.body.data._id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    expect(await stored(name)).toBeUndefined()
    expect(await outcomes(record(name, 1, { user_external_id: person }))).toEqual(['unchanged'])
  })

  it('is stored once by fifty senders, in opposite orders, without a deadlock (OQ-407)', async () => {
    const names = Array.from({ length: 8 }, newName)
    const people = Array.from({ length: 8 }, newName)
    const before = await heldRows()
    const deadlocks = async () => {
      await app.database.pool.query('select pg_stat_force_next_flush()')
      const { rows } = await app.database.pool.query(
        'select deadlocks::int as n from pg_stat_database where datname = current_database()',
      )
      return rows[0].n
    }
    const deadlocksBefore = await deadlocks()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, sender) => {
        const sent = names.map((name, place) =>
          record(name, sender, { user_external_id: people[(place + sender) % 8] }),
        )
        return send(...(sender % 2 === 0 ? sent : sent.reverse()))
      }),
    )
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(8)
    expect(answers.reduce((sum, { refused }) => sum + refused, 0)).toBe(0)
    expect(await heldRows()).toBe(before + 8)
    for (const name of names) expect((await stored(name))?.source_changed_at).toEqual(new Date(at(49)))
    // New people in every round, in another order than the memberships.
    for (let round = 0; round < 10; round++) {
      const crowd = Array.from({ length: 49 }, newName)
      await Promise.all(
        [crowd, crowd.toReversed(), crowd, crowd.toReversed()].map((order) =>
          send(...order.map((user_external_id) => record(newName(), 0, { user_external_id }))),
        ),
      )
    }
    expect(await deadlocks()).toBe(deadlocksBefore)
  })
})
