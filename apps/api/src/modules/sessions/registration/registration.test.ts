import type { Registration } from '@greenroom/contract/sessions/registration/registration.schema'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeEvent, makeMasterclass } from '../../../test-records.ts'
import { makeExportTask } from '../../desk/export/export.service.ts'

let app: TestApp
let viewer: string
let masterclassId: string
let eventId: string
beforeAll(async () => {
  app = await createTestApp()
  const made = await app.call('POST', '/admin/api-keys', {
    json: { name: 'Cards', permissions: ['content.read'] },
  })
  viewer = made.body.data.secret
  masterclassId = (await makeMasterclass(app))._id
  eventId = (await makeEvent(app))._id
})
afterAll(() => app.close())
beforeEach(() => app.database.pool.query(emptyingOf('transaction', 'registration')))

let count = 0
/** Inserts an order of the masterclass, as the public product does. */
async function order(values: Partial<Insertable<DB['transaction']>> = {}): Promise<string> {
  const id = newId()
  count++
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id,
      reference_order_id: `order_${count}`,
      status: 'completed',
      amount: 249_900,
      currency_code: 'INR',
      created_at: new Date(Date.parse('2026-11-20T10:00:00Z') + count * 60_000),
      entity_type: 'masterclass',
      entity_id: masterclassId,
      entity_title: 'Save tax',
      user_id: newId(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      ...values,
    })
    .execute()
  return id
}
const update = (id: string, values: Record<string, unknown>) =>
  app.database.kysely.updateTable('transaction').set(values).where('id', '=', id).execute()

/** Inserts a free sign-up for the event. */
async function signUp(values: Partial<Insertable<DB['registration']>> = {}): Promise<string> {
  const id = newId()
  count++
  await app.database.kysely
    .insertInto('registration')
    .values({
      id,
      external_id: `sign-up-${count}`,
      session_type: 'event',
      session_id: eventId,
      user_name: 'Nikhil Menon',
      user_email: 'nikhil@mail.example',
      user_phone: '+919845012763',
      created_at: new Date(Date.parse('2026-11-20T10:00:00Z') + count * 60_000),
      ...values,
    })
    .execute()
  return id
}

const rowOf = (id: string) =>
  app.database.kysely.selectFrom('registration').selectAll().where('id', '=', id).executeTakeFirst()
const ask = (query: string, token?: string) =>
  app.call('GET', `/admin/registrations?${query}`, token ? { token } : {})
async function list(query = `session_id=${masterclassId}`) {
  const answer = await ask(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as {
    session: Record<string, unknown>
    count: number
    registrations: Registration[]
  }
}
const holding = async (path: string): Promise<number> =>
  (await app.call('GET', path)).body.data.registrations_count

describe('the registration of an order (OQ-430)', () => {
  it('exists once the order is completed, and not before', async () => {
    const id = await order({ status: 'pending' })
    expect(await rowOf(id)).toBeUndefined()
    await update(id, { status: 'failed' })
    expect(await rowOf(id)).toBeUndefined()
    await update(id, { status: 'completed', completed_at: new Date('2026-11-20T11:00:00Z') })
    expect(await rowOf(id)).toMatchObject({
      session_type: 'masterclass',
      session_id: masterclassId,
      transaction_id: id,
      user_name: 'Priya Sharma',
      user_email: 'priya@mail.example',
      user_phone: '+919876543210',
      created_at: new Date('2026-11-20T11:00:00Z'),
      given_back_at: null,
    })
  })

  it('is one, however often and by how many writers at once the order is completed', async () => {
    const id = await order({ status: 'pending' })
    await Promise.all(Array.from({ length: 20 }, () => update(id, { status: 'completed' })))
    const { count } = await list()
    expect(count).toBe(1)
  })

  it('ends as the order does when writers complete and refund it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => order({ status: 'pending' })))
    await Promise.all(
      ids.flatMap((id) =>
        ['completed', 'refunded', 'completed', 'pending', 'refunded'].map((status) => update(id, { status })),
      ),
    )
    const { rows } = await app.database.pool.query(`
      select count(*)::int as orders, count(registration.id)::int as registrations,
        count(*) filter (where (transaction.status = 'completed') is distinct from
          (registration.id is not null and registration.given_back_at is null))::int as wrong
      from transaction left join registration on registration.id = transaction.id`)
    expect(rows).toEqual([{ orders: 10, registrations: 10, wrong: 0 }])
  })

  it('keeps its seat after a refund of a part, and gives it back with the last part', async () => {
    const id = await order()
    await update(id, { refunded_amount: 100_000 })
    expect(await rowOf(id)).toMatchObject({ given_back_at: null, version: 1 })
    expect(await holding(`/admin/masterclass/${masterclassId}`)).toBe(1)
    await update(id, { status: 'refunded', refunded_amount: 249_900 })
    expect(await rowOf(id)).toMatchObject({ given_back_at: expect.any(Date), given_back_reason: 'refund' })
    expect(await holding(`/admin/masterclass/${masterclassId}`)).toBe(0)
    await update(id, { status: 'completed' })
    expect(await rowOf(id)).toMatchObject({ given_back_at: null, given_back_reason: null })
    expect(await holding(`/admin/masterclass/${masterclassId}`)).toBe(1)
  })

  it('is given back as cancelled when the order gets another status', async () => {
    const id = await order()
    await update(id, { status: 'failed' })
    expect(await rowOf(id)).toMatchObject({
      given_back_at: expect.any(Date),
      given_back_reason: 'cancelled',
    })
  })

  it('is given back already if the order arrives refunded', async () => {
    const id = await order({ status: 'refunded', updated_at: new Date('2026-11-20T12:00:00Z') })
    expect(await rowOf(id)).toMatchObject({
      given_back_at: new Date('2026-11-20T12:00:00Z'),
      given_back_reason: 'refund',
    })
  })

  it.each(['membership', 'custom'])('does not exist for an order of the type %s', async (entity_type) => {
    const id = await order({ entity_type })
    expect(await rowOf(id)).toBeUndefined()
    await update(id, { status: 'refunded' })
    expect(await rowOf(id)).toBeUndefined()
  })

  it('follows its order to another session, another type and another buyer, and goes with it', async () => {
    const id = await order()
    await update(id, { entity_type: 'events', entity_id: eventId })
    expect(await rowOf(id)).toMatchObject({ session_type: 'event', session_id: eventId })
    expect(await holding(`/admin/event/${eventId}`)).toBe(1)
    expect(await holding(`/admin/masterclass/${masterclassId}`)).toBe(0)
    await update(id, { user_first_name: 'Diya', user_email: 'diya@mail.example', user_phone: '1' })
    expect(await rowOf(id)).toMatchObject({
      user_name: 'Diya Sharma',
      user_email: 'diya@mail.example',
      user_phone: '1',
    })
    await update(id, { entity_type: 'custom' })
    expect(await rowOf(id)).toBeUndefined()
    const other = await order()
    await app.database.kysely.deleteFrom('transaction').where('id', '=', other).execute()
    expect(await rowOf(other)).toBeUndefined()
  })
})

describe('counts on cards and details (EVT-21, OQ-432)', () => {
  it('count who holds a seat beside the number that staff entered', async () => {
    const session = { entity_type: 'events', entity_id: eventId }
    await order(session)
    await order(session)
    await order({ ...session, status: 'refunded' })
    await signUp()
    await app.call('PATCH', `/admin/event/${eventId}`, { form: { total_tickets_sold: '5' } })
    const shown = { registrations_count: 3, total_tickets_sold: 5 }
    expect((await app.call('GET', `/admin/event/${eventId}`)).body.data).toMatchObject(shown)
    const cards = (await app.call('GET', '/admin/events')).body.data
    expect(cards.find((card: { _id: string }) => card._id === eventId)).toMatchObject(shown)
    expect((await list(`session_id=${eventId}`)).session).toMatchObject({ holding: 3, given_back: 1 })
  })

  it('count the registrations of each masterclass of a page', async () => {
    const other = (await makeMasterclass(app, { title: 'Another one' }))._id
    await order()
    await order()
    await order({ entity_id: other })
    const cards: { _id: string; registrations_count: number }[] = (
      await app.call('GET', '/admin/masterclasses')
    ).body.data
    expect(cards.map(({ _id, registrations_count: n }) => [_id, n])).toEqual(
      expect.arrayContaining([
        [masterclassId, 2],
        [other, 1],
      ]),
    )
  })

  it('are no part of an edit: history and version ignore them', async () => {
    await order({ entity_type: 'events', entity_id: eventId })
    await app.call('PATCH', `/admin/event/${eventId}`, { form: { title: 'Investors meet again' } })
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select('after')
      .where('entity_id', '=', eventId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry.after).not.toHaveProperty('registrations_count')
  })
})

describe('the list of a session (OQ-433)', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect(
      (await app.call('GET', `/admin/registrations?session_id=${eventId}`, { token: null })).status,
    ).toBe(401)
  })

  it.each([
    ['', 400, 'session_id is required'],
    ['session_id=x&state=lost', 400, 'state must be holding, given_back or all'],
    ['session_id=x', 404, 'This session does not exist'],
    [`session_id=${newId()}`, 404, 'This session does not exist'],
  ])('refuses %s', async (query, status, message) => {
    const answer = await ask(query)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  it('shows the latest first, by state, page by page, with the session and the exact total', async () => {
    const first = await order()
    const second = await order({ status: 'refunded' })
    const third = await order()
    await order({ entity_type: 'events', entity_id: eventId })
    const ids = async (query: string) => {
      const found = await list(`session_id=${masterclassId}${query}`)
      return [found.count, ...found.registrations.map((one) => one._id)]
    }
    expect(await ids('')).toEqual([2, third, first])
    expect(await ids('&state=given_back')).toEqual([1, second])
    expect(await ids('&state=all')).toEqual([3, third, second, first])
    expect(await ids('&state=all&limit=1&offset=1')).toEqual([3, second])
    expect(await ids('&state=all&offset=9')).toEqual([3])
    const { session, registrations } = await list()
    expect(session).toEqual({
      _id: masterclassId,
      type: 'masterclass',
      title: 'Save tax the legal way',
      start_time: '2026-11-28T13:30:00.000Z',
      holding: 2,
      given_back: 1,
    })
    expect(registrations[1]).toMatchObject({
      user: { name: 'Priya Sharma', email: 'priya@mail.example', phone: '+919876543210' },
      order: { _id: first, reference_order_id: expect.stringMatching(/^order_/) },
      given_back_at: null,
      attended_at: null,
      version: 1,
    })
  })

  it('shows each once, page by page, also if all came in one instant', async () => {
    await sql`insert into registration (id, session_type, session_id, user_name, user_email, user_phone, created_at,
        external_id)
      select gen_random_uuid(), 'masterclass', ${masterclassId}::uuid, 'Asha Rao', n || '@mail.example', '',
        '2026-11-20T10:00:00Z', 'same-' || n from generate_series(1, 12) as n`.execute(app.database.kysely)
    // The index would sort them by id as well.
    await sql`drop index registration_of_session`.execute(app.database.kysely)
    const pages = await Promise.all(
      [0, 5, 10].map((offset) => list(`session_id=${masterclassId}&limit=5&offset=${offset}`)),
    )
    const ids = pages.flatMap(({ registrations }) => registrations.map((one) => one._id))
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toHaveLength(12)
  })

  it('finds a part of a name or of an e-mail address, and what a phone ends with', async () => {
    const priya = await order()
    const zoe = await order({
      user_first_name: 'Zoë',
      user_last_name: 'D_Souza',
      user_email: 'z42@mail.example',
      user_phone: '+44 20 7946 0999',
    })
    const found = async (q: string, state = 'all') =>
      (await list(`session_id=${masterclassId}&state=${state}&q=${encodeURIComponent(q)}`)).registrations.map(
        (one) => one._id,
      )
    expect(await found('RIYA s')).toEqual([priya])
    expect(await found('zoë')).toEqual([zoe])
    expect(await found('d_s')).toEqual([zoe])
    expect(await found('_')).toEqual([zoe])
    expect(await found('z42@')).toEqual([zoe])
    expect(await found('zoe d_souza')).toEqual([zoe])
    expect(await found('43210')).toEqual([priya])
    expect(await found('098765-43210')).toEqual([priya])
    expect(await found('91 98765 43210')).toEqual([priya])
    expect(await found('7946 0999')).toEqual([zoe])
    expect(await found('98765')).toEqual([])
    expect(await found(' ')).toEqual([zoe, priya])
    expect(await found('priya', 'given_back')).toEqual([])
    expect((await list(`session_id=${masterclassId}&q=mail.example`)).count).toBe(2)
  })

  it('masks phones and e-mail addresses, and refuses a search, without personal.read (OQ-370)', async () => {
    await order()
    const answer = await ask(`session_id=${masterclassId}`, viewer)
    expect(answer.body.data.registrations[0].user).toMatchObject({
      name: 'Priya Sharma',
      email: 'p•••@mail.example',
      phone: '•••3210',
    })
    const refused = await ask(`session_id=${masterclassId}&q=priya`, viewer)
    expect([refused.status, refused.body.errors[0].path]).toEqual([403, 'q'])
  })
})

describe('giving back a free sign-up (OQ-435)', () => {
  const act = (id: string, action: string, version?: number) =>
    app.call('POST', `/admin/registrations/${id}/${action}`, {
      headers: version === undefined ? {} : { 'if-match': `"${version}"` },
    })
  const actionsOf = async (id: string) =>
    (
      await app.database.kysely
        .selectFrom('audit_entry')
        .select(['action', 'entity_label', 'after'])
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((entry) => [entry.action, entry.entity_label])

  it('gives the seat back and takes it again, each once, with an entry in the history', async () => {
    const id = await signUp()
    const given = await act(id, 'give-back', 1)
    expect(given.body.data).toMatchObject({
      given_back_at: '2026-11-21T06:30:00.000Z',
      given_back_reason: 'staff',
      version: 2,
    })
    expect(await holding(`/admin/event/${eventId}`)).toBe(0)
    expect((await act(id, 'give-back')).body.data.version).toBe(2)
    const restored = await act(id, 'restore', 2)
    expect(restored.body.data).toMatchObject({ given_back_at: null, given_back_reason: null, version: 3 })
    expect((await act(id, 'restore')).body.data.version).toBe(3)
    expect(await holding(`/admin/event/${eventId}`)).toBe(1)
    const label = (await list(`session_id=${eventId}`)).session.title
    expect(await actionsOf(id)).toEqual([
      ['registration.give-back', label],
      ['registration.restore', label],
    ])
  })

  it('refuses that of an order, a stale version, an unknown id and a viewer', async () => {
    const paid = await order()
    const refused = await act(paid, 'give-back')
    expect([refused.status, refused.body.message]).toEqual([409, 'Refund the order to give this seat back.'])
    await update(paid, { status: 'refunded' })
    expect((await act(paid, 'restore')).status).toBe(409)
    const id = await signUp()
    const stale = await act(id, 'give-back', 9)
    expect([stale.status, stale.body.code, stale.body.data._id]).toEqual([409, 'STALE', id])
    expect((await act(newId(), 'give-back')).status).toBe(404)
    const forbidden = await app.call('POST', `/admin/registrations/${id}/give-back`, { token: viewer })
    expect(forbidden.status).toBe(403)
    expect(await rowOf(id)).toMatchObject({ given_back_at: null, version: 1 })
  })

  it('does not restore one when all seats are taken', async () => {
    const full = (await makeEvent(app, { total_tickets: '1', is_paid: 'false', prices: '[]' }))._id
    const id = await signUp({ session_id: full })
    await act(id, 'give-back')
    await signUp({ session_id: full })
    const refused = await act(id, 'restore')
    expect([refused.status, refused.body.message]).toEqual([409, 'This session is sold out'])
    expect((await rowOf(id))?.given_back_reason).toBe('staff')
  })
})

describe('the export of a list (OQ-434)', () => {
  const neverStopped = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  async function csv(filters: Record<string, unknown>, token?: string): Promise<string[]> {
    const started = await app.call('POST', '/admin/exports', {
      json: { kind: 'registrations', format: 'csv', filters: { session_id: masterclassId, ...filters } },
      ...(token && { token }),
    })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    const { _id } = started.body.data
    await app.app.tasks[makeExportTask]?.({ id: _id }, neverStopped)
    const link = await app.call('POST', `/admin/exports/${_id}/link`, token ? { token } : {})
    const file = await app.call('GET', link.body.data.url, { token: null })
    return String(file.body).replace('\uFEFF', '').trim().split('\r\n')
  }

  it('has exactly the filtered rows, and no formula', async () => {
    await order({ completed_at: new Date('2026-11-20T10:00:00Z'), reference_order_id: 'order_A' })
    await order({
      user_first_name: '=1+1',
      user_last_name: '',
      completed_at: new Date('2026-11-20T11:00:00Z'),
    })
    await order({ status: 'refunded', user_first_name: 'Gone' })
    const lines = await csv({})
    expect(lines[0]).toBe(
      'Name,E-mail,Phone,Registered at (Asia/Kolkata),Order,Attended at (Asia/Kolkata),Minutes attended,State,Given back at (Asia/Kolkata)',
    )
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^"?'=1\+1/)
    expect(lines[2]).toContain(
      "Priya Sharma,priya@mail.example,'+919876543210,2026-11-20 15:30:00,order_A,,,Registered,",
    )
    expect(await csv({ q: 'gone', state: 'given_back' })).toHaveLength(2)
    expect(await csv({ q: 'nobody' })).toHaveLength(1)
  })

  it('masks and refuses a search without personal.read, and refuses an unknown session', async () => {
    await order()
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Lists', permissions: ['money.export', 'content.read'] },
    })
    const { secret } = made.body.data
    expect((await csv({}, secret))[1]).toContain('Priya Sharma,p•••@mail.example,•••3210,')
    const ask = (filters: object, token: string) =>
      app.call('POST', '/admin/exports', {
        json: { kind: 'registrations', format: 'csv', filters: { session_id: masterclassId, ...filters } },
        token,
      })
    const refused = await ask({ q: 'priya' }, secret)
    expect([refused.status, refused.body.errors[0].path]).toEqual([403, 'filters.q'])
    expect((await ask({ session_id: newId() }, secret)).status).toBe(404)
    const money = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Books', permissions: ['money.export'] },
    })
    expect((await ask({}, money.body.data.secret)).status).toBe(403)
  })
})
