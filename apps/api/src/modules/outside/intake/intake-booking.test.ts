import { randomUUID } from 'node:crypto'
import { intakeMessages } from '@greenroom/contract/intake-batch'
import { bookingMessages } from '@greenroom/contract/outside/intake/intake-booking.schema'
import { feedIntakeMessages } from '@greenroom/contract/outside/intake/intake-feed.schema'
import { userIntakeMessages } from '@greenroom/contract/outside/intake/user-intake.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, startCall } from '../../../platform/call.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeAdvisor, makeAdvisoryService, makeUser } from '../../../test-records.ts'
import { removalsOf } from '../../../test-removals.ts'
import { createBookingIntake } from './intake-booking.service.ts'

const path = '/intake/bookings'

let app: TestApp
let key: string
let service: string
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'], 'Calendar')
  service = await makeAdvisoryService(app, { service_name: 'Health insurance' })
})
afterAll(() => app.close())

let count = 0
const at = (minute: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + minute * 60_000).toISOString()
const booking = (values: object = {}) => ({
  external_id: `BOOK-${++count}`,
  service_id: service,
  start_time: '2026-11-25T06:30:00.000Z',
  first_name: 'Priya',
  last_name: 'Sharma',
  email: `priya-${count}@mail.example`,
  phone: '+919876543210',
  meta: { utm_source: 'google' },
  changed_at: at(0),
  ...values,
})
const send = (...records: unknown[]) => sendRecords(app, path, key, records)
const outcomes = async (...records: unknown[]) =>
  (await send(...records)).results.map(({ outcome }) => outcome)
const idOf = async (record: object) => (await send(record)).results[0]?._id ?? ''
const lead = async (id: string) => (await app.call('GET', `/admin/advisory/bookings/${id}`)).body.data
const leads = async () =>
  (await app.database.pool.query('select count(*)::int as n from lead')).rows[0].n as number
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'actor_email', 'entity_label', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

describe('bookings', () => {
  it('are refused without a credential and without the permission, and store nothing (OQ-427)', async () => {
    const other = await makeKey(app, ['advisory.write', 'intake.read'])
    const before = await leads()
    for (const [token, status] of [
      [null, 401],
      [other, 403],
    ] as const) {
      const answer = await app.call('POST', path, { json: { records: [booking()] }, token })
      expect([answer.status, answer.body.data]).toEqual([status, undefined])
    }
    expect(await leads()).toBe(before)
  })

  it.each([
    ['external_id', { external_id: '' }, intakeMessages.externalId],
    ['service_id', { service_id: undefined }, bookingMessages.service],
    ['service_id', { service_name: 'Health insurance' }, bookingMessages.service],
    ['service_id', { service_id: randomUUID() }, bookingMessages.serviceUnknown],
    ['service_id', { service_id: 'x' }, bookingMessages.serviceUnknown],
    ['service_name', { service_id: undefined, service_name: 'Pets' }, bookingMessages.serviceUnknown],
    ['advisor_id', { advisor_id: randomUUID() }, bookingMessages.advisorUnknown],
    ['advisor_id', { advisor_id: 'x' }, bookingMessages.advisorUnknown],
    ['start_time', { start_time: undefined }, bookingMessages.start],
    ['first_name', { first_name: ' ' }, userIntakeMessages.firstName],
    ['email', { email: 'priya' }, userIntakeMessages.email],
    ['phone', { phone: '9'.repeat(41) }, 'Should not exceed 40 characters'],
    ['meta.utm_source', { meta: { utm_source: 'x'.repeat(501) } }, 'Should not exceed 500 characters'],
    ['user_external_id', { user_external_id: 'nobody' }, feedIntakeMessages.userUnknown],
    ['created_at', { created_at: '2027-01-01T00:00:00Z' }, intakeMessages.future],
    ['changed_at', { changed_at: '2027-01-01T00:00:00Z' }, intakeMessages.future],
    ['changed_at', { changed_at: undefined }, intakeMessages.changedAt],
  ])('with a bad %s are refused, and no other (OQ-427)', async (name, values, message) => {
    const before = await leads()
    const { results, created } = await send(booking(values), booking())
    expect(results[0]).toMatchObject({ outcome: 'refused', errors: [{ path: name, message }] })
    expect(created).toBe(1)
    expect(await leads()).toBe(before + 1)
  })

  it('become leads, which the sidebar counts, and change by newer records (OQ-427)', async () => {
    const waiting = async () => (await app.call('GET', '/admin/waiting')).body.data.leads_without_advisor
    const before = await waiting()
    const user = await makeUser(app.database.kysely, { external_id: 'booker-1' })
    const record = booking({
      service_id: undefined,
      service_name: ' HEALTH insurance ',
      user_external_id: 'booker-1',
      created_at: '2026-11-19T08:00:00Z',
    })
    const id = await idOf(record)
    expect(await lead(id)).toMatchObject({
      reference_record_id: record.external_id,
      status: 'INSURANCE_CALL_SCHEDULED',
      status_history: [{ status: 'INSURANCE_CALL_SCHEDULED' }],
      start_time: '2026-11-25T06:30:00.000Z',
      created_at: '2026-11-19T08:00:00.000Z',
      meta: { utm_source: 'google' },
      advisor: null,
      user: { first_name: 'Priya', last_name: 'Sharma', email: record.email, phone: '+919876543210' },
      service: { _id: service, service_name: 'Health insurance' },
    })
    const { rows } = await app.database.pool.query('select user_id from lead where id = $1', [id])
    expect(rows).toEqual([{ user_id: user }])
    expect(await waiting()).toBe(before + 1)

    const advisor = await makeAdvisor(app)
    const newer = {
      ...record,
      changed_at: at(5),
      start_time: '2026-11-26T06:30:00Z',
      advisor_id: advisor._id,
    }
    expect(await outcomes(record, newer, record, { ...newer, changed_at: at(6) })).toEqual([
      'unchanged',
      'changed',
      'unchanged',
      'unchanged',
    ])
    expect(await lead(id)).toMatchObject({
      start_time: '2026-11-26T06:30:00.000Z',
      advisor: { _id: advisor._id },
      version: 2,
    })
    expect(await waiting()).toBe(before)
    const named = { _id: advisor._id, first_name: 'Radhika', last_name: 'Menon' }
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'lead.create',
        actor_email: 'API key Calendar',
        entity_label: record.external_id,
        after: { service: 'Health insurance', advisor: null, email: record.email },
      },
      {
        action: 'lead.update',
        actor_email: 'API key Calendar',
        before: { advisor: null, start_time: '2026-11-25T06:30:00.000Z' },
        after: { advisor: named, start_time: '2026-11-26T06:30:00.000Z' },
      },
    ])
  })

  it('keep the status and the advisor that staff set, except that an open one is cancelled (OQ-427)', async () => {
    const [ours, theirs] = [await makeAdvisor(app), await makeAdvisor(app)]
    const record = booking()
    const id = await idOf(record)
    const json = { status: 'QUOTE_SENT_TO_CLIENT', advisor_id: ours._id }
    expect((await app.call('PATCH', `/admin/advisory/bookings/${id}`, { json })).status).toBe(200)
    await send({ ...record, changed_at: at(1), advisor_id: theirs._id, phone: '+911111111111' })
    expect(await lead(id)).toMatchObject({
      status: 'QUOTE_SENT_TO_CLIENT',
      advisor: { _id: ours._id },
      user: { phone: '+911111111111' },
    })
    expect(await outcomes({ ...record, changed_at: at(2), cancelled: true })).toEqual(['changed'])
    expect(await lead(id)).toMatchObject({
      status: 'CANCELLED',
      status_history: [
        { status: 'INSURANCE_CALL_SCHEDULED' },
        { status: 'QUOTE_SENT_TO_CLIENT' },
        { status: 'CANCELLED' },
      ],
    })
    // A person who books again sends another booking.
    await send({ ...record, changed_at: at(3) })
    expect((await lead(id)).status).toBe('CANCELLED')

    const won = booking()
    const wonId = await idOf(won)
    await app.call('PATCH', `/admin/advisory/bookings/${wonId}`, { json: { status: 'CLOSED_WON' } })
    await send({ ...won, changed_at: at(2), cancelled: true })
    expect((await lead(wonId)).status).toBe('CLOSED_WON')
  })

  it('that were cancelled before they arrive have both statuses in their history (OQ-427)', async () => {
    const id = await idOf(booking({ created_at: at(-60), changed_at: at(5), cancelled: true }))
    expect(await lead(id)).toMatchObject({
      status: 'CANCELLED',
      status_history: [
        { status: 'INSURANCE_CALL_SCHEDULED', time: at(-60) },
        { status: 'CANCELLED', time: at(5) },
      ],
    })
  })

  it('at the same time with one advisor are both stored (OQ-427)', async () => {
    const advisor_id = (await makeAdvisor(app))._id
    expect(await outcomes(booking({ advisor_id }), booking({ advisor_id }))).toEqual(['created', 'created'])
  })

  it('name a service that several have by its id only (OQ-427)', async () => {
    await makeAdvisoryService(app, { service_name: 'Twins' })
    await makeAdvisoryService(app, { service_name: 'twins' })
    const { results } = await send(booking({ service_id: undefined, service_name: 'Twins' }))
    expect(results[0]).toMatchObject({
      errors: [{ path: 'service_name', message: bookingMessages.serviceTwice }],
    })
  })

  it('end in the same state in any order of arrival (OQ-427)', async () => {
    const change = fc.record({
      minute: fc.integer({ min: 0, max: 9 }),
      phone: fc.stringMatching(/^\+9199[0-9]{8}$/),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(change, { selector: ({ minute }) => minute, minLength: 2, maxLength: 5 }),
        fc.integer({ min: 0, max: 12 }),
        async (changes, cancelledAt) => {
          const record = booking({ created_at: at(-5) })
          for (const { minute, phone } of changes) {
            const cancelled = minute >= cancelledAt
            await send({ ...record, changed_at: at(minute), phone, cancelled })
          }
          const last = changes.reduce((a, b) => (b.minute > a.minute ? b : a))
          const { rows } = await app.database.pool.query(
            'select user_phone, status from lead where reference_record_id = $1',
            [record.external_id],
          )
          const status = last.minute >= cancelledAt ? 'CANCELLED' : 'INSURANCE_CALL_SCHEDULED'
          expect(rows).toEqual([{ user_phone: last.phone, status }])
        },
      ),
      { numRuns: 20 },
    )
  })

  it('are stored once by many calls at once, and never deadlock with deletions of people (OQ-427)', async () => {
    const before = await leads()
    const records = Array.from({ length: 6 }, () => booking())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(...(n % 2 ? records : records.toReversed()))),
    )
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(6)
    expect(await leads()).toBe(before + 6)

    const bookings = createBookingIntake()
    const { removal } = removalsOf(app, randomUUID())
    // Not through HTTP, where the transaction is repeated after a deadlock, which would hide it.
    const once = (work: (call: Call) => Promise<unknown>) =>
      app.database.kysely
        .transaction()
        .execute((db) => work(startCall({ db, clock: app.clock })))
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
        })
    for (let round = 0; round < 10; round++) {
      const ids = [`gone-${round}-1`, `gone-${round}-2`]
      const people = await Promise.all(
        ids.map((external_id) => makeUser(app.database.kysely, { external_id })),
      )
      const theirs = Array.from({ length: 8 }, (_, n) => booking({ user_external_id: ids[n % 2] }))
      await send(...theirs)
      const changed = theirs.map((one, n) => ({
        ...one,
        changed_at: at(2),
        phone: '1',
        user_external_id: ids[(n + 1) % 2],
      }))
      await Promise.all([
        once((call) => bookings.store(call, changed)),
        ...people.map((id) => once((call) => removal.remove(call, id, call.now, { toBin: true }))),
      ])
    }
  })

  it('of an erased person stay blank when a later record comes (OQ-427)', async () => {
    const record = booking({ email: 'erase.me@mail.example' })
    const id = await idOf(record)
    const asked = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `lead.${id}`, confirmation: 'erase.me@mail.example' },
    })
    expect(asked.status).toBe(201)
    await app.app.tasks['erase-person']?.(
      { id: asked.body.data._id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    expect(await outcomes({ ...record, changed_at: testNow })).toEqual(['unchanged'])
    const { rows } = await app.database.pool.query(
      `select 1 from lead where user_email = $1 union all
      select 1 from audit_entry where before::text like '%' || $1 || '%' or after::text like '%' || $1 || '%'`,
      ['erase.me@mail.example'],
    )
    expect(rows).toEqual([])
    expect((await lead(id)).user.email).toBe('')
  })
})
