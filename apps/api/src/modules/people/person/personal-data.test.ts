import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Erasure, PersonPreview } from '@greenroom/contract/people/person/personal-data.schema'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import {
  buyerOf,
  filesWith,
  leaveTraces,
  makeQuietOrder,
  needlesOf,
  newPerson,
  type Person,
  tablesWith,
} from '../../../test-person.ts'
import {
  makeAdvisoryService,
  makeCreator,
  makeLead,
  makeMemberPost,
  makeUser,
} from '../../../test-records.ts'
import { makeExportTask } from '../../desk/export/export.service.ts'
import { issueDocumentsTask } from '../../money/document/document-task.ts'
import { eraseTask } from './erasure-run.service.ts'

let app: TestApp
let logged = ''
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  app = await createTestApp({}, pino({ level: 'trace' }, stream))
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(testNow))

const db = () => app.database.kysely
const neverStopped = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const run = (id: string, context = neverStopped) => app.app.tasks[eraseTask]?.({ id }, context)

const keyOf = async (key: string): Promise<string> =>
  (await app.call('GET', `/admin/people/${key}`)).body.data.person
const find = (q: string) => app.call('GET', `/admin/personal-data/people?q=${encodeURIComponent(q)}`)
async function preview(person: string): Promise<PersonPreview> {
  const answer = await app.call('GET', `/admin/personal-data/people/${person}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const create = (person: string, confirmation: string, headers = {}) =>
  app.call('POST', '/admin/personal-data/erasures', { json: { person, confirmation }, headers })
const read = async (id: string): Promise<Erasure> =>
  (await app.call('GET', `/admin/personal-data/erasures/${id}`)).body.data

async function erase(person: string, confirmation: string): Promise<Erasure> {
  const answer = await create(person, confirmation)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  await run(answer.body.data._id)
  return read(answer.body.data._id)
}

async function exportOrders(phone: string): Promise<void> {
  const started = await app.call('POST', '/admin/exports', {
    json: { kind: 'transactions', format: 'csv', filters: { phone: phone.slice(-10) } },
  })
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  await app.app.tasks[makeExportTask]?.({ id: started.body.data._id }, neverStopped)
}

describe('erasing a person', () => {
  it('leaves no details in any table, file, log line or later backup (OQ-346)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    await exportOrders(person.phone)
    await find(person.email)
    await app.app.looks.flush()
    const needles = needlesOf(person)
    const before = await tablesWith(db(), needles)
    expect(before).toEqual(
      expect.arrayContaining(
        [
          'app_user',
          'audit_entry',
          'comment',
          'creator',
          'advisor',
          'export',
          'idempotency_key',
          'lead',
          'personal_look',
          'post',
          'refund_request',
          'registration',
          'sign_in_refusal',
          'transaction',
          'transaction_note',
        ].map((name) => `public.${name}`),
      ),
    )
    expect(await filesWith(app.dataDir, needles)).toHaveLength(1)
    const stored = (await app.storedFiles()).length

    const { goes, files, exports } = await preview(`user.${user}`)
    expect([files, exports]).toEqual([2, 1])
    const erased = await erase(`user.${user}`, person.email.toLowerCase())
    expect(erased).toMatchObject({ state: 'erased', step: null, problem: null, documents_until: null })
    // The preview says what happens.
    expect(erased.counts).toMatchObject(Object.fromEntries(goes.map(({ kind, count }) => [kind, count])))
    expect(erased.counts).toMatchObject({
      account: 1,
      post: 1,
      comment: 1,
      reply: 2,
      report: 1,
      order: 2,
      'order-note': 1,
      registration: 1,
      lead: 1,
      creator: 1,
      advisor: 1,
      'sign-in-refusal': 1,
      file: 2,
    })

    expect(await tablesWith(db(), needles)).toEqual([])
    expect(await filesWith(app.dataDir, needles)).toEqual([])
    // Both pictures and the export are gone, not in the trash.
    expect(await app.storedFiles()).toHaveLength(stored - 3)
    expect(await readdir(join(app.dataDir, 'files')).catch(() => [])).not.toContain('trash')
    expect(logged).toContain('/admin/personal-data/erasures')
    expect(needles.test(logged)).toBe(false)
  })

  it('finds details after line breaks, tabs and other escapes of JSON (OQ-346)', async () => {
    const person = newPerson()
    const order = randomUUID()
    await makeQuietOrder(db(), { id: order, ...buyerOf(person) })
    const phone = person.phone.slice(-10)
    // The view needs an owner.
    await app.call('GET', '/admin/session')
    const borders = ['\n', '\t', '\r', '\b', '\f', '\u0001', '"', '/', '\\']
    const texts = borders.flatMap((border) => [`Call${border}${person.email}`, `Call${border}${phone}`])
    for (const text of texts) {
      const values = JSON.stringify({ description: text })
      await sql`with entry as (
          insert into audit_entry (id, at, actor_email, action, entity_type, before, after)
          values (gen_random_uuid(), now(), 'system', 'news.update', 'news', ${values}, ${values})
        ), export_request as (
          insert into export (id, kind, format, request, file_name, state, rows_total, requested_by, requested_by_email,
            requested_at, finished_at)
          values (gen_random_uuid(), 'transactions', 'csv', ${values}, 'x', 'failed', 0, 'x', 'x', now(), now())
        ), view as (
          insert into saved_view (id, staff_id, path, section, name, search, created_at, updated_at)
          select gen_random_uuid(), id, '/coupons', 'coupons', gen_random_uuid()::text, ${values}, now(), now()
          from staff limit 1
        )
        insert into idempotency_key (actor_id, endpoint, key, fingerprint, status, body, created_at)
        values ('x', 'x', gen_random_uuid()::text, 'x', 200, ${values}, now())`.execute(db())
    }
    // Parts of another address and of another number, once after a typed backslash.
    const others = [`n${person.email}`, `\\n${person.email}`, `${person.first_name} has n${phone}`]
    await sql`insert into audit_entry (id, at, actor_email, action, entity_type, after)
      values (gen_random_uuid(), now(), 'system', 'news.update', 'news', ${JSON.stringify({ description: others })})`.execute(
      db(),
    )
    await erase(`order.${order}`, person.email)
    const needles = needlesOf(person)
    expect(await tablesWith(db(), needles)).toEqual(['public.audit_entry'])
    const { rows } = await sql<{ entry: string; after: unknown }>`
      select e::text as entry, after from audit_entry as e`.execute(db())
    const left = rows.filter(({ entry }) => needles.test(entry))
    expect(left.map(({ after }) => after)).toEqual([{ description: others }])
  })

  it('blanks details in notes about other people, in batches, and in names of meta (OQ-346)', async () => {
    const person = newPerson()
    const { email } = person
    const phone = `${person.phone.slice(-10, -5)} ${person.phone.slice(-5)}`
    const order = randomUUID()
    const { first_name, last_name } = person
    const user_id = await makeUser(db(), { first_name, last_name, email, phone: person.phone })
    await makeQuietOrder(db(), { id: order, user_id, ...buyerOf(person), user_first_name: 'Otti' })
    const service_id = await makeAdvisoryService(app)
    const key = { 'idempotency-key': randomUUID() }
    const lead = await makeLead(app, {
      ...buyerOf(person),
      user_id,
      service_id,
      meta: { utm_source: 'google', [`of ${email}`]: 'x', [`${person.first_name} ${phone}`]: 'y' } as never,
    })
    const called = { json: { status: 'DISCUSSION_COMPLETED' }, headers: key }
    expect((await app.call('PATCH', `/admin/advisory/bookings/${lead}`, called)).status).toBe(200)

    const [other, user] = [randomUUID(), await makeUser(db())]
    await makeQuietOrder(db(), { id: other })
    const text = `Sibling of ${person.first_name}, ${email}\n${phone}`
    await sql`insert into transaction_note (id, transaction_id, text, written_by, written_at)
      select gen_random_uuid(), ${other}::uuid, ${text}, 'x', now() from generate_series(1, 450)`.execute(
      db(),
    )
    // Longer than a note may be once its short names are replaced.
    const full = `${email} ${'Otti '.repeat(390)}`
    await sql`insert into person_note (id, user_id, user_email, text, written_by, written_at)
      values (gen_random_uuid(), ${user}::uuid, 'o@mail.example', ${text}, 'x', now()),
        (gen_random_uuid(), ${user}::uuid, 'o@mail.example', ${full}, 'x', now()),
        (gen_random_uuid(), ${user}::uuid, 'o@mail.example', 'Has nothing to do with it', 'x', now())`.execute(
      db(),
    )
    await sql`insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, requested_by,
        requested_at, note)
      values (gen_random_uuid(), ${other}::uuid, ${other}, 'failed', 100, 'INR', 'x', now(), ${text})`.execute(
      db(),
    )
    // A note about the person is blanked as a whole, also without a detail of theirs.
    await sql`update lead set status = 'CLOSED_LOST', close_reason = 'other', close_note = 'Has diabetes'
      where id = ${lead}::uuid`.execute(db())
    const shared = await makeLead(app, { service_id })
    await sql`update lead set status = 'CLOSED_LOST', close_reason = 'other', close_note = ${text}
      where id = ${shared}::uuid`.execute(db())

    await erase(`order.${order}`, email)
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])
    const { rows } = await sql<{ text: string; n: number }>`select text, count(*)::int as n from (
        select text from transaction_note where transaction_id = ${other}::uuid
        union all select text from person_note where user_id = ${user}::uuid
        union all select note from refund where transaction_id = ${other}::uuid
        union all select close_note from lead where id = ${shared}::uuid and version = 2
      ) as texts group by text order by n desc, text collate "C"`.execute(db())
    const blanked = 'Sibling of [erased], [erased]\n[erased]'
    expect(rows).toEqual([
      { text: blanked, n: 453 },
      { text: 'Has nothing to do with it', n: 1 },
      { text: '[erased] '.repeat(391).slice(0, 2000), n: 1 },
    ])
    const { meta, close_note } = await db()
      .selectFrom('lead')
      .select(['meta', 'close_note'])
      .where('id', '=', lead)
      .executeTakeFirstOrThrow()
    expect(close_note).toBeNull()
    expect(meta).toEqual({ utm_source: 'google', 'of [erased]': 'x', '[erased] [erased]': 'y' })
    // Nobody else changes a note, also while an erasure runs.
    await expect(
      sql`update person_note set text = '[erased]' where user_id = ${user}::uuid`.execute(db()),
    ).rejects.toThrow('notes about people are never changed or removed')
  })

  it('leaves webhook answers and leads of others alone but for the details (OQ-552, OQ-416)', async () => {
    const person = newPerson()
    const [order, other] = [randomUUID(), randomUUID()]
    const billing_address = `${person.address}, Indiranagar`
    await makeQuietOrder(db(), { id: order, ...buyerOf(person), billing_address })
    await makeQuietOrder(db(), { id: other })
    const service_id = await makeAdvisoryService(app)
    const own = await makeLead(app, {
      ...buyerOf(person),
      service_id,
      meta: { note: billing_address } as never,
    })
    const foreign = await makeLead(app, {
      service_id,
      meta: { note: `Sent by ${person.email}`, town: 'Indiranagar' } as never,
    })
    const answers = [
      [order, `Hello ${person.first_name}`],
      [other, `Hello ${person.first_name}`],
      [other, `No lead has ${person.email}`],
    ] as const
    for (const [record, answer] of answers) {
      await sql`insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state,
          created_at, updated_at, last_answer)
        values (gen_random_uuid(), 'lead-squared', 'page.purchase', 'transaction', ${record}, '{}', 'failed', now(),
          now(), ${answer})`.execute(db())
    }
    await erase(`order.${order}`, person.email)
    const { rows } = await sql<{ record_id: string; last_answer: string }>`
      select record_id, last_answer from webhook_delivery
      where record_id in (${order}, ${other}) order by position`.execute(db())
    expect(rows).toEqual([
      { record_id: order, last_answer: '[erased]' },
      { record_id: other, last_answer: `Hello ${person.first_name}` },
      { record_id: other, last_answer: 'No lead has [erased]' },
    ])
    const metaOf = async (id: string) =>
      (await db().selectFrom('lead').select('meta').where('id', '=', id).executeTakeFirstOrThrow()).meta
    expect(await metaOf(own)).toEqual({ note: '[erased]' })
    expect(await metaOf(foreign)).toEqual({ note: 'Sent by [erased]', town: 'Indiranagar' })
  })

  it('follows accounts and e-mail addresses until nothing is added (OQ-552, OQ-345)', async () => {
    const person = newPerson()
    const users = Array.from({ length: 6 }, () => randomUUID())
    const email = (place: number) => `${place}.${person.email}`
    // Each deleted account shares an address with the next one only.
    for (const [place, user_id] of users.entries()) {
      for (const one of [place, place + 1]) {
        await makeQuietOrder(db(), { ...buyerOf(person), user_id, user_email: email(one) })
      }
    }
    for (let place = 0; place < 110; place++) {
      await makeQuietOrder(db(), {
        ...buyerOf(person),
        user_id: users[0],
        user_email: `x${place}.${person.email}`,
      })
    }
    const { rows } = await sql<{ id: string }>`
      select id from transaction where user_email = ${email(0)}`.execute(db())
    const erased = await erase(`order.${rows[0]?.id}`, email(0))
    expect(erased.counts).toMatchObject({ order: 122 })
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])
  })

  it('keeps amounts, sales and what happened, and shows an erased person (OQ-346)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    const { rows: orders } = await sql<{ id: string; amount: number }>`
      select id, amount from transaction where user_id = ${user}::uuid`.execute(db())
    const entries = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from audit_entry
        where action not in ('audit.blank', 'personal-data.erase', 'personal-data.erased')`.execute(db())
      ).rows[0]?.n
    const before = await entries()
    await erase(`user.${user}`, `${person.first_name}  ${person.last_name}`.toUpperCase())
    expect(await entries()).toBe(before)
    const { body } = await app.call('GET', `/admin/orders/${orders[0]?.id}`)
    expect(JSON.stringify(body)).toContain('"first_name":"Erased"')
    const shown = await db()
      .selectFrom('transaction')
      .selectAll()
      .where('id', '=', orders[0]?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(shown).toMatchObject({
      amount: orders[0]?.amount,
      status: 'completed',
      billing_state: 'Karnataka',
      user_email: '',
      user_phone: '',
      billing_address: null,
      gstin: null,
    })
    const pinned = await sql<{ entity_label: string; action: string }>`
      select entity_label, action from audit_entry where action = 'post.pin' order by at desc limit 1`.execute(
      db(),
    )
    expect(pinned.rows).toEqual([{ action: 'post.pin', entity_label: '[erased]' }])
    const list = await app.call('GET', '/admin/advisory/bookings?limit=5')
    expect(list.status).toBe(200)
    expect((await find(person.email)).body.data).toEqual([])
    expect((await app.call('GET', `/admin/personal-data/people/order.${orders[0]?.id}`)).status).toBe(404)
  })

  it('keeps tax documents until the law allows to erase them, and only them, without a link to any (OQ-347, OQ-681)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person, { invoiced: true })
    const needles = needlesOf(person)
    const refused = await create(`user.${user}`, person.email)
    expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE'])
    expect(refused.body.message).toMatch(/^The invoice of the order .* is being issued/)
    await app.app.tasks[issueDocumentsTask]?.({}, neverStopped)
    // The annual return of 2026-27 is due on 31 December 2027.
    expect((await preview(`user.${user}`)).stays).toEqual([{ count: 1, until: '2033-12-31' }])

    const { rows } = await sql<{ id: string }>`select id from tax_document where transaction_id in
      (select id from transaction where user_id = ${user}::uuid)`.execute(db())
    const { body } = await app.call('POST', `/admin/documents/${rows[0]?.id}/link`)
    const openLink = async () =>
      (await app.call('GET', new URL(body.data.url).pathname, { token: null })).status
    expect(await openLink()).toBe(200)

    const erased = await erase(`user.${user}`, person.email)
    expect(erased.documents_until).toBe('2033-12-31')
    expect(await openLink()).toBe(404)
    expect(await tablesWith(db(), needles)).toEqual(['public.tax_document'])
    await sql`select blank_kept_documents(${erased._id}::uuid)`.execute(db())
    expect(await tablesWith(db(), needles)).toEqual(['public.tax_document'])
  })

  it('blanks the buyer in documents whose time is over, and nothing else of them (OQ-347)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person, { invoiced: true })
    await app.app.tasks[issueDocumentsTask]?.({}, neverStopped)
    const erased = await erase(`user.${user}`, person.email)
    // As if the document had been issued long ago.
    await sql`alter table tax_document disable trigger tax_document_is_final`.execute(db())
    await sql`update tax_document set financial_year = 2017, serial = 'GR/1718/' || number
      where transaction_id in (select id from transaction where user_id = ${erased._id}::uuid)`.execute(db())
    await sql`alter table tax_document enable trigger tax_document_is_final`.execute(db())
    await sql`update erasure set documents_until = '2024-12-31' where id = ${erased._id}::uuid`.execute(db())
    const documents = () =>
      sql<{ total: number; content: { amount: number; recipient: Record<string, string>; order: object } }>`
        select total, content from tax_document
        where transaction_id in (select id from transaction where user_id = ${erased._id}::uuid)`.execute(
        db(),
      )
    const [before] = (await documents()).rows
    await app.app.tasks['sweep-erasures']?.({}, neverStopped)
    const [after] = (await documents()).rows
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])
    expect(after?.content).toEqual({
      ...before?.content,
      recipient: {
        ...before?.content.recipient,
        ...Object.fromEntries(
          ['name', 'email', 'phone', 'address', 'gstin'].map((name) => [name, '[erased]']),
        ),
      },
    })
    expect((await read(erased._id)).documents_until).toBeNull()
    await expect(sql`delete from tax_document`.execute(db())).rejects.toThrow('a tax document never changes')
  })

  it('continues after it was stopped at any point, and counts everything once (OQ-346)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    const { body } = await create(`user.${user}`, person.email)
    const id = body.data._id
    let runs = 0
    for (; (await read(id)).state !== 'erased'; runs++) {
      // The signal ends the run after one part.
      await run(id, { ...neverStopped, signal: AbortSignal.abort(new Error('stopped')) })?.catch(
        (error: Error) => expect(error.message).toBe('stopped'),
      )
    }
    expect(runs).toBeGreaterThan(8)
    expect((await read(id)).counts).toMatchObject({ account: 1, post: 1, order: 2, lead: 1, file: 2 })
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])
    // A job that runs again does nothing.
    await run(id)
    expect((await read(id)).counts).toMatchObject({ order: 2 })
  })

  it('runs once if it is requested twice at once, and if two jobs run at once (OQ-346)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    const answers = await Promise.all([1, 2, 3].map(() => create(`user.${user}`, person.email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const id = answers.find(({ status }) => status === 201)?.body.data._id
    expect((await preview(`user.${user}`)).blockers).toMatchObject([{ kind: 'open-erasure' }])
    await Promise.all([run(id), run(id), run(id)])
    expect(await read(id)).toMatchObject({
      state: 'erased',
      counts: { account: 1, order: 2, lead: 1, file: 2 },
    })
    const entries =
      await sql`select from audit_entry where action = 'personal-data.erased' and entity_id = ${id}`.execute(
        db(),
      )
    expect(entries.rows).toHaveLength(1)
  })

  it('is refused with a wrong confirmation, and for unknown people (OQ-346)', async () => {
    const person = newPerson()
    const user = await makeUser(
      db(),
      person && { email: person.email, first_name: person.first_name, last_name: person.last_name },
    )
    for (const confirmation of ['Priya Sharma', person.first_name, `${person.email}x`]) {
      const answer = await create(`user.${user}`, confirmation)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([
        { path: 'confirmation', message: "This is neither the person's name nor their e-mail address" },
      ])
    }
    expect((await create(`user.${randomUUID()}`, 'x')).status).toBe(404)
    expect((await create('user.x', 'x')).status).toBe(400)
    expect((await create(`post.${user}`, 'x')).status).toBe(400)
    expect((await app.call('GET', `/admin/personal-data/erasures/${randomUUID()}`)).status).toBe(404)
  })

  it('is refused while an order is pending or being refunded, and names the order (OQ-346)', async () => {
    const person = newPerson()
    const user = await makeUser(db(), { email: person.email })
    const id = randomUUID()
    await makeQuietOrder(db(), {
      id,
      user_id: user,
      ...buyerOf(person),
      status: 'pending',
      created_at: testNow,
      reference_order_id: `ORD-${id}`,
    })
    const pending = await create(`user.${user}`, person.email)
    expect(pending.status).toBe(409)
    expect(pending.body.message).toContain(`The order ORD-${id} is pending since`)
    expect((await preview(`user.${user}`)).blockers).toMatchObject([{ kind: 'pending-order', order_id: id }])

    await sql`update transaction set status = 'completed', payment_id = ${`pay_${id}`} where id = ${id}::uuid`.execute(
      db(),
    )
    await sql`insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, requested_by, requested_at)
      values (${randomUUID()}, ${id}::uuid, ${id}, 'requested', 100, 'INR', 'x', now())`.execute(db())
    expect((await create(`user.${user}`, person.email)).body.message).toContain('A refund of the order')
    await sql`update refund set state = 'processed' where transaction_id = ${id}::uuid`.execute(db())
    const request = randomUUID()
    await sql`insert into refund_request (id, transaction_id, amount, currency_code, cause, note, requested_by_id,
        requested_by, requested_at)
      select ${request}::uuid, ${id}::uuid, 100, 'INR', 'amount', ${`Called ${person.email}`}, id, email, now()
      from staff limit 1`.execute(db())
    expect((await create(`user.${user}`, person.email)).body.message).toContain('waits for a second person')
    await sql`update refund_request set state = 'withdrawn', decided_at = now() where id = ${request}::uuid`.execute(
      db(),
    )
    // Given up: pending for more than a day.
    await makeQuietOrder(db(), {
      user_id: user,
      ...buyerOf(person),
      status: 'pending',
      created_at: '2026-11-19T10:00:00Z',
    })
    expect((await create(`user.${user}`, person.email)).status).toBe(201)
  })

  it('leaves other people alone: the same name, the same phone, a present for somebody else (OQ-345)', async () => {
    const person = newPerson()
    const user = await makeUser(db(), { ...pick(person), username: '' })
    const namesake = await makeUser(db(), {
      first_name: person.first_name,
      last_name: person.last_name,
      phone: '',
    })
    const sibling = newPerson()
    const other = await makeUser(db(), { ...pick(sibling), phone: person.phone })
    // The person bought for the sibling.
    await makeQuietOrder(db(), { user_id: user, ...buyerOf(sibling) })
    await makeQuietOrder(db(), { user_id: other, ...buyerOf(sibling) })
    await makeCreator(app, {
      first_name: person.first_name,
      last_name: person.last_name,
      phone: '+919845000000',
    })
    await erase(`user.${user}`, person.email)
    const left = await db()
      .selectFrom('app_user')
      .select(['id', 'email', 'phone'])
      .where('id', 'in', [user, namesake, other])
      .execute()
    expect(left.map(({ id }) => id).sort()).toEqual([namesake, other].sort())
    expect(left.find(({ id }) => id === other)).toMatchObject({ email: sibling.email, phone: person.phone })
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from transaction where user_email = ${sibling.email}`.execute(db())
    expect(rows[0]?.n).toBe(1)
    const named =
      await sql`select from audit_entry where action = 'creator.create' and entity_label = ${`${person.first_name} ${person.last_name}`}`.execute(
        db(),
      )
    expect(named.rows).toHaveLength(1)
  })

  it('requires the permission, and a credential (OQ-345)', async () => {
    const token = await app.tokenFor('arjun.mehta@greenroom.example')
    for (const [method, path] of [
      ['GET', '/admin/personal-data/people?q=a@b.example'],
      ['GET', `/admin/personal-data/people/user.${randomUUID()}`],
      ['POST', `/admin/personal-data/people/user.${randomUUID()}/export`],
      ['POST', '/admin/personal-data/erasures'],
      ['GET', '/admin/personal-data/erasures'],
      ['GET', `/admin/personal-data/erasures/${randomUUID()}`],
    ] as const) {
      expect((await app.call(method, path, { token: null })).status).toBe(401)
      expect((await app.call(method, path, { token })).status).toBe(403)
    }
  })

  it('erases nothing if an order came since that prevents it (OQ-346)', async () => {
    const person = newPerson()
    const user = await makeUser(db(), pick(person))
    const { body } = await create(`user.${user}`, person.email)
    await makeQuietOrder(db(), { user_id: user, status: 'pending', created_at: testNow })
    await run(body.data._id)
    expect(await read(body.data._id)).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('is pending since'),
      counts: {},
    })
    expect((await app.call('GET', `/admin/people/${user}`)).status).toBe(200)
  })

  describe('requested by somebody who lost the permission since (OQ-380)', () => {
    const email = 'second.owner@greenroom.example'
    const changeStaff = (values: object) =>
      db().updateTable('staff').set(values).where('email', '=', email).execute()

    /** Requests an erasure as a second owner. */
    async function requested(): Promise<{ id: string; person: Person; user: string }> {
      const person = newPerson()
      const user = await leaveTraces(app, person)
      const token = await app.tokenFor(email)
      await app.call('GET', '/admin/session', { token })
      await changeStaff({ role: 'owner', is_disabled: false })
      // This process remembers the first role until something changes.
      const { body: made } = await app.call('POST', '/admin/staff', {
        json: { email: `${randomUUID()}@partner.example`, role: 'viewer' },
      })
      await app.call('PATCH', `/admin/staff/${made.data._id}`, { json: { is_disabled: true } })
      const answer = await app.call('POST', '/admin/personal-data/erasures', {
        json: { person: `user.${user}`, confirmation: person.email },
        token,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return { id: answer.body.data._id, person, user }
    }

    it.each([
      [{ is_disabled: true }, 'Whoever requested this no longer has access to Greenroom.'],
      [{ role: 'administrator' }, 'Whoever requested this no longer has the permission for it.'],
    ])('erases nothing after %j, tells so, and is never repeated', async (values, problem) => {
      const { id, person, user } = await requested()
      const before = await tablesWith(db(), needlesOf(person))
      await changeStaff(values)
      await run(id)
      expect(await read(id)).toMatchObject({ state: 'refused', step: null, problem, counts: {} })
      // The details to look for are forgotten.
      expect(await tablesWith(db(), needlesOf(person))).toEqual(
        before.filter((table) => table !== 'public.erasure'),
      )
      const entries = await db()
        .selectFrom('audit_entry')
        .select('after')
        .where('action', '=', 'personal-data.refuse')
        .where('entity_id', '=', id)
        .execute()
      expect(entries).toEqual([{ after: { requested_by: email, problem } }])
      await changeStaff({ role: 'owner', is_disabled: false })
      await run(id)
      await app.app.tasks['sweep-erasures']?.({}, neverStopped)
      expect((await read(id)).state).toBe('refused')
      await expect(
        sql`update erasure set state = 'waiting', finished_at = null where id = ${id}`.execute(db()),
      ).rejects.toThrow('a refused erasure never changes')
      // Another owner may request it.
      expect((await erase(`user.${user}`, person.email)).state).toBe('erased')
    })

    it('ends once it has begun', async () => {
      const { id, person } = await requested()
      await run(id, { ...neverStopped, signal: AbortSignal.abort(new Error('stopped')) })?.catch(() => {})
      expect((await read(id)).state).toBe('running')
      await changeStaff({ is_disabled: true })
      await run(id)
      expect((await read(id)).state).toBe('erased')
      expect(await tablesWith(db(), needlesOf(person))).toEqual([])
    })
  })

  it('continues an erasure whose job is gone (OQ-346)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    const { body } = await create(`user.${user}`, person.email)
    await sql`delete from graphile_worker._private_jobs where key = ${`erasure-${body.data._id}`}`.execute(
      db(),
    )
    await app.app.tasks['sweep-erasures']?.({}, neverStopped)
    const { rows } =
      await sql`select from graphile_worker.jobs where key = ${`erasure-${body.data._id}`}`.execute(db())
    expect(rows).toHaveLength(1)
    await run(body.data._id)
    expect((await read(body.data._id)).state).toBe('erased')
  })
})

const pick = ({ first_name, last_name, email, phone }: Person) => ({ first_name, last_name, email, phone })

describe('recorded searches (OQ-669)', () => {
  it('by a part of the contacts of an erased person are blanked, and others stay', async () => {
    const person = newPerson()
    const user = await makeUser(db(), pick(person))
    const typed = person.email.slice(0, person.email.indexOf('@') + 3)
    const about = [person.email.toUpperCase(), typed, person.phone, person.phone.slice(-6)]
    const others = ['other.person@mail.example', '5550001']
    for (const q of [...about, ...others]) await app.call('GET', `/admin/search?q=${encodeURIComponent(q)}`)
    const key: string = await keyOf(user)
    await app.app.looks.flush()
    const subjects = async () =>
      (
        await db()
          .selectFrom('personal_look')
          .select('subject')
          .where('subject_type', '=', 'search')
          .execute()
      ).map(({ subject }) => subject)
    expect(await subjects()).toEqual(expect.arrayContaining([...about, ...others]))
    // Of the last second before the erasure.
    await find(person.email)
    await erase(`user.${user}`, person.email)
    await app.app.looks.flush()
    const left = await subjects()
    expect(left.filter((subject) => [...about, person.email].includes(subject ?? ''))).toEqual([])
    expect(left).toEqual(expect.arrayContaining(others))
    const { body } = await app.call('GET', `/admin/history?kind=looks&entity_type=person&entity_id=${key}`)
    // Who looked stays; at whom is gone.
    expect(body.data.entries).toMatchObject([{ kind: 'look', entity_label: null }])
  })
})

describe('the audit log', () => {
  it('is blanked only by its function, for a running erasure, and keeps who did what (OQ-348)', async () => {
    const refused = /audit entries are never changed or removed/
    const { rows } = await sql<{ id: string }>`select id from audit_entry limit 1`.execute(db())
    const entry = rows[0]?.id
    await expect(
      sql`select blank_audit_details(${randomUUID()}::uuid, array[${entry}]::uuid[], '.', '{}', true)`.execute(
        db(),
      ),
    ).rejects.toThrow('is running')
    const done = await db()
      .selectFrom('erasure')
      .select('id')
      .where('state', '=', 'erased')
      .limit(1)
      .executeTakeFirstOrThrow()
    await expect(
      sql`select blank_audit_details(${done.id}::uuid, array[${entry}]::uuid[], '.', '{}', true)`.execute(
        db(),
      ),
    ).rejects.toThrow('is running')
    // Somebody who knows the setting can still not change who, what or when.
    const id = randomUUID()
    await sql`insert into erasure (id, requested_by, requested_at, state, anchors, subject)
      values (${id}::uuid, 'x', now(), 'running', '{user.x}', '{}')`.execute(db())
    await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`select set_config('greenroom.erasure', ${id}, true)`.execute(transaction)
        await expect(
          sql`update audit_entry set actor_email = 'x' where id = ${entry}::uuid`.execute(transaction),
        ).rejects.toThrow(refused)
      })
      .catch(() => undefined)
    await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`select set_config('greenroom.erasure', ${id}, true)`.execute(transaction)
        await expect(sql`delete from audit_entry`.execute(transaction)).rejects.toThrow(refused)
      })
      .catch(() => undefined)
    await expect(
      sql`select blank_audit_details(${id}::uuid, array[${entry}]::uuid[], 'x*', '{}', true)`.execute(db()),
    ).rejects.toThrow('matches everything')
    const blank = () =>
      sql<{
        n: number
      }>`select blank_audit_details(${id}::uuid, array[${entry}]::uuid[], '(?!)', '{}', true) as n`.execute(
        db(),
      )
    const own = () =>
      sql<{
        after: object
      }>`select after from audit_entry where action = 'audit.blank' and entity_id = ${id}`.execute(db())
    const first = (await blank()).rows[0]?.n
    expect((await own()).rows).toEqual(first === 0 ? [] : [{ after: { entries: first } }])
    await expect(sql`update audit_entry set entity_label = 'x'`.execute(db())).rejects.toThrow(refused)
    await sql`delete from erasure where id = ${id}::uuid`.execute(db())
  })
})

describe('finding a person', () => {
  it('finds by whole e-mail address, phone in any spelling and account id, each person once (OQ-345)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    const national = person.phone.slice(-10)
    const known = {
      person: await keyOf(user),
      name: `${person.first_name} ${person.last_name}`,
      email: person.email,
      phone: person.phone,
      has_account: true,
    }
    for (const q of [
      person.email,
      person.email.toUpperCase(),
      ` ${person.email} `,
      national,
      `0${national}`,
      `+91 ${national.slice(0, 5)}-${national.slice(5)}`,
      user,
      user.toUpperCase(),
    ]) {
      expect((await find(q)).body.data, q).toEqual([known])
    }
    for (const q of [person.email.slice(0, -1), `${national.slice(0, 9)}0`, randomUUID()]) {
      expect((await find(q)).body.data, q).toEqual([])
    }
    for (const q of ['Ottilie', '98111', 'x', 'tel 9811122000']) expect((await find(q)).status, q).toBe(400)
  })

  it('finds, exports and erases by an address that the account had before, and shows only the present one (OQ-723)', async () => {
    const person = newPerson()
    const user = await makeUser(db(), pick(person))
    const now = `new-${person.email}`
    await db().updateTable('app_user').set({ email: now }).where('id', '=', user).execute()
    await sql`insert into sign_in_refusal (id, reason, claimed_email, address, request_id)
      values (gen_random_uuid(), 'ACCOUNT_NOT_ACCEPTED', ${person.email.toLowerCase()}, '127.0.0.1', 'r')`.execute(
      db(),
    )
    expect((await find(person.email)).body.data).toMatchObject([{ email: now }])
    expect((await app.call('GET', `/admin/people/${user}`)).body.data.emails).toEqual([now])
    const exported = (await app.call('POST', `/admin/personal-data/people/user.${user}/export`)).body.data
      .content
    expect(exported.emails).toEqual([now, person.email.toLowerCase()])
    expect(exported.refused_sign_ins).toHaveLength(1)
    await erase(`user.${user}`, now)
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])
  })

  it('finds buyers and guests without an account by their records (OQ-345)', async () => {
    const person = newPerson()
    const id = randomUUID()
    await makeQuietOrder(db(), { id, ...buyerOf(person) })
    await makeQuietOrder(db(), { ...buyerOf(person), created_at: '2026-11-20T11:00:00Z' })
    expect((await find(person.phone)).body.data).toMatchObject([
      { person: await keyOf(`order.${id}`), has_account: false },
    ])
    expect((await preview(`order.${id}`)).goes).toEqual([{ kind: 'order', count: 2, effect: 'blanked' }])
    expect((await erase(`order.${id}`, person.email)).counts).toMatchObject({ order: 2 })
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])

    const guest = newPerson()
    const lead = await makeLead(app, { ...buyerOf(guest), service_id: await makeAdvisoryService(app) })
    expect((await find(guest.email)).body.data).toMatchObject([{ person: await keyOf(`lead.${lead}`) }])
    await erase(`lead.${lead}`, guest.email)
    expect(await tablesWith(db(), needlesOf(guest))).toEqual([])

    const attendee = newPerson()
    const registration = randomUUID()
    await db()
      .insertInto('registration')
      .values({
        id: registration,
        external_id: registration,
        session_type: 'event',
        session_id: randomUUID(),
        user_name: `${attendee.first_name} ${attendee.last_name}`,
        user_email: attendee.email,
        user_phone: attendee.phone,
        created_at: '2026-11-20T10:00:00Z',
      })
      .execute()
    // Without an e-mail address or a phone, only the record leads to the entry.
    await sql`insert into audit_entry (id, at, actor_email, action, entity_type, entity_id, before, after)
      values (gen_random_uuid(), now(), 'system', 'registration.update', 'registration', ${registration},
        ${JSON.stringify({ user_name: attendee.last_name })}, ${JSON.stringify({ user_name: attendee.first_name })})`.execute(
      db(),
    )
    for (const q of [attendee.email, attendee.phone]) {
      expect((await find(q)).body.data).toMatchObject([
        { person: await keyOf(`registration.${registration}`) },
      ])
    }
    expect((await preview(`registration.${registration}`)).goes).toEqual([
      { kind: 'registration', count: 1, effect: 'blanked' },
    ])
    await erase(`registration.${registration}`, attendee.email)
    expect(await tablesWith(db(), needlesOf(attendee))).toEqual([])
  })
})

describe('exporting a person', () => {
  it('returns everything with plain names, and audits it without the data (OQ-349)', async () => {
    const person = newPerson()
    const user = await leaveTraces(app, person)
    const answer = await app.call('POST', `/admin/personal-data/people/user.${user}/export`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.data.file_name).toBe('personal-data-2026-11-21.json')
    const { content } = answer.body.data
    expect(
      Object.fromEntries(Object.entries(content).map(([kind, rows]) => [kind, (rows as unknown[]).length])),
    ).toMatchObject({
      accounts: 1,
      posts: 1,
      comments: 1,
      reports_made: 1,
      orders: 2,
      registrations: 3,
      notes_of_staff: 1,
      advisory_bookings: 1,
      creators: 1,
      advisors: 1,
      refused_sign_ins: 1,
      tax_documents: 0,
    })
    const bought = content.orders.find((one: { email: string }) => one.email === person.email)
    expect(bought).toMatchObject({
      amount: '999.00',
      currency: 'INR',
      billing_address: person.address,
    })
    expect(bought.ordered_at).toBe('2026-11-20T10:00:00.000Z')
    expect(content.posts[0].attachments).toHaveLength(1)
    const { rows } = await sql<{ entity_id: string; text: string }>`
      select entity_id, e::text as text from audit_entry e where action = 'personal-data.export'
      order by at desc limit 1`.execute(db())
    expect(rows[0]?.entity_id).toBe(`user.${user}`)
    expect(needlesOf(person).test(rows[0]?.text ?? '')).toBe(false)
    expect(await tablesWith(db(), /exported_at/)).toEqual([])
  })
})

describe('an erasure of somebody who has changed since the preview', () => {
  it('is refused with the current preview, and done with that one (OQ-526)', async () => {
    const user = await makeUser(db(), { first_name: 'Nila', last_name: 'Sen' })
    const seen = await preview(`user.${user}`)
    const eraseSeen = (token: string) =>
      app.call('POST', '/admin/personal-data/erasures', {
        json: { person: `user.${user}`, confirmation: 'Nila Sen', preview: token },
      })
    await makeMemberPost(db(), { user_id: user })
    const stale = await eraseSeen(seen.preview)
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE'])
    expect(stale.body.data.goes).toContainEqual({ kind: 'post', count: 1, effect: 'deleted' })
    expect(await preview(`user.${user}`)).toMatchObject({ preview: stale.body.data.preview, blockers: [] })
    expect((await eraseSeen(stale.body.data.preview)).status).toBe(201)
  })
})
