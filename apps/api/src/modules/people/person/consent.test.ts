import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasConsent } from '../../../platform/database/has-consent.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeUser } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.database.kysely
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`
const asked = { channel: 'whatsapp', is_given: true, at: day(2), reason: 'Asked on the phone' }

const add = (person: string, json: Record<string, unknown> = asked, token?: string) =>
  app.call('POST', `/admin/people/${person}/consents`, { json, ...(token && { token }) })
const list = async (person: string) =>
  (await app.call('GET', `/admin/people/${person}/consents`)).body.data as Record<string, unknown>[]
const current = async (person: string) =>
  (await app.call('GET', `/admin/people/${person}`)).body.data.consents as Record<string, unknown>[]

describe('what staff record about consent (OQ-736)', () => {
  it('says nothing of a channel that was not asked about', async () => {
    expect(await current(await makeUser(db()))).toEqual([])
  })

  it('keeps a history, of which the latest counts, in whatever order it is recorded', async () => {
    const person = await makeUser(db())
    const withdrawn = { ...asked, is_given: false, at: day(5), reason: 'Wrote to us' }
    expect((await add(person, withdrawn)).status).toBe(201)
    const { status, body } = await add(person)
    expect([status, body.message]).toEqual([201, 'Consent recorded'])
    expect(body.data).toMatchObject({
      purpose: 'marketing',
      channel: 'whatsapp',
      is_given: true,
      at: day(2),
      source: 'staff',
      record_id: null,
      note: 'Asked on the phone',
      by: 'meera.nair@greenroom.example',
    })
    expect(await current(person)).toEqual([
      {
        purpose: 'marketing',
        channel: 'whatsapp',
        is_given: false,
        at: day(5),
        source: 'staff',
        record_id: null,
      },
    ])
    expect((await list(person)).map(({ is_given, note }) => [is_given, note])).toEqual([
      [false, 'Wrote to us'],
      [true, 'Asked on the phone'],
    ])
  })

  it('counts a withdrawal more than a consent of the same moment', async () => {
    const person = await makeUser(db())
    await add(person, { ...asked, is_given: false })
    await add(person)
    expect(await current(person)).toMatchObject([{ is_given: false }])
  })

  it('records a repeat once, and audits it without the reason', async () => {
    const person = await makeUser(db())
    const [one, other] = [await add(person), await add(person, { ...asked, reason: 'Twice' })]
    expect(other.body.data).toEqual(one.body.data)
    expect(await list(person)).toHaveLength(1)
    const { rows } = await sql<{ after: unknown }>`select after from audit_entry
      where action = 'person.consent' and entity_id = (select 'person.' || person_id from app_user where id = ${person}::uuid)`.execute(
      db(),
    )
    expect(rows).toEqual([
      { after: { purpose: 'marketing', channel: 'whatsapp', is_given: true, at: day(2) } },
    ])
  })

  it.each([
    ['a channel that there is not', { channel: 'post' }, 'channel', 'Choose one of email, whatsapp, phone'],
    [
      'no choice',
      { is_given: undefined },
      'is_given',
      'Enter true if the person agreed, false if they withdrew',
    ],
    ['no time', { at: undefined }, 'at', 'Enter when the person said so'],
    ['a time that is none', { at: '2 November' }, 'at', 'Enter a date and time such as 2026-12-31T18:30:00Z'],
    [
      'a time before the year 2000',
      { at: '1999-12-31T23:59:59Z' },
      'at',
      'This time is before the year 2000',
    ],
    ['a time in the future', { at: '2099-01-01T00:00:00Z' }, 'at', 'This time is in the future'],
    ['a blank reason', { reason: ' ' }, 'reason', 'Enter how you know'],
    ['a long reason', { reason: 'x'.repeat(501) }, 'reason', 'Should not exceed 500 characters'],
    ['another purpose', { purpose: 'research' }, 'purpose', 'Choose one of marketing'],
  ])('refuses %s', async (_, changes, path, message) => {
    const person = await makeUser(db())
    const { status, body } = await add(person, { ...asked, ...changes })
    expect([status, body.errors]).toEqual([400, [{ path, message }]])
    expect(await list(person)).toEqual([])
  })

  it('takes a reason of 500 characters', async () => {
    expect((await add(await makeUser(db()), { ...asked, reason: 'x'.repeat(500) })).status).toBe(201)
  })

  it('refuses an unknown person, and whoever may not see contacts', async () => {
    expect((await add(randomUUID())).status).toBe(404)
    const person = await makeUser(db())
    const path = `/admin/people/${person}/consents`
    expect((await app.call('POST', path, { json: asked, token: null })).status).toBe(401)
    for (const email of ['dev.patel', 'leela.thomas', 'tara.bose']) {
      const token = await app.tokenFor(`${email}@greenroom.example`)
      expect((await add(person, asked, token)).status).toBe(403)
      expect((await app.call('GET', path, { token })).status).toBe(403)
      // What counts now names no contact.
      expect((await app.call('GET', `/admin/people/${person}`, { token })).body.data.consents).toEqual([])
    }
    const advisor = await app.tokenFor('imran.sheikh@greenroom.example')
    expect((await add(person, asked, advisor)).status).toBe(201)
  })
})

describe('a consent that is stored', () => {
  it('is never changed or removed', async () => {
    const person = await makeUser(db())
    await add(person)
    const mine = sql`person_id = (select person_id from app_user where id = ${person}::uuid)`
    for (const statement of [
      sql`update person_consent set is_given = false where ${mine}`,
      sql`update person_consent set note = '[erased]' where ${mine}`,
      sql`delete from person_consent where ${mine}`,
    ]) {
      await expect(statement.execute(db())).rejects.toThrow('consents are never changed or removed')
    }
  })
})

describe('hasConsent (OQ-736)', () => {
  it('finds who agreed last, over all records of a person', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(db())))
    const [given = '', withdrawn = '', again = '', never = ''] = people
    await add(given)
    await add(withdrawn)
    await add(withdrawn, { ...asked, is_given: false, at: day(3) })
    await add(again, { ...asked, is_given: false, at: day(3) })
    await add(again, { ...asked, at: day(4) })
    await add(never, { ...asked, channel: 'email' })
    const found = async (isTheirs: Parameters<typeof hasConsent>[1]) =>
      (
        await sql<{ id: string }>`select app_user.id from app_user join person on person.id = person_id
          where app_user.id = any(${people}::uuid[]) and ${hasConsent('whatsapp', isTheirs)}`.execute(db())
      ).rows
        .map(({ id }) => id)
        .sort()
    expect(await found((row) => sql`${sql.ref(`${row}.person_id`)} = person.id`)).toEqual(
      [given, again].sort(),
    )
    // Of merged records a later withdrawal by one of them counts.
    const { rows } = await sql<{ id: string }>`select person_id as id from app_user
      where id = any(${[given, withdrawn]}::uuid[])`.execute(db())
    const both = rows.map(({ id }) => id)
    expect(await found((row) => sql`${sql.ref(`${row}.person_id`)} = any(${both}::uuid[])`)).toEqual([])
  })
})

it('exports consents with the person (OQ-736)', async () => {
  const user = await makeUser(db())
  await add(user)
  const { body } = await app.call('POST', `/admin/personal-data/people/user.${user}/export`)
  expect(body.data.content.consents).toMatchObject([
    { channel: 'whatsapp', is_given: true, source: 'staff', note: 'Asked on the phone' },
  ])
})
