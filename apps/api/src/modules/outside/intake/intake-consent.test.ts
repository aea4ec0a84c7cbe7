import { consentMessages } from '@greenroom/contract/consent'
import { intakeMessages } from '@greenroom/contract/intake-batch'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeAdvisoryService, makeEvent, makeMasterclass } from '../../../test-records.ts'
import { eraseTask } from '../../people/person/erasure-run.service.ts'

let app: TestApp
let key: string
let masterclass: string
let event: string
let service: string
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'], 'Checkout')
  masterclass = (await makeMasterclass(app))._id
  event = (await makeEvent(app, { total_tickets: '500', is_paid: 'false', prices: '[]' }))._id
  service = await makeAdvisoryService(app)
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`
const given = (n: number, more: object = {}) => ({
  purpose: 'marketing',
  channel: 'whatsapp',
  given: true,
  at: day(n),
  ...more,
})
const withdrawn = (n: number, more: object = {}) => given(n, { given: false, ...more })

/** A record of each kind that tells consents, of a person with an address. */
const kinds = {
  account: {
    path: '/intake/users',
    record: (email: string) => ({ first_name: 'Devika', last_name: 'Rao', email }),
  },
  order: {
    path: '/intake/orders',
    record: (email: string) => ({
      user: { first_name: 'Devika', last_name: 'Rao', email },
      entity_type: 'masterclass',
      entity_id: masterclass,
      amount: 100,
      currency_code: 'INR',
      status: 'pending',
      created_at: day(1),
    }),
  },
  registration: {
    path: '/intake/registrations',
    record: (email: string) => ({
      session_type: 'event',
      session_id: event,
      user: { name: 'Devika Rao', email },
      registered_at: day(1),
    }),
  },
  booking: {
    path: '/intake/bookings',
    record: (email: string) => ({
      first_name: 'Devika',
      last_name: 'Rao',
      email,
      service_id: service,
      start_time: '2026-12-01T06:30:00.000Z',
    }),
  },
} as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

let count = 0
function maker(kind: Kind) {
  const external_id = `${kind}-${++count}`
  const base = kinds[kind].record(`${external_id}@mail.example`)
  return (n: number, more: object = {}) => ({ external_id, ...base, changed_at: day(n), ...more })
}
const send = async (kind: Kind, ...records: object[]) =>
  (await sendRecords(app, kinds[kind].path, key, records)).results
const outcomes = async (kind: Kind, ...records: object[]) =>
  (await send(kind, ...records)).map(({ outcome }) => outcome)
const consentsOf = async (record: string | null | undefined) => {
  const { rows } = await sql<Record<string, unknown>>`select channel, is_given, at, source, agreed_to
    from person_consent where record_id = ${record ?? null}::uuid order by at desc, is_given, channel`.execute(
    app.database.kysely,
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: (at as Date).toISOString() }))
}
const anchors: Record<Kind, string> = {
  account: 'user',
  order: 'order',
  registration: 'registration',
  booking: 'lead',
}
const shown = async (kind: Kind, id: string | null | undefined) =>
  (await app.call('GET', `/admin/people/${anchors[kind]}.${id}`)).body.data.consents

describe.each(kindNames)('consents in a record of the kind %s (OQ-736)', (kind) => {
  it('are stored with their time, text and record, shown at the person, and in the history', async () => {
    const make = maker(kind)
    const [result] = await send(
      kind,
      make(2, { consents: [given(2, { text: 'v3' }), withdrawn(1, { channel: 'email' })] }),
    )
    expect(result?.outcome).toBe('created')
    expect(await consentsOf(result?._id)).toEqual([
      { channel: 'whatsapp', is_given: true, at: day(2), source: kind, agreed_to: 'v3' },
      { channel: 'email', is_given: false, at: day(1), source: kind, agreed_to: null },
    ])
    expect(await shown(kind, result?._id)).toEqual([
      {
        purpose: 'marketing',
        channel: 'email',
        is_given: false,
        at: day(1),
        source: kind,
        record_id: result?._id,
      },
      {
        purpose: 'marketing',
        channel: 'whatsapp',
        is_given: true,
        at: day(2),
        source: kind,
        record_id: result?._id,
      },
    ])
    const { rows } = await sql<{
      after: object
      actor: string
    }>`select after, actor_email as actor from audit_entry
      where action = 'person.consent' and entity_id = ${`${anchors[kind]}.${result?._id}`}
      order by after ->> 'channel'`.execute(app.database.kysely)
    expect(rows).toEqual([
      {
        actor: 'API key Checkout',
        after: { purpose: 'marketing', channel: 'email', is_given: false, at: day(1) },
      },
      {
        actor: 'API key Checkout',
        after: { purpose: 'marketing', channel: 'whatsapp', is_given: true, at: day(2) },
      },
    ])
  })

  it('are stored once, whether the record repeats or changes, and stay if it has none', async () => {
    const make = maker(kind)
    const consents = [given(2)]
    const [first] = await send(kind, make(2, { consents }))
    expect(await outcomes(kind, make(2, { consents }), make(3, { consents }), make(4))).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ])
    expect(await outcomes(kind, make(5, { consents: [] }))).toEqual(['unchanged'])
    expect(await consentsOf(first?._id)).toHaveLength(1)
  })

  it('that arrive late are stored and overturn no later one', async () => {
    const make = maker(kind)
    const [first] = await send(kind, make(5, { consents: [withdrawn(5)] }))
    expect(await outcomes(kind, make(2, { consents: [given(2)] }))).toEqual(['changed'])
    expect(await consentsOf(first?._id)).toHaveLength(2)
    expect(await shown(kind, first?._id)).toMatchObject([{ is_given: false, at: day(5) }])
    // A withdrawal is not lost in an old record either.
    expect(await outcomes(kind, make(3, { consents: [withdrawn(6, { channel: 'email' })] }))).toEqual([
      'changed',
    ])
    expect(await shown(kind, first?._id)).toMatchObject([{ channel: 'email', is_given: false }, {}])
  })

  it.each([
    ['consents', { consents: 'yes' }, 'Enter a list'],
    ['consents', { consents: Array(21).fill(given(1)) }, consentMessages.most],
    ['consents.0', { consents: [true] }, 'Enter an object with named fields'],
    ['consents.0.purpose', { consents: [given(1, { purpose: undefined })] }, consentMessages.purpose],
    ['consents.0.channel', { consents: [given(1, { channel: 'WhatsApp' })] }, consentMessages.channel],
    ['consents.0.given', { consents: [given(1, { given: 'true' })] }, consentMessages.given],
    ['consents.0.given', { consents: [given(1, { given: undefined })] }, consentMessages.given],
    ['consents.0.at', { consents: [given(1, { at: undefined })] }, consentMessages.at],
    ['consents.0.at', { consents: [given(1, { at: '1970-01-01T00:00:00Z' })] }, intakeMessages.early],
    [
      'consents.1.at',
      { consents: [given(1), given(1, { at: '2099-01-01T00:00:00Z' })] },
      intakeMessages.future,
    ],
    [
      'consents.0.text',
      { consents: [given(1, { text: 'x'.repeat(501) })] },
      'Should not exceed 500 characters',
    ],
    ['consents.0.is_given', { consents: [given(1, { is_given: true })] }, 'This call has no such parameter'],
  ])('refuse the record at %s (%#)', async (path, changes, message) => {
    const make = maker(kind)
    const other = maker(kind)
    const [result, stored] = await send(kind, make(2, changes), other(2, { consents: [given(1)] }))
    expect([result?.outcome, result?.errors]).toMatchObject(['refused', [{ path, message }]])
    // Nothing of it is stored, and the other record is.
    expect(await outcomes(kind, make(2))).toEqual(['created'])
    expect(stored?.outcome).toBe('created')
    expect(await consentsOf(stored?._id)).toHaveLength(1)
  })

  it('take 20 at once', async () => {
    const make = maker(kind)
    const consents = Array.from({ length: 20 }, (_, place) => given(place + 1 > 19 ? 19 : place + 1))
    const [result] = await send(kind, make(2, { consents }))
    expect(await consentsOf(result?._id)).toHaveLength(19)
  })

  it('store nothing about an erased person, also if the record comes after the erasure', async () => {
    const make = maker(kind)
    const [first] = await send(kind, make(2, { consents: [given(2)] }))
    const person = `${anchors[kind]}.${first?._id}`
    await sql`update transaction set status = 'failed' where id = ${first?._id ?? null}::uuid`.execute(
      app.database.kysely,
    )
    const { preview, goes } = (await app.call('GET', `/admin/personal-data/people/${person}`)).body.data
    expect(goes).toContainEqual({ kind: 'consent', count: 1, effect: 'deleted' })
    const made = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person, preview, confirmation: 'Devika Rao' },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await app.app.tasks[eraseTask]?.(
      { id: made.body.data._id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    const erased = await app.call('GET', `/admin/personal-data/erasures/${made.body.data._id}`)
    expect(erased.body.data).toMatchObject({ state: 'erased', counts: { consent: 1 } })
    const all = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from person_consent`.execute(app.database.kysely))
        .rows[0]?.n
    const before = await all()
    await send(kind, make(3, { consents: [given(3)] }))
    expect(await all()).toBe(before)
  })
})

describe('consents of one person', () => {
  it('come from several kinds of records, and the latest counts (OQ-736)', async () => {
    const email = 'one-person@mail.example'
    const of = (kind: Kind, consents: object[]) => ({
      external_id: newId(),
      ...kinds[kind].record(email),
      changed_at: day(9),
      consents,
    })
    const [user] = await send('account', of('account', [given(1)]))
    await send('order', of('order', [given(4)]))
    await send('booking', of('booking', [withdrawn(3)]))
    expect(await shown('account', user?._id)).toMatchObject([{ is_given: true, source: 'order' }])
  })

  it('of a deletion are not stored, because nothing is left to reach', async () => {
    const make = maker('account')
    await send('account', make(1))
    await send('account', make(2, { deleted: true, consents: [given(2)] }))
    expect((await send('account', make(3)))[0]?.outcome).toBe('created')
    expect(await shown('account', (await send('account', make(3)))[0]?._id)).toEqual([])
  })
})

describe('a verified address of an account (OQ-737)', () => {
  const flags = async (external_id: string) =>
    await app.database.kysely
      .selectFrom('app_user')
      .select(['is_email_verified', 'is_phone_verified'])
      .where('external_id', '=', external_id)
      .executeTakeFirstOrThrow()

  it('is stored, and empty again if it is left out or there is no address', async () => {
    const make = maker('account')
    const id = make(1).external_id
    const phone = '+919845012763'
    await send('account', make(1, { phone, email_verified: true, phone_verified: true }))
    expect(await flags(id)).toEqual({ is_email_verified: true, is_phone_verified: true })
    await send('account', make(2, { email_verified: true, phone_verified: true }))
    expect(await flags(id)).toEqual({ is_email_verified: true, is_phone_verified: false })
    await send('account', make(3))
    expect(await flags(id)).toEqual({ is_email_verified: false, is_phone_verified: false })
  })

  it.each(['email_verified', 'phone_verified'])('refuses %s that is neither true nor false', async (path) => {
    const [result] = await send('account', maker('account')(1, { [path]: 'yes' }))
    expect(result?.errors).toEqual([{ path, message: 'Enter true or false', value: 'yes' }])
  })

  it('brings orders with any name to its account', async () => {
    const make = maker('account')
    const { email } = make(1) as unknown as { email: string }
    const [account] = await send('account', make(1, { email_verified: true }))
    const order = { external_id: newId(), ...kinds.order.record(email), changed_at: day(2) }
    const [bought] = await send('order', {
      ...order,
      user: { first_name: 'Imran', last_name: 'Khan', email },
    })
    const { body } = await app.call('GET', `/admin/people/order.${bought?._id}`)
    expect(body.data.accounts).toMatchObject([{ _id: account?._id }])
  })
})
