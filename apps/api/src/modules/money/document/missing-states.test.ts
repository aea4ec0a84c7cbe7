import { randomUUID } from 'node:crypto'
import type { MissingState } from '@greenroom/contract/money/document/document.schema'
import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DB } from '../../../platform/database/tables.ts'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeEvent } from '../../../test-records.ts'
import { issueDocumentsTask } from './document-task.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() =>
  app.database.pool.query(emptyingOf('transaction', 'invoice_counter', 'document_series', 'gst_period')),
)

let count = 0
/** Inserts a paid order, without a State unless one is given. */
async function order(values: Partial<Insertable<DB['transaction']>> = {}): Promise<string> {
  count++
  const id = randomUUID()
  await app.database.kysely
    .insertInto('transaction')
    .values({
      id,
      reference_order_id: `order_${count}`,
      payment_id: `pay_${count}`,
      status: 'completed',
      amount: 118_000,
      currency_code: 'INR',
      created_at: '2026-11-20T10:00:00.000Z',
      completed_at: '2026-11-20T10:01:00.000Z',
      entity_type: 'masterclass',
      entity_id: randomUUID(),
      entity_title: 'Save tax the legal way',
      user_id: randomUUID(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: `buyer${count}@mail.example`,
      ...values,
    })
    .execute()
  return id
}

const issue = () =>
  app.app.tasks[issueDocumentsTask]?.(
    {},
    {
      attempt: 1,
      isLastAttempt: false,
      signal: new AbortController().signal,
    },
  )

/** Issues an invoice for each order, and returns the ids of those without a State in the order of their orders. */
async function invoices(): Promise<string[]> {
  await issue()
  const rows = await app.database.kysely
    .selectFrom('tax_document')
    .select('id')
    .where('is_state_missing', '=', true)
    .orderBy(sql`length(order_reference), order_reference`)
    .execute()
  return rows.map(({ id }) => id)
}

const list = async (query = ''): Promise<{ count: number; documents: MissingState[] }> =>
  (await app.call('GET', `/admin/documents/missing-states${query}`)).body.data
const add = (documents: unknown, options: Parameters<TestApp['call']>[2] = {}) =>
  app.call('POST', '/admin/documents/states', { json: { documents }, ...options })
const documentCount = async () =>
  Number(
    (await app.database.pool.query<{ count: string }>('select count(*) from tax_document')).rows[0]?.count,
  )
const auditCount = async () =>
  Number(
    (
      await app.database.pool.query<{ count: string }>(
        "select count(*) from audit_entry where action = 'transaction.state'",
      )
    ).rows[0]?.count,
  )

describe('the list of missing States', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', '/admin/documents/missing-states', { token: null })).status).toBe(401)
    expect((await add([], { token: null })).status).toBe(401)
  })

  it('refuses malformed queries', async () => {
    for (const query of ['?month=2026-13', '?limit=0', '?offset=-1'])
      expect((await app.call('GET', `/admin/documents/missing-states${query}`)).status, query).toBe(400)
  })

  it('guesses from another order of the same account or e-mail address (OQ-657)', async () => {
    const user = randomUUID()
    await order({ user_id: user })
    await order({ user_email: 'Shared@mail.example' })
    await order()
    const [later, earlier] = [
      await order({ user_id: user, billing_state: 'Tamil Nadu', created_at: '2026-11-21T06:00:00Z' }),
      await order({
        user_email: 'shared@MAIL.example',
        billing_country: 'US',
        created_at: '2025-01-01T00:00:00Z',
      }),
    ]
    const [first, second, third] = await invoices()
    const { count, documents } = await list()
    expect(count).toBe(3)
    const guessFor = (id: string | undefined) => documents.find((one) => one.document.id === id)?.guess
    expect(guessFor(first)).toMatchObject({
      state: '33',
      country: null,
      order: { id: later, ordered_at: '2026-11-21T06:00:00.000Z' },
    })
    expect(guessFor(second)).toMatchObject({ state: null, country: 'US', order: { id: earlier } })
    expect(guessFor(third)).toBeNull()
  })

  it('never takes buyers without an e-mail address for the same buyer if their names differ (OQ-657)', async () => {
    await order({ user_email: '', user_first_name: 'Asha' })
    await order({ user_email: '', user_first_name: 'Imran', billing_state: 'Goa' })
    await invoices()
    expect((await list()).documents.map(({ guess }) => guess)).toEqual([null])
  })

  it('guesses the State that the event has by now (OQ-657)', async () => {
    const event = (await makeEvent(app))._id
    await order({ entity_type: 'events', entity_id: event, billing_state: 'Kerala' })
    await order({ entity_type: 'events', entity_id: event })
    const [first, second] = await invoices()
    expect((await list()).documents.map(({ guess }) => guess)).toEqual([null, null])
    expect((await add([{ id: first, state: '33' }])).status).toBe(200)
    expect(await list()).toMatchObject({
      count: 1,
      documents: [{ document: { id: second, missing_state: 'venue' }, guess: { state: '33', order: null } }],
    })
  })

  it('lists the newest first by pages, of a month or of chosen documents', async () => {
    await order({ created_at: '2026-10-30T10:00:00Z', completed_at: '2026-10-30T10:00:00Z' })
    await order()
    await order()
    const ids = await invoices()
    const shown = async (query: string) => (await list(query)).documents.map((one) => one.document.id)
    expect(await shown('?limit=2')).toHaveLength(2)
    expect(await shown('?limit=2&offset=2')).toEqual([ids[0]])
    expect(await shown('?month=2026-10')).toEqual([ids[0]])
    expect(await shown(`?ids=${ids[0]},${randomUUID()},GR`)).toEqual([ids[0]])
    expect(await shown('?ids=GR')).toEqual([])
    expect((await list('?month=2026-11')).count).toBe(2)
  })
})

describe('adding several States', () => {
  it('corrects all of them, with an audit entry for each order (OQ-656)', async () => {
    const orders = [await order(), await order({ currency_code: 'USD', amount: 4900 }), await order()]
    const ids = await invoices()
    const before = await auditCount()
    const answer = await add([
      { id: ids[0], state: '32' },
      { id: ids[1], country: 'US' },
      { id: ids[2], state: '29' },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('3 invoices corrected')
    expect(answer.body.data.corrected).toEqual(
      ids.map((id, at) => ({
        id,
        credit_note: `GRC/2627/00000${at + 1}`,
        invoice: `GR/2627/00000${at + 4}`,
      })),
    )
    expect((await list()).count).toBe(0)
    expect(await auditCount()).toBe(before + 3)
    const rows = await app.database.kysely
      .selectFrom('transaction')
      .select(['id', 'billing_state', 'billing_country'])
      .execute()
    expect(orders.map((id) => rows.find((row) => row.id === id))).toMatchObject([
      { billing_state: 'Kerala', billing_country: 'IN' },
      { billing_state: null, billing_country: 'US' },
      { billing_state: 'Karnataka', billing_country: 'IN' },
    ])
  })

  it('saves none if one cannot be corrected, and names each of them (OQ-656)', async () => {
    for (let n = 0; n < 4; n++) await order()
    await order({ billing_state: 'Goa' })
    const ids = await invoices()
    await add([{ id: ids[1], state: '32' }])
    const [audited, stored] = [await auditCount(), await documentCount()]
    const answer = await add([
      { id: ids[0], state: '32' },
      { id: ids[1], state: '32' },
      { id: ids[2], state: '29' },
      { id: 'GR', state: '29' },
    ])
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'WRONG_STATE',
      message: "2 of 4 documents can't be corrected, so nothing was saved. Leave out the marked ones.",
      errors: [
        { path: 'documents.1.id', message: 'This document lacks no State. Reload the list.' },
        { path: 'documents.3.id', message: expect.any(String) },
      ],
    })
    expect([await auditCount(), await documentCount()]).toEqual([audited, stored])
    expect((await list()).count).toBe(3)
  })

  it('refuses bad input at its place (OQ-656)', async () => {
    await order()
    await order()
    const [one, other] = await invoices()
    const cases: [documents: unknown, path: string, message: string][] = [
      [[], 'documents', 'Choose at least one document'],
      [[{ id: one, state: '99' }], 'documents.0.state', 'Choose the State of the buyer'],
      [[{ id: one }], 'documents.0.state', 'Choose the State of the buyer'],
      [
        [
          { id: one, state: '32' },
          { id: other, country: 'IN' },
        ],
        'documents.1.country',
        'Choose the country of the buyer',
      ],
      [
        [{ id: one, state: '32', country: 'US' }],
        'documents.0.country',
        'Choose a State or a country, not both',
      ],
      [
        [
          { id: one, state: '32' },
          { id: one?.toUpperCase(), state: '32' },
        ],
        'documents.1.id',
        'This document is in the request twice',
      ],
    ]
    for (const [documents, path, message] of cases) {
      const answer = await add(documents)
      expect(answer.status, message).toBe(400)
      expect(answer.body.errors).toEqual([{ path, message }])
    }
    expect(await documentCount()).toBe(2)
  })

  it('refuses a country for an event (OQ-656)', async () => {
    const event = (await makeEvent(app))._id
    await order({ entity_type: 'events', entity_id: event })
    const [ticket] = await invoices()
    const abroad = await add([{ id: ticket, country: 'US' }])
    expect(abroad.status).toBe(400)
    expect(abroad.body.errors).toEqual([
      {
        path: 'documents.0.country',
        message: 'An event is taxed where it is held. Choose the State of the venue.',
      },
    ])
    expect(await documentCount()).toBe(1)
  })

  it('takes 200 documents, and no more (OQ-656)', async () => {
    const documents = Array.from({ length: 201 }, () => ({ id: randomUUID(), state: '32' }))
    const answer = await add(documents)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { path: 'documents', message: 'Correct at most 200 documents at once' },
    ])
    expect((await add(documents.slice(1))).body.errors).toHaveLength(200)
  })

  it('numbers many without a gap (OQ-656)', async () => {
    for (let n = 0; n < 30; n++) await order()
    const ids = await invoices()
    expect((await add(ids.map((id) => ({ id, state: '32' })))).status).toBe(200)
    const { rows } = await app.database.pool.query<{ series: string; last: number; rows: number }>(
      `select series, max(number)::int as last, count(*)::int as rows from tax_document group by series order by series`,
    )
    expect(rows).toEqual([
      { series: 'GR', last: 60, rows: 60 },
      { series: 'GRC', last: 30, rows: 30 },
    ])
  })

  it('corrects each document once when several people do it at once (OQ-656)', async () => {
    for (let n = 0; n < 6; n++) await order()
    const ids = await invoices()
    const all = ids.map((id) => ({ id, state: '32' }))
    const answers = await Promise.all([
      add(all),
      add(all.toReversed()),
      app.call('POST', `/admin/documents/${ids[3]}/state`, { json: { state: '32' } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    // Either call of all corrects six, or the single one corrects its own and refuses both.
    expect([8, 18]).toContain(await documentCount())
  })

  it('returns the first response to a repeated request (OQ-656)', async () => {
    await order()
    const [id] = await invoices()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await add([{ id, state: '32' }], { headers })
    const repeated = await add([{ id, state: '32' }], { headers })
    expect(first.status).toBe(200)
    expect(repeated.body.data).toEqual(first.body.data)
    expect(await documentCount()).toBe(3)
  })
})
