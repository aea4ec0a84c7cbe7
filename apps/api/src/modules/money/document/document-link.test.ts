import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeOrder } from '../../../test-records.ts'

let app: TestApp
let colleague: string
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMIT_PER_MINUTE: '1000' })
  colleague = await app.tokenFor('arjun.rao@greenroom.example')
  await app.call('GET', '/admin/session', { token: colleague })
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

/** Places a paid order with an invoice. */
async function makeInvoice(): Promise<{ id: string; order: string; serial: string }> {
  const order = randomUUID()
  await makeOrder(app.database.kysely, { id: order, entity_id: randomUUID(), billing_state: 'Karnataka' })
  await app.call('POST', '/admin/masterclass/invoice', { json: { order_id: order } })
  const row = await app.database.kysely
    .selectFrom('tax_document')
    .select(['id', 'serial'])
    .where('transaction_id', '=', order)
    .executeTakeFirstOrThrow()
  return { ...row, order }
}

const link = (id: string, options: Parameters<TestApp['call']>[2] = {}) =>
  app.call('POST', `/admin/documents/${id}/link`, options)
/** The response to a link that is opened without a credential. */
const open = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, app.url))
async function linkTo(id: string, options = {}): Promise<string> {
  const answer = await link(id, options)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.url
}
async function expectEnded(url: string) {
  const answer = await open(url)
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page).toContain('<h1>This link has ended</h1>')
  expect(page).not.toMatch(/<script|GR\/|mail\.example/)
  expectHidden(answer)
}
function expectHidden({ headers }: Response) {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

describe('a link to a document (OQ-681)', () => {
  it('opens the PDF without a credential, as often as needed, for 24 hours', async () => {
    const { id, serial } = await makeInvoice()
    const { body } = await link(id)
    expect(body.data.ends_at).toBe('2026-11-22T06:30:00.000Z')
    const { url } = body.data
    expect(new URL(url).pathname).toMatch(/^\/files\/documents\/[\w-]{43}$/)
    for (let opened = 0; opened < 2; opened++) {
      const answer = await open(url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(answer.headers.get('content-disposition')).toBe(
        `inline; filename="${serial.replaceAll('/', '-')}.pdf"`,
      )
      expectHidden(answer)
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
    }
    app.clock.set('2026-11-22T06:29:59.999Z')
    expect((await open(url)).status).toBe(200)
    app.clock.set('2026-11-22T06:30:00.000Z')
    await expectEnded(url)
    await app.app.tasks['sweep-document-links']?.(
      {},
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    expect(
      await app.database.kysely
        .selectFrom('document_link')
        .select('id')
        .where('document_id', '=', id)
        .execute(),
    ).toEqual([])
  })

  it('stores a hash, and never what the address carries', async () => {
    const { id } = await makeInvoice()
    const key = randomUUID()
    const token = (await linkTo(id, { headers: { 'idempotency-key': key } })).split('/').at(-1) as string
    const { rows } = await sql<{ found: number }>`
      select (select count(*) from document_link as l where to_jsonb(l)::text like ${`%${token}%`})::int
        + (select count(*) from idempotency_key as k where to_jsonb(k)::text like ${`%${token}%`})::int
        + (select count(*) from audit_entry as a where to_jsonb(a)::text like ${`%${token}%`})::int as found`.execute(
      app.database.kysely,
    )
    expect(rows).toEqual([{ found: 0 }])
  })

  it('gets another address when the call is repeated under one key, and one link and entry', async () => {
    const { id, order } = await makeInvoice()
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await linkTo(id, { headers }), await linkTo(id, { headers })]
    await expectEnded(first)
    expect((await open(second)).status).toBe(200)
    const entries = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['after', 'entity_label'])
      .where('action', '=', 'transaction.document-link')
      .where('entity_id', '=', order)
      .execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]?.after).toEqual({
      document: expect.stringMatching(/^GR\//),
      link_ends_at: '2026-11-22T06:30:00.000Z',
    })
  })

  it('shows the same page for every address that opens nothing', async () => {
    for (const token of ['x', randomUUID(), '%27%20or%201=1', 'A'.repeat(43)]) {
      await expectEnded(`${app.url}/files/documents/${token}`)
    }
  })

  it('is refused after twenty openings within a minute, on its own', async () => {
    const [busy, quiet] = [await linkTo((await makeInvoice()).id), await linkTo((await makeInvoice()).id)]
    for (let opened = 0; opened < 20; opened++) expect((await open(busy)).status).toBe(200)
    const refused = await open(busy)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Try again in a minute.')
    expectHidden(refused)
    expect((await open(quiet)).status).toBe(200)
  })

  it('ends at once when the buyer is erased, and none is made then', async () => {
    const { id, order } = await makeInvoice()
    const url = await linkTo(id)
    const erasure = randomUUID()
    await sql`insert into erasure (id, requested_by, requested_at, anchors)
      values (${erasure}::uuid, 'meera.nair@greenroom.example', now(), '{order.x}')`.execute(
      app.database.kysely,
    )
    // What an erasure does to the orders of its person.
    await sql`update transaction set user_id = ${erasure}::uuid where id = ${order}`.execute(
      app.database.kysely,
    )
    await expectEnded(url)
    const refused = await link(id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "The buyer's data was erased, so this document can't be shared. Download it instead.",
    ])
  })

  it('refuses an unknown document, and a caller without a credential', async () => {
    for (const id of [randomUUID(), 'x']) {
      const answer = await link(id)
      expect([answer.status, answer.body.message]).toEqual([404, 'This document does not exist'])
    }
    expect((await link(randomUUID(), { token: null })).status).toBe(401)
  })
})

describe('whoever made a link', () => {
  const changeStaff = (values: object) =>
    app.database.kysely
      .updateTable('staff')
      .set(values)
      .where('email', '=', 'arjun.rao@greenroom.example')
      .execute()
  afterEach(() => changeStaff({ role: 'administrator', is_disabled: false }))

  it.each([
    ['disabled', { is_disabled: true }],
    ['given a role without money', { role: 'content' }],
    ['given a role without personal data', { role: 'viewer' }],
  ])('ends it by being %s (OQ-681, OQ-380)', async (_, values) => {
    const { id } = await makeInvoice()
    const url = await linkTo(id, { token: colleague })
    expect((await open(url)).status).toBe(200)
    await changeStaff(values)
    await expectEnded(url)
  })
})
