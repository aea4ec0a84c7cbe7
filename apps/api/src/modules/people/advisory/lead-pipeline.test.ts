import { leadStatuses } from '@greenroom/contract/lead-status'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { actionOf, leadActions } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeAdvisor, makeAdvisoryService, makeLead } from '../../../test-records.ts'

const path = '/admin/advisory/bookings'
const nobody = '01931f6e-0000-7000-8000-00000000dead'
const hour = 3_600_000
const day = 24 * hour

let app: TestApp
let service: string
let asha: string
let binita: string
beforeAll(async () => {
  app = await createTestApp()
  // 30 minutes and a buffer of 10.
  service = await makeAdvisoryService(app, { service_name: 'Term cover', slot_time: 1800, buffer_time: 600 })
  asha = (await makeAdvisor(app, { first_name: 'Asha', last_name: 'Rao' }))._id
  binita = (await makeAdvisor(app, { first_name: 'Binita', last_name: 'Das' }))._id
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-21T06:30:00.000Z'))
  await sql`truncate lead`.execute(app.database.kysely)
})

const now = () => app.clock.now()
const ago = (ms: number) => new Date(now().getTime() - ms)
type Overrides = Partial<Parameters<typeof makeLead>[1]>
const lead = (overrides: Overrides = {}) => makeLead(app, { service_id: service, ...overrides })
/** A lead that has had a status since a moment. */
const leadSince = (status: string, since: Date, overrides: Overrides = {}) =>
  lead({
    status,
    status_history: JSON.stringify([
      { status: 'INSURANCE_CALL_SCHEDULED', time: '2026-01-01T00:00:00.000Z' },
      { status, time: since.toISOString() },
    ]),
    ...overrides,
  })
const get = async (id: string): Promise<Lead> => (await app.call('GET', `${path}/${id}`)).body.data
const update = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { json, headers })
async function found(query: Record<string, string>): Promise<{ count: number; ids: string[] }> {
  const answer = await app.call('GET', `${path}?${new URLSearchParams({ limit: '200', ...query })}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { bookings, count } = answer.body.data
  return { count, ids: bookings.map((one: Lead) => one._id) }
}

describe('the time in a status', () => {
  it('begins at the booking and again with each change, whoever changes it (OQ-500)', async () => {
    const id = await lead({ created_at: ago(5 * day) })
    expect((await get(id)).status_since).toBe(ago(5 * day).toISOString())
    await update(id, { status: 'QUOTE_SENT_TO_CLIENT' })
    expect((await get(id)).status_since).toBe(now().toISOString())
    // Another change leaves it as it is.
    app.clock.set(new Date(now().getTime() + hour))
    await update(id, { advisor_id: asha })
    expect((await get(id)).status_since).toBe(ago(hour).toISOString())
    // Another program, which knows no such column.
    const changed = new Date(now().getTime() + hour)
    await sql`update lead set status = 'DEFERRED', updated_at = ${changed} where id = ${id}`.execute(
      app.database.kysely,
    )
    expect((await get(id)).status_since).toBe(changed.toISOString())
  })

  it.each([
    ['no time', { status: 'DEFERRED' }],
    ['a text', { status: 'DEFERRED', time: 'yesterday' }],
    ['a day that no month has', { status: 'DEFERRED', time: '2026-13-41T00:00:00.000Z' }],
  ])('begins at the booking if the last entry of the history has %s (OQ-500)', async (_name, entry) => {
    const id = await lead({ status: 'DEFERRED', status_history: JSON.stringify([entry]) })
    expect((await get(id)).status_since).toBe('2026-11-20T09:00:00.000Z')
  })

  it('sorts by it, the longest first, with and without filters (OQ-500)', async () => {
    const [young, old, middle] = [
      await leadSince('DEFERRED', ago(day), { advisor_id: asha }),
      await leadSince('DEFERRED', ago(9 * day), { advisor_id: asha }),
      await leadSince('QUOTE_SENT_TO_CLIENT', ago(4 * day)),
    ]
    expect(await found({ sort: 'longest' })).toEqual({ count: 3, ids: [old, middle, young] })
    expect(await found({ sort: 'longest', limit: '1', offset: '1' })).toEqual({ count: 3, ids: [middle] })
    expect(await found({ sort: 'longest', advisor_id: asha })).toEqual({ count: 2, ids: [old, young] })
    expect(await found({ sort: 'longest', search: 'Priya' })).toEqual({ count: 3, ids: [old, middle, young] })
    expect((await app.call('GET', `${path}?sort=oldest`)).status).toBe(400)
  })
})

describe('what needs action today', () => {
  const counts = async () => (await app.call('GET', '/admin/advisory/lead-actions')).body.data.advisors

  it('requires a credential (OQ-501)', async () => {
    expect((await app.call('GET', '/admin/advisory/lead-actions', { token: null })).status).toBe(401)
  })

  it('counts past calls, calls of today and follow-ups by advisor, and each count opens its rows (OQ-501)', async () => {
    const past = await lead({ advisor_id: asha, start_time: ago(1) })
    const today = await lead({ advisor_id: asha, start_time: now() })
    // In India the day ends at 18:30 UTC.
    const last = await lead({ advisor_id: asha, start_time: new Date('2026-11-21T18:29:59.999Z') })
    await lead({ advisor_id: asha, start_time: new Date('2026-11-21T18:30:00.000Z') })
    const late = await leadSince('QUOTE_SENT_TO_CLIENT', new Date('2026-11-18T18:29:59.999Z'), {
      advisor_id: asha,
    })
    await leadSince('QUOTE_SENT_TO_CLIENT', new Date('2026-11-18T18:30:00.000Z'), { advisor_id: asha })
    await leadSince('DEFERRED', ago(29 * day), { advisor_id: asha })
    const deferred = await leadSince('DEFERRED', ago(31 * day))
    await leadSince('CLOSED_WON', ago(90 * day), { advisor_id: binita })
    expect(await counts()).toEqual([
      {
        advisor: { _id: asha, first_name: 'Asha', last_name: 'Rao' },
        call_past: 1,
        call_today: 2,
        follow_up: 1,
      },
      { advisor: null, call_past: 0, call_today: 0, follow_up: 1 },
    ])
    expect(await found({ action: 'call-past', advisor_id: asha })).toEqual({ count: 1, ids: [past] })
    expect((await found({ action: 'call-today', advisor_id: asha })).ids.sort()).toEqual([today, last].sort())
    expect((await found({ action: 'follow-up' })).ids.sort()).toEqual([late, deferred].sort())
    expect(await found({ action: 'any', advisor_id: 'none' })).toEqual({ count: 1, ids: [deferred] })
    expect((await found({ action: 'any' })).count).toBe(5)
    expect((await app.call('GET', `${path}?action=tomorrow`)).status).toBe(400)
  })

  it('judges every lead as the rule of the contract does (OQ-501)', async () => {
    const near = fc
      .integer({ min: -4 * 24, max: 2 * 24 })
      .map((hours) => new Date(now().getTime() + hours * hour))
    const leads = fc.sample(
      fc.record({
        status: fc.constantFrom(...leadStatuses),
        start: near,
        age: fc.integer({ min: 0, max: 35 * 24 }),
      }),
      { numRuns: 150, seed: 72 },
    )
    for (const { status, start, age } of leads) {
      await leadSince(status, ago(age * hour), { start_time: start })
    }
    const all = (await app.call('GET', `${path}?limit=200`)).body.data.bookings as Lead[]
    for (const action of leadActions) {
      const expected = all.filter((one) => {
        const needed = actionOf(one, now(), 'Asia/Kolkata')
        return action === 'any' ? needed !== undefined : needed === action
      })
      expect(expected.length).toBeGreaterThan(0)
      expect((await found({ action })).ids.sort()).toEqual(expected.map((one) => one._id).sort())
    }
  })
})

describe('why a lead was closed', () => {
  it('stores and audits a reason with its note, and filters by it (OQ-504)', async () => {
    const id = await lead()
    const answer = await update(id, {
      status: 'CLOSED_LOST',
      close_reason: 'price',
      close_note: ' Wanted half the premium. ',
    })
    expect(answer.body.data).toMatchObject({
      status: 'CLOSED_LOST',
      close_reason: 'price',
      close_note: 'Wanted half the premium.',
    })
    await update(await lead(), { status: 'CANCELLED', close_reason: 'duplicate' })
    expect(await found({ close_reason: 'price' })).toEqual({ count: 1, ids: [id] })
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(entry.after).toMatchObject({ close_reason: 'price', close_note: 'Wanted half the premium.' })
  })

  it('takes a closing status without a reason, and a reason later (ADV-30, OQ-504)', async () => {
    const id = await lead()
    expect((await update(id, { status: 'NOT_QUALIFIED' })).body.data.close_reason).toBeNull()
    const later = await update(id, { close_reason: 'not-eligible' }, { 'if-match': '"2"' })
    expect(later.body.data).toMatchObject({
      status: 'NOT_QUALIFIED',
      close_reason: 'not-eligible',
      version: 3,
    })
    expect(later.body.data.status_history).toHaveLength(2)
    // The same again changes nothing.
    expect((await update(id, { close_reason: 'not-eligible' })).body.data.version).toBe(3)
    expect((await update(id, { close_reason: null })).body.data.close_reason).toBeNull()
  })

  it('forgets the reason when the status changes, whoever changes it (OQ-504)', async () => {
    const id = await lead()
    await update(id, { status: 'CLOSED_LOST', close_reason: 'other', close_note: 'Moved abroad' })
    expect((await update(id, { status: 'CANCELLED' })).body.data).toMatchObject({
      close_reason: null,
      close_note: null,
    })
    await update(id, { close_reason: 'no-answer', close_note: 'Three calls' })
    // Another program.
    await sql`update lead set status = 'DEFERRED' where id = ${id}`.execute(app.database.kysely)
    expect(await get(id)).toMatchObject({ status: 'DEFERRED', close_reason: null, close_note: null })
  })

  it.each([
    [
      { status: 'CLOSED_WON', close_reason: 'price' },
      'Only a lead that is closed lost, not qualified or cancelled has a reason',
    ],
    [{ close_reason: 'price' }, 'Only a lead that is closed lost, not qualified or cancelled has a reason'],
    [{ status: 'CLOSED_LOST', close_reason: 'mood' }, 'Choose one of the listed reasons'],
    [{ status: 'CLOSED_LOST', close_note: 'No reason' }, 'Choose a reason for this note'],
  ])('refuses %j and changes nothing (OQ-504)', async (changes, message) => {
    const id = await lead()
    const answer = await update(id, changes)
    expect([answer.status, answer.body.message]).toEqual([400, message])
    expect(answer.body.errors).toEqual([{ path: 'close_reason', message }])
    expect((await get(id)).version).toBe(1)
  })

  it('refuses a note of 501 characters (OQ-504)', async () => {
    const id = await lead()
    const answer = await update(id, {
      status: 'CLOSED_LOST',
      close_reason: 'other',
      close_note: 'x'.repeat(501),
    })
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'close_note'])
  })
})

describe('the funnel', () => {
  const span = { start_date: '2026-11-01T00:00:00Z', end_date: '2026-11-30T00:00:00Z' }
  const funnel = (query: Record<string, string> = span) =>
    app.call('GET', `/admin/advisory/lead-funnel?${new URLSearchParams(query)}`)
  const through = (...statuses: string[]) => ({
    status: statuses.at(-1) ?? '',
    status_history: JSON.stringify(statuses.map((status) => ({ status, time: '2026-11-20T09:00:00.000Z' }))),
  })
  const booked = 'INSURANCE_CALL_SCHEDULED'

  it('refuses a missing, a reversed and a too long span (OQ-505)', async () => {
    expect((await app.call('GET', '/admin/advisory/lead-funnel')).status).toBe(400)
    const reversed = await funnel({ start_date: span.end_date, end_date: span.start_date })
    expect([reversed.status, reversed.body.message]).toEqual([400, "From can't be after To."])
    const long = await funnel({ start_date: '2025-01-01T00:00:00Z', end_date: '2026-01-03T00:00:00Z' })
    expect([long.status, long.body.message]).toEqual([400, 'Choose at most 366 days.'])
  })

  it('counts each stage that a lead reached, by source, and each count opens its rows (OQ-505)', async () => {
    await lead({ ...through(booked), meta: { utm_source: 'Google ' } as never })
    await lead({ ...through(booked, 'DISCUSSION_COMPLETED', 'CLOSED_LOST') })
    // A skipped stage counts as reached.
    await lead({ ...through(booked, 'CLOSED_WON') })
    // Won by mistake, and taken back.
    await lead({ ...through(booked, 'CLOSED_WON', 'DOCUMENTS_PENDING') })
    await lead({ ...through(booked, 'QUOTE_SENT_TO_CLIENT'), meta: {} as never })
    await lead({ ...through(booked, 'CLOSED_WON'), created_at: new Date('2026-10-31T23:59:59.999Z') })
    const { body } = await funnel()
    const google = { source: 'google', booked: 4, talked: 3, quoted: 2, 'payment-link': 2, won: 1 }
    const none = { source: '', booked: 1, talked: 1, quoted: 1, 'payment-link': 0, won: 0 }
    expect(body.data).toEqual({
      total: { booked: 5, talked: 4, quoted: 3, 'payment-link': 2, won: 1 },
      sources: [google, none],
      omitted: 0,
    })
    for (const { source, ...stages } of [google, none]) {
      for (const [reached, count] of Object.entries(stages)) {
        expect(
          (await found({ ...span, source: source || '(none)', reached })).count,
          `${source} ${reached}`,
        ).toBe(count)
      }
    }
    expect((await found({ ...span, reached: 'talked' })).count).toBe(4)
  })

  it('is empty without leads, and names at most 50 sources (OQ-505)', async () => {
    expect((await funnel()).body.data).toEqual({
      total: { booked: 0, talked: 0, quoted: 0, 'payment-link': 0, won: 0 },
      sources: [],
      omitted: 0,
    })
    for (let n = 0; n < 52; n++) await lead({ meta: { utm_source: `source ${n}` } as never })
    const { data } = (await funnel()).body
    expect([data.sources.length, data.omitted, data.total.booked]).toEqual([50, 2, 52])
  })
})

describe('a reassignment over a clash', () => {
  const at = (minutes: number) => new Date(Date.parse('2026-11-25T06:30:00.000Z') + minutes * 60_000)
  const clashes = async (id: string) => (await app.call('GET', `${path}/${id}/clashes`)).body.data

  it('returns 404 for an unknown lead, and requires a credential (OQ-506)', async () => {
    expect((await app.call('GET', `${path}/${nobody}/clashes`)).status).toBe(404)
    expect((await app.call('GET', `${path}/${nobody}/clashes`, { token: null })).status).toBe(401)
  })

  it.each([
    [0, true],
    [39, true],
    [40, false],
    [-39, true],
    [-40, false],
  ])('clashes with a call %i minutes later: %s (OQ-506)', async (minutes, isClash) => {
    const mine = await lead()
    const other = await lead({
      advisor_id: asha,
      start_time: at(minutes),
      reference_record_id: `CRM-B${minutes}`,
    })
    const expected = {
      advisor_id: asha,
      lead_id: other,
      reference_record_id: `CRM-B${minutes}`,
      service_name: 'Term cover',
      start_time: at(minutes).toISOString(),
      end_time: at(minutes + 30).toISOString(),
      free_at: at(minutes + 40).toISOString(),
    }
    expect(await clashes(mine)).toEqual(isClash ? [expected] : [])
    const answer = await update(mine, { advisor_id: asha })
    expect(answer.status).toBe(200)
    expect(answer.body.warnings).toEqual(
      isClash
        ? [
            {
              code: 'MEETING_CLASH',
              message: `This advisor already has the call CRM-B${minutes} at that time.`,
              clashes: [expected],
            },
          ]
        : undefined,
    )
  })

  it('counts the slot and the buffer of the earlier call (OQ-506)', async () => {
    const long = await makeAdvisoryService(app, { slot_time: 7200, buffer_time: 1800 })
    const mine = await lead()
    await lead({ service_id: long, advisor_id: asha, start_time: at(-149) })
    await lead({ service_id: long, advisor_id: binita, start_time: at(-150) })
    expect((await clashes(mine)).map((one: { advisor_id: string }) => one.advisor_id)).toEqual([asha])
  })

  it('leaves out calls that took place, were put off or are over (OQ-506)', async () => {
    const mine = await lead()
    for (const status of ['DISCUSSION_COMPLETED', 'DEFERRED', 'CANCELLED']) {
      await lead({ status, advisor_id: asha, start_time: at(0) })
    }
    expect(await clashes(mine)).toEqual([])
    const past = await lead({ start_time: ago(hour) })
    await lead({ advisor_id: asha, start_time: ago(hour) })
    expect(await clashes(past)).toEqual([])
    // Nobody needs the slot of a lead that is closed with the same call.
    await lead({ advisor_id: binita, start_time: at(0) })
    expect((await update(mine, { advisor_id: binita, status: 'CANCELLED' })).body.warnings).toBeUndefined()
  })

  it('shows one of two assignments at once the other (OQ-506)', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => lead()))
    const answers = await Promise.all(ids.map((id) => update(id, { advisor_id: asha })))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    const seen = answers.map(({ body }) => body.warnings?.[0].clashes.length ?? 0)
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('refuses it if the setting refuses clashes, and changes nothing (OQ-506)', async () => {
    const strict = await createTestApp({ MEETING_CLASHES: 'refuse' })
    try {
      const of = await makeAdvisoryService(strict, {})
      const advisor = await makeAdvisor(strict)
      await makeLead(strict, { service_id: of, advisor_id: advisor._id, reference_record_id: 'CRM-1ST' })
      const ids = [await makeLead(strict, { service_id: of }), await makeLead(strict, { service_id: of })]
      for (const id of ids) {
        const answer = await strict.call('PATCH', `${path}/${id}`, { json: { advisor_id: advisor._id } })
        expect([answer.status, answer.body.code]).toEqual([409, 'MEETING_CLASH'])
        expect(answer.body.errors[0].path).toBe('advisor_id')
        expect((await strict.call('GET', `${path}/${id}`)).body.data).toMatchObject({
          advisor: null,
          version: 1,
        })
      }
    } finally {
      await strict.close()
    }
  })
})

describe('the board', () => {
  const board = async (query: Record<string, string> = {}) =>
    app.call('GET', `/admin/advisory/board?${new URLSearchParams(query)}`)

  it('has the newest leads of each status with their number, by its filters (OQ-503, OQ-519)', async () => {
    const ids: string[] = []
    for (let n = 0; n < 22; n++) {
      ids.unshift(await lead({ status: 'DEFERRED', created_at: ago((30 - n) * hour), advisor_id: asha }))
    }
    const won = await lead({ status: 'CLOSED_WON', advisor_id: binita })
    const { columns } = (await board()).body.data
    expect(columns.map(({ status }: { status: string }) => status)).toEqual(leadStatuses)
    const shown = (found: { status: string; bookings: Lead[]; count: number }[]) =>
      Object.fromEntries(
        found.flatMap(({ status, bookings, count }) =>
          count > 0 ? [[status, [bookings.map(({ _id }) => _id), count]]] : [],
        ),
      )
    expect(shown(columns)).toEqual({ DEFERRED: [ids.slice(0, 20), 22], CLOSED_WON: [[won], 1] })
    expect(shown((await board({ advisor_id: asha, more: 'DEFERRED:40' })).body.data.columns)).toEqual({
      DEFERRED: [ids, 22],
    })
    expect(shown((await board({ advisor_id: nobody })).body.data.columns)).toEqual({})
  })

  it.each(['DEFERRED', 'DEFERRED:0', 'DEFERRED:201', 'NOTHING:40', 'DEFERRED:40:1x'])(
    'refuses the number of leads in %s (OQ-519)',
    async (more) => {
      const { status, body } = await board({ more })
      expect([status, body.errors?.[0]?.path]).toEqual([400, 'more.0'])
    },
  )
})
