import type { IntakeResult } from '@greenroom/contract/intake-batch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeEvent, makeMasterclass, makeOrder } from '../../../test-records.ts'

let app: TestApp
let secret: string
let eventId: string
beforeAll(async () => {
  app = await createTestApp()
  const made = await app.call('POST', '/admin/api-keys', {
    json: { name: 'Product', permissions: ['intake.write'] },
  })
  secret = made.body.data.secret
  eventId = await freeEvent('3')
})
afterAll(() => app.close())
beforeEach(() => app.database.pool.query(emptyingOf('transaction', 'registration')))

const free = JSON.stringify([
  { currency_code: 'INR', original_price: 0, current_price: 0 },
  { currency_code: 'USD', original_price: 9900, current_price: 4900 },
])
const freeEvent = async (total_tickets: string, more: Record<string, string> = {}): Promise<string> =>
  (await makeEvent(app, { total_tickets, is_paid: 'false', prices: '[]', ...more }))._id

const record = (external_id: string, more: Record<string, unknown> = {}) => ({
  external_id,
  session_type: 'event',
  session_id: eventId,
  user: { name: 'Nikhil Menon', email: 'nikhil@mail.example', phone: '+919845012763' },
  registered_at: '2026-11-20T10:00:00Z',
  changed_at: '2026-11-20T10:00:00Z',
  ...more,
})
const send = (records: unknown[], path = '/intake/registrations', token: string | null = secret) =>
  app.call('POST', path, { json: { records }, token })
async function resultsOf(records: unknown[], path?: string): Promise<IntakeResult[]> {
  const answer = await send(records, path)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.results
}
const outcomes = async (...records: unknown[]) =>
  (await resultsOf(records)).map(({ outcome, message }) => message ?? outcome)
const stored = (external_id: string) =>
  app.database.kysely
    .selectFrom('registration')
    .selectAll()
    .where('external_id', '=', external_id)
    .executeTakeFirst()
const seats = async (id = eventId): Promise<number> =>
  (await app.call('GET', `/admin/event/${id}`)).body.data.registrations_count

describe('free sign-ups (OQ-436)', () => {
  it('need the permission (AUTH-09)', async () => {
    expect((await send([record('a')], undefined, null)).status).toBe(401)
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Cards', permissions: ['content.write', 'content.read'] },
    })
    expect((await send([record('a')], undefined, made.body.data.secret)).status).toBe(403)
  })

  it('are stored with the person, once, and audited without them', async () => {
    const account = newId()
    const sent = record('a', {
      user: { _id: account, name: ' Nikhil Menon ', email: 'n@mail.example' },
      source: 'meta',
    })
    const [result] = await resultsOf([sent])
    expect(result).toMatchObject({ outcome: 'created', external_id: 'a' })
    expect(await stored('a')).toMatchObject({
      ...{ id: result?._id, session_type: 'event', session_id: eventId, transaction_id: null },
      ...{ user_id: account, user_name: 'Nikhil Menon', user_email: 'n@mail.example', user_phone: '' },
      ...{ source: 'meta', created_at: new Date('2026-11-20T10:00:00Z'), given_back_at: null, version: 1 },
    })
    expect(await outcomes(sent, sent)).toEqual(['unchanged', 'unchanged'])
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('entity_id', '=', result?._id ?? '')
      .execute()
    expect(entries).toEqual([
      { action: 'registration.create', after: { session_id: eventId, given_back_reason: null } },
    ])
  })

  it('change with later records only, give the seat back, and take it again', async () => {
    const at = (hour: number, more = {}) => record('a', { changed_at: `2026-11-20T${hour}:00:00Z`, ...more })
    await outcomes(at(12))
    for (const hour of [11, 12]) {
      expect(await outcomes(at(hour, { cancelled: true }))).toEqual(['unchanged'])
    }
    expect(await seats()).toBe(1)
    expect(await outcomes(at(13, { cancelled: true }))).toEqual(['changed'])
    expect(await stored('a')).toMatchObject({
      given_back_at: new Date('2026-11-20T13:00:00Z'),
      given_back_reason: 'cancelled',
    })
    expect(await seats()).toBe(0)
    const renamed = { name: 'Nikhil K Menon', email: 'nk@mail.example', phone: '1' }
    expect(await outcomes(at(14, { user: renamed }))).toEqual(['changed'])
    expect(await stored('a')).toMatchObject({ user_name: 'Nikhil K Menon', given_back_at: null, version: 3 })
    expect(await outcomes(record('b', { cancelled: true }))).toEqual(['created'])
    expect(await seats()).toBe(1)
  })

  it('record in the history which details a later record changed, before and after', async () => {
    const at = (hour: number, more = {}) => record('a', { changed_at: `2026-11-20T${hour}:00:00Z`, ...more })
    const [result] = await resultsOf([at(10)])
    const renamed = { name: 'Nikhil K Menon', email: 'nikhil@mail.example', phone: '+919845012764' }
    expect(await outcomes(at(12, { user: renamed }))).toEqual(['changed'])
    expect(await outcomes(at(14, { user: renamed }))).toEqual(['unchanged'])
    expect(await outcomes(at(13))).toEqual(['unchanged'])
    const cancelled = { user: { ...renamed, name: 'Nikhil Menon' }, cancelled: true }
    expect(await outcomes(at(15, cancelled))).toEqual(['changed'])
    expect(await stored('a')).toMatchObject({ user_name: 'Nikhil Menon', version: 3 })
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('entity_id', '=', result?._id ?? '')
      .where('action', '<>', 'registration.create')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      {
        action: 'registration.update',
        before: { user_name: 'Nikhil Menon', user_phone: '+919845012763' },
        after: { user_name: 'Nikhil K Menon', user_phone: '+919845012764' },
      },
      {
        action: 'registration.give-back',
        before: { user_name: 'Nikhil K Menon', given_back_reason: null },
        after: { user_name: 'Nikhil Menon', given_back_reason: 'cancelled' },
      },
    ])
  })

  it('stay given back if staff gave them back, whatever a later record says', async () => {
    const [result] = await resultsOf([record('a')])
    await app.call('POST', `/admin/registrations/${result?._id}/give-back`)
    const later = record('a', {
      changed_at: '2026-11-20T12:00:00Z',
      user: { name: 'N', email: 'n@x.example' },
    })
    expect(await outcomes(later)).toEqual(['changed'])
    expect(await stored('a')).toMatchObject({ user_name: 'N', given_back_reason: 'staff' })
  })

  it.each([
    ['an unknown session', { session_id: newId() }, 'session_id', 'This session does not exist'],
    [
      'a session of the other type',
      { session_type: 'masterclass' },
      'session_id',
      'This session does not exist',
    ],
    ['a malformed session', { session_id: 'x' }, 'session_id', 'This session does not exist'],
    [
      'a person without a name',
      { user: { name: ' ', email: 'n@x.example' } },
      'user.name',
      'Name is required',
    ],
    [
      'a malformed account',
      { user: { _id: 'x', name: 'N', email: 'n@x.example' } },
      'user._id',
      '_id must be the id of an account',
    ],
    [
      'a time without a zone',
      { registered_at: '2026-11-20' },
      'registered_at',
      'registered_at must be a date and time such as 2026-11-21T00:00:00Z',
    ],
    [
      'a change in the future, after which every later one would be old',
      { changed_at: '2026-11-21T07:31:00Z' },
      'changed_at',
      'This time is in the future',
    ],
    [
      'a sign-up from before the year 2000',
      { registered_at: '1970-01-01T00:00:00Z' },
      'registered_at',
      'This time is before the year 2000',
    ],
    [
      'a sign-up in the future',
      { registered_at: '9999-01-01T00:00:00Z' },
      'registered_at',
      'This time is in the future',
    ],
  ])('refuse %s, and store the other records', async (_title, wrong, path, message) => {
    const results = await resultsOf([record('a', wrong), record('b')])
    expect(results).toMatchObject([
      { outcome: 'refused', _id: null, message, errors: [{ path, message }] },
      { outcome: 'created' },
    ])
    expect(await stored('a')).toBeUndefined()
    expect(await seats()).toBe(1)
  })

  it('refuse a session that is sold, and a move to another session', async () => {
    const sold = (await makeEvent(app))._id
    const masterclass = (await makeMasterclass(app))._id
    expect(
      await outcomes(
        record('a', { session_id: sold }),
        record('b', { session_type: 'masterclass', session_id: masterclass }),
      ),
    ).toEqual(Array(2).fill('This session is sold. Send the order instead.'))
    await outcomes(record('c'))
    const other = await freeEvent('5')
    expect(await outcomes(record('c', { session_id: other, changed_at: '2026-11-21T00:00:00Z' }))).toEqual([
      "A registration can't move to another session",
    ])
    const costless = (await makeMasterclass(app, { prices: free }))._id
    expect(await outcomes(record('d', { session_type: 'masterclass', session_id: costless }))).toEqual([
      'created',
    ])
  })

  it('never exceed the total tickets, however many arrive at once', async () => {
    const small = await freeEvent('5')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => send([record(`rush-${place}`, { session_id: small })])),
    )
    const results = answers.map((answer) => answer.body.data.results[0])
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(5)
    expect(
      new Set(results.filter(({ outcome }) => outcome === 'refused').map(({ message }) => message)),
    ).toEqual(new Set(['This session is sold out']))
    expect(await seats(small)).toBe(5)
  })

  it('refuse a new seat of a sold-out session, and take repeats, cancellations and changes', async () => {
    const small = await freeEvent('1')
    const one = (id: string, more = {}) => record(id, { session_id: small, ...more })
    const later = { changed_at: '2026-11-20T12:00:00Z' }
    expect(await outcomes(one('a'), one('b'))).toEqual(['created', 'This session is sold out'])
    expect(await outcomes(one('a'))).toEqual(['unchanged'])
    expect(await outcomes(one('a', { ...later, cancelled: true }))).toEqual(['changed'])
    expect(await outcomes(one('b'))).toEqual(['created'])
    expect(await outcomes(one('a', { changed_at: '2026-11-20T13:00:00Z' }))).toEqual([
      'This session is sold out',
    ])
    const unmarked = await freeEvent('9')
    const marked = await freeEvent('9', { sold_out: 'true' })
    expect(await outcomes(one('c', { session_id: marked }))).toEqual(['This session is sold out'])
    await outcomes(one('f', { session_id: unmarked, cancelled: true }))
    await app.database.pool.query('update event set sold_out = true where id = $1', [unmarked])
    expect(await outcomes(one('f', { session_id: unmarked, ...later }))).toEqual(['This session is sold out'])
    const unlimited = await freeEvent('1', { is_unlimited_tickets: 'true' })
    expect(await outcomes(one('d', { session_id: unlimited }), one('e', { session_id: unlimited }))).toEqual([
      'created',
      'created',
    ])
  })

  it('are one when many calls send the same record at once', async () => {
    const masterclass = (await makeMasterclass(app, { prices: free }))._id
    const same = record('same', { session_type: 'masterclass', session_id: masterclass })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send([same])))
    const all = answers.map((answer) => answer.body.data.results[0])
    expect(all.map(({ outcome }) => outcome).sort()).toEqual(['created', ...Array(9).fill('unchanged')])
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(1)
  })
})

describe('attendance (OQ-437)', () => {
  const attend = async (...records: Record<string, unknown>[]) =>
    (
      await resultsOf(
        records.map((one) => ({ attended_at: '2026-11-20T15:00:00Z', ...one })),
        '/intake/attendance',
      )
    ).map(({ outcome, message }) => message ?? outcome)

  it('keeps the earliest time and the most minutes, in any order of records', async () => {
    await resultsOf([record('a')])
    expect(await attend({ external_id: 'a', minutes: 20 })).toEqual(['changed'])
    expect(await attend({ external_id: 'a', minutes: 20 })).toEqual(['unchanged'])
    expect(await attend({ external_id: 'a', minutes: 45, attended_at: '2026-11-20T15:30:00Z' })).toEqual([
      'changed',
    ])
    expect(await attend({ external_id: 'a', attended_at: '2026-11-20T14:30:00Z' })).toEqual(['changed'])
    expect(await stored('a')).toMatchObject({
      attended_at: new Date('2026-11-20T14:30:00Z'),
      attended_minutes: 45,
    })
  })

  it('finds the registration of an order by its reference', async () => {
    await makeOrder(app.database.kysely, {
      entity_id: eventId,
      entity_type: 'events',
      reference_order_id: 'order_A',
    })
    expect(await attend({ reference_order_id: 'order_A', minutes: 30 })).toEqual(['changed'])
    const { registrations } = (await app.call('GET', `/admin/registrations?session_id=${eventId}`)).body.data
    expect(registrations).toMatchObject([
      {
        attended_at: '2026-11-20T15:00:00.000Z',
        attended_minutes: 30,
        order: { reference_order_id: 'order_A' },
      },
    ])
  })

  it('refuses unknown registrations, none or two at once, and odd minutes', async () => {
    await resultsOf([record('a')])
    const whose = 'Send the external_id of a sign-up or the reference_order_id of an order'
    expect(
      await attend(
        { external_id: 'z' },
        { reference_order_id: 'z' },
        {},
        { external_id: 'a', reference_order_id: 'z' },
        { external_id: 'a', minutes: -1 },
        { external_id: 'a', attended_at: '2026-11-21T07:31:00Z' },
      ),
    ).toEqual([
      'This registration does not exist',
      'This registration does not exist',
      whose,
      whose,
      'minutes must be a whole number from 0 to 1440',
      'This time is in the future',
    ])
    expect((await stored('a'))?.attended_at).toBeNull()
  })
})
