import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { newPerson } from '../../../test-person.ts'
import {
  makeAdvisoryService,
  makeComment,
  makeLead,
  makeMasterclass,
  makeMemberPost,
  makeOrder,
  makeReport,
  makeUser,
} from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.database.kysely
const day = (n: number, hour = 10) => `2026-11-${String(n).padStart(2, '0')}T${hour}:00:00.000Z`

/** Creates a person with one record of each kind, each on a day of its own. */
async function makeRichPerson() {
  const { first_name, last_name, email, phone } = newPerson()
  const user = await makeUser(db(), { first_name, last_name, email, phone, created_at: day(1) })
  const buyer = {
    user_first_name: first_name,
    user_last_name: last_name,
    user_email: email,
    user_phone: phone,
  }
  const session = (await makeMasterclass(app))._id
  const order = randomUUID()
  await makeOrder(db(), {
    id: order,
    ...buyer,
    user_id: user,
    entity_id: session,
    entity_title: 'Save tax',
    created_at: day(2),
    completed_at: day(2),
  })
  await sql`update registration set attended_at = ${day(3)}, attended_minutes = 41 where id = ${order}::uuid`.execute(
    db(),
  )
  // Bought without the account, with the same address in other letters.
  const guestOrder = randomUUID()
  await makeOrder(db(), {
    id: guestOrder,
    ...buyer,
    user_email: email.toUpperCase(),
    entity_id: randomUUID(),
    entity_type: 'custom',
    status: 'refunded',
    amount: 5_000,
    refunded_amount: 5_000,
    currency_code: 'USD',
    created_at: day(3),
  })
  const registration = randomUUID()
  await db()
    .insertInto('registration')
    .values({
      id: registration,
      external_id: `free-${user}`,
      session_type: 'masterclass',
      session_id: session,
      user_id: null,
      user_name: first_name,
      user_email: email,
      user_phone: phone,
      created_at: day(4),
    })
    .execute()
  const lead = await makeLead(app, {
    ...buyer,
    user_id: user,
    service_id: await makeAdvisoryService(app),
    created_at: day(5),
  })
  const post = await makeMemberPost(db(), { user_id: user, message: 'A first post', created_at: day(6) })
  const comment = await makeComment(db(), { user_id: user, message: 'A comment', created_at: day(7) })
  const about = await makeReport(db(), 'post', post, {
    created_at: day(8),
    reporter_id: await makeUser(db()),
  })
  const by = await makeReport(db(), 'comment', await makeComment(db()), {
    reporter_id: user,
    created_at: day(9),
    reason: 'hate',
  })
  return {
    user,
    email,
    phone,
    first_name,
    last_name,
    session,
    order,
    guestOrder,
    registration,
    lead,
    post,
    comment,
    about,
    by,
  }
}

const timelineOf = async (person: string, query = '', token?: string) => {
  const { status, body } = await app.call(
    'GET',
    `/admin/people/${person}/timeline${query}`,
    token ? { token } : {},
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('the page of a person', () => {
  it('needs a credential, and refuses a key that sees nothing of people (OQ-466)', async () => {
    const user = await makeUser(db())
    for (const path of [`/admin/people/${user}`, `/admin/people/${user}/timeline`]) {
      expect((await app.call('GET', path, { token: null })).status).toBe(401)
    }
    expect((await app.call('GET', '/admin/people/nobody')).body.message).toBe(
      'A person is named by a record, such as user.<id>',
    )
    const unknown = await app.call('GET', `/admin/people/${randomUUID()}`)
    expect([unknown.status, unknown.body.message]).toEqual([404, 'This person does not exist, or was erased'])
  })

  it('shows who they are, sums per currency and counts, whichever record leads there (OQ-465)', async () => {
    const rich = await makeRichPerson()
    const keys = [
      rich.user,
      `user.${rich.user}`,
      `order.${rich.order}`,
      `order.${rich.guestOrder}`,
      `registration.${rich.registration}`,
      `lead.${rich.lead}`,
    ]
    const { person } = (await app.call('GET', `/admin/people/${rich.user}`)).body.data
    expect(person).toMatch(/^person\./)
    for (const key of [...keys, person]) {
      const { status, body } = await app.call('GET', `/admin/people/${key}`)
      expect([key, status]).toEqual([key, 200])
      expect(body.data).toMatchObject({
        person,
        name: `${rich.first_name} ${rich.last_name}`,
        since: day(1),
        is_account_deleted: false,
        is_creator: false,
        sums: [
          { currency_code: 'INR', count: 1, completed: 99_900, refunded: 0, net: 99_900 },
          { currency_code: 'USD', count: 1, completed: 5_000, refunded: 5_000, net: 0 },
        ],
        counts: { order: 2, session: 2, lead: 1, membership: 0, post: 1, comment: 1, report: 2, note: 0 },
        open_reports: 1,
        memberships: [],
      })
      expect(body.data.emails.map((one: string) => one.toLowerCase())).toContain(rich.email.toLowerCase())
    }
  })

  it('shows somebody without an account by their orders (OQ-465)', async () => {
    const { email, phone, first_name } = newPerson()
    const id = randomUUID()
    const guest = { user_first_name: first_name, user_last_name: '', user_email: email, user_phone: phone }
    await makeOrder(db(), { id, ...guest, entity_id: randomUUID(), created_at: day(2) })
    const { body } = await app.call('GET', `/admin/people/order.${id}`)
    expect(body.data).toMatchObject({
      person: expect.stringMatching(/^person\./),
      name: first_name,
      accounts: [],
      since: day(2),
    })
  })

  it('leaves out what a role may not see, and masks the rest (OQ-466)', async () => {
    const rich = await makeRichPerson()
    const content = await app.tokenFor('dev.patel@greenroom.example')
    const { body } = await app.call('GET', `/admin/people/${rich.user}`, { token: content })
    expect(Object.keys(body.data.counts).sort()).toEqual(['comment', 'membership', 'note', 'post', 'session'])
    expect(body.data.sums).toBeUndefined()
    expect(body.data.open_reports).toBeUndefined()
    expect(JSON.stringify(body)).not.toContain(rich.email)
    expect(body.data.phones[0]).toMatch(/^•••\d{4}$/)
    const { items } = await timelineOf(rich.user, '', content)
    // The seat stands for the order, without an amount.
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
      'comment',
      'post',
      'registration',
      'registration',
      'joined',
    ])
    expect(JSON.stringify(items)).not.toContain('amount')
    const refused = await app.call('GET', `/admin/people/${rich.user}/timeline?kind=order`, {
      token: content,
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('the timeline of a person', () => {
  it('lists everything, the newest first, with what leads to the record (OQ-467)', async () => {
    const rich = await makeRichPerson()
    const { items, next } = await timelineOf(rich.user)
    expect(next).toBeNull()
    expect(items.map(({ kind, _id }: { kind: string; _id: string }) => [kind, _id])).toEqual([
      ['report', rich.by],
      ['report', rich.about],
      ['comment', rich.comment],
      ['post', rich.post],
      ['lead', rich.lead],
      ['registration', rich.registration],
      ['order', rich.guestOrder],
      ['order', rich.order],
      ['joined', rich.user],
    ])
    expect(items[0]).toMatchObject({ is_by_person: true, reason: 'hate', entity_type: 'comment' })
    expect(items[1]).toMatchObject({
      is_by_person: false,
      entity_id: rich.post,
      other: { name: 'Nikhil Menon' },
    })
    expect(items.at(-2)).toMatchObject({ title: 'Save tax', attended_minutes: 41, amount: 99_900 })
  })

  it('returns each entry once on pages of any size, also of one time (OQ-467)', async () => {
    const rich = await makeRichPerson()
    // Entries of five kinds at one instant, on both sides of page ends.
    for (let n = 0; n < 3; n++) {
      await makeMemberPost(db(), { user_id: rich.user, created_at: day(6) })
      await makeComment(db(), { user_id: rich.user, created_at: day(6) })
      await makeOrder(db(), { user_id: rich.user, entity_id: randomUUID(), created_at: day(6) })
    }
    const whole = (await timelineOf(rich.user, '?limit=100')).items
    expect(whole).toHaveLength(18)
    for (const limit of [1, 2, 4, 5]) {
      const seen: unknown[] = []
      let after = ''
      for (;;) {
        const page = await timelineOf(rich.user, `?limit=${limit}${after}`)
        seen.push(...page.items)
        if (page.next === null) break
        after = `&after=${encodeURIComponent(page.next)}`
      }
      expect(seen).toEqual(whole)
    }
  })

  it('filters by kind, and counts the seats of orders as sessions (OQ-467)', async () => {
    const rich = await makeRichPerson()
    const { items } = await timelineOf(rich.user, '?kind=session')
    expect(items).toMatchObject([
      { kind: 'registration', _id: rich.registration },
      { kind: 'registration', _id: rich.order, attended_minutes: 41, session_id: rich.session },
    ])
    expect((await timelineOf(rich.user, '?kind=report')).items).toHaveLength(2)
    for (const bad of ['?kind=x', '?after=x', '?limit=0']) {
      expect((await app.call('GET', `/admin/people/${rich.user}/timeline${bad}`)).status).toBe(400)
    }
  })
})

describe('a note about a person', () => {
  it('is refused without its permission or a text, and kept for good otherwise (OQ-468)', async () => {
    const user = await makeUser(db())
    const path = `/admin/people/user.${user}/notes`
    const moderator = await app.tokenFor('dev.patel@greenroom.example')
    expect((await app.call('POST', path, { json: { text: 'Hi' }, token: moderator })).status).toBe(403)
    for (const text of ['', '  ', 'x'.repeat(2_001)]) {
      expect((await app.call('POST', path, { json: { text } })).status).toBe(400)
    }
    const added = await app.call('POST', path, { json: { text: 'Prefers calls after six.' } })
    expect([added.status, added.body.message]).toEqual([201, 'Note added'])
    const { items } = await timelineOf(user, '?kind=note')
    expect(items[0]).toMatchObject({
      kind: 'note',
      text: 'Prefers calls after six.',
      by: 'meera.nair@greenroom.example',
      by_name: 'Meera Nair',
    })
    expect(added.body.data).toEqual(items[0])
    await expect(sql`update person_note set text = 'Other'`.execute(db())).rejects.toThrow('never changed')
    await expect(sql`delete from person_note`.execute(db())).rejects.toThrow('never changed')
    await expect(sql`truncate person_note`.execute(db())).rejects.toThrow('never changed')
    const entry = await db()
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'person.note')
      .where('entity_id', '=', (await app.call('GET', `/admin/people/${user}`)).body.data.person)
      .executeTakeFirstOrThrow()
    // The text is in the note alone, where an erasure finds it.
    expect([entry.entity_label, entry.after]).toEqual([null, { note_id: added.body.data._id }])
  })

  it('names who wrote it as they are called now, and nobody whose address is unknown (OQ-666)', async () => {
    const user = await makeUser(db())
    const author = await app.tokenFor('arjun.mehta@greenroom.example')
    const note = { json: { text: 'Called back.' } }
    await app.call('POST', `/admin/people/${user}/notes`, { ...note, token: author })
    const nameNow = async () => (await timelineOf(user, '?kind=note')).items[0].by_name
    const staff = (values: { name?: string; email?: string }) =>
      db().updateTable('staff').set(values).where('email', '=', 'arjun.mehta@greenroom.example').execute()
    await staff({ name: 'Arjun Mehta-Rao' })
    expect(await nameNow()).toBe('Arjun Mehta-Rao')
    await staff({ name: '' })
    expect(await nameNow()).toBeNull()
    await staff({ name: 'Arjun Mehta', email: 'arjun@greenroom.example' })
    expect(await nameNow()).toBeNull()
  })

  it('follows somebody without an account through all their records (OQ-468)', async () => {
    const { email, first_name } = newPerson()
    const guest = { user_first_name: first_name, user_email: email, entity_id: randomUUID() }
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids) await makeOrder(db(), { id, ...guest })
    await app.call('POST', `/admin/people/order.${ids[0]}/notes`, { json: { text: 'Asked for an invoice.' } })
    const { items } = await timelineOf(`order.${ids[1]}`, '?kind=note')
    expect(items).toMatchObject([{ text: 'Asked for an invoice.' }])
  })
})
