import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { newPerson } from '../../../test-person.ts'
import {
  makeAdvisoryService,
  makeComment,
  makeLead,
  makeMemberPost,
  makeOrder,
  makeReport,
  makeUser,
} from '../../../test-records.ts'

const author = '01931f6e-0000-7000-8000-0000000000aa'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ ADMIN_POST_USER_ID: author })
})
afterAll(() => app.close())

const db = () => app.database.kysely

type Details = ReturnType<typeof newPerson>
const account = ({ first_name, last_name, phone }: Details, email: string, others: object = {}) =>
  makeUser(db(), { first_name, last_name, phone, email, ...others })

/** Two accounts with one phone. */
async function makePair() {
  const person = newPerson()
  const kept = await account(person, `work-${person.email}`)
  const other = await account({ ...person, first_name: 'Otti' }, `home-${person.email}`)
  return { person, kept, other }
}

const compare = async (kept: string, other: string) =>
  (await app.call('GET', `/admin/people/${kept}/merge/${other}`)).body.data
const merge = (kept: string, other: string, json: object) =>
  app.call('POST', `/admin/people/${kept}/merge/${other}`, { json })
const mergeNow = async (kept: string, other: string, choice: object = {}) =>
  merge(kept, other, { compared: (await compare(kept, other)).compared, ...choice })
const userOf = (id: string) => db().selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
const countsOf = async (id: string) => (await app.call('GET', `/admin/people/${id}`)).body.data.counts

describe('records of one person', () => {
  it('are pointed out by e-mail address in any case and by the end of a phone, not by a name (OQ-469)', async () => {
    const person = newPerson()
    const user = await account(person, person.email)
    const twin = await makeUser(db(), { email: person.email.toUpperCase(), phone: '' })
    const order = randomUUID()
    await makeOrder(db(), {
      id: order,
      entity_id: randomUUID(),
      user_email: `guest-${person.email}`,
      user_phone: person.phone.replace('+91', '0'),
    })
    await makeUser(db(), {
      first_name: person.first_name,
      last_name: person.last_name,
      phone: '+911111111111',
    })
    const { body } = await app.call('GET', `/admin/people/${user}/same`)
    expect(body.data).toMatchObject([
      { person: `user.${twin}`, shares: 'email', has_account: true },
      { person: `order.${order}`, shares: 'phone', has_account: false },
    ])
    const moderator = await app.tokenFor('dev.patel@greenroom.example')
    expect((await app.call('GET', `/admin/people/${user}/same`, { token: moderator })).status).toBe(403)
  })
})

describe('merging', () => {
  it('moves everything, keeps one like and one vote, and is recorded (OQ-470)', async () => {
    const { kept, other, person } = await makePair()
    const order = randomUUID()
    await makeOrder(db(), {
      id: order,
      user_id: other,
      user_email: 'old@mail.example',
      entity_id: randomUUID(),
    })
    const lead = await makeLead(app, { user_id: other, service_id: await makeAdvisoryService(app) })
    const post = await makeMemberPost(db(), { user_id: other })
    const comment = await makeComment(db(), { user_id: other })
    await makeReport(db(), 'user', other)
    await makeReport(db(), 'post', await makeMemberPost(db()), { reporter_id: other })
    await app.call('POST', `/admin/people/${other}/notes`, { json: { text: 'Called twice.' } })
    // Both liked one post and voted in one poll; the other account alone liked another.
    const shared = await makeMemberPost(db())
    const alone = await makeMemberPost(db())
    await db()
      .insertInto('post_poll_option')
      .values(['Yes', 'No'].map((option, position) => ({ post_id: shared, option, position, votes: 0 })))
      .execute()
    const at = '2026-11-20T10:00:00Z'
    await db()
      .insertInto('post_like')
      .values([
        { post_id: shared, user_id: kept, liked_at: at },
        { post_id: shared, user_id: other, liked_at: at },
        { post_id: alone, user_id: other, liked_at: at },
      ])
      .execute()
    await db()
      .insertInto('post_vote')
      .values([
        { post_id: shared, user_id: kept, option: 'Yes', cast_at: at, is_counted: true },
        { post_id: shared, user_id: other, option: 'No', cast_at: at, is_counted: true },
      ])
      .execute()

    const shown = await compare(kept, other)
    expect(shown).toMatchObject({
      problem: null,
      other: {
        first_name: 'Otti',
        counts: { order: 1, lead: 1, post: 1, comment: 1, reaction: 3, report: 2, note: 1 },
      },
    })
    const answer = await merge(kept, other, { compared: shown.compared, email_from: 'other' })
    expect([answer.status, answer.body.message, answer.body.data]).toEqual([
      200,
      'Records merged',
      { person: `user.${kept}` },
    ])
    expect(await userOf(other)).toBeUndefined()
    expect(await userOf(kept)).toMatchObject({
      first_name: person.first_name,
      email: `home-${person.email}`,
      phone: person.phone,
      post_count: 1,
    })
    expect(await countsOf(kept)).toMatchObject({ order: 1, lead: 1, post: 1, comment: 1, report: 2, note: 1 })
    const { rows: likes } = await sql<{ id: string; like_count: number; likes: number }>`
      select id, like_count, (select count(*)::int from post_like where post_id = post.id) as likes
      from post where id in (${shared}::uuid, ${alone}::uuid) order by id = ${alone}::uuid`.execute(db())
    expect(likes).toMatchObject([
      { like_count: 1, likes: 1 },
      { like_count: 1, likes: 1 },
    ])
    const options = await db()
      .selectFrom('post_poll_option')
      .select(['option', 'votes'])
      .where('post_id', '=', shared)
      .orderBy('option', 'desc')
      .execute()
    expect(options).toEqual([
      { option: 'Yes', votes: 1 },
      { option: 'No', votes: 0 },
    ])
    // What was bought is as it was written.
    const bought = await db().selectFrom('transaction').selectAll().where('id', '=', order).executeTakeFirst()
    expect(bought).toMatchObject({ user_id: kept, user_email: 'old@mail.example', version: 2 })
    for (const [table, id] of [
      ['lead', lead],
      ['post', post],
      ['comment', comment],
    ] as const) {
      const row = await db().selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst()
      expect([table, row]).toEqual([table, { user_id: kept }])
    }
    // The old id still leads to the person, and the timeline tells of the merge.
    expect((await app.call('GET', `/admin/people/${other}`)).body.data.person).toBe(`user.${kept}`)
    const { body } = await app.call('GET', `/admin/people/${kept}/timeline`)
    expect(body.data.items.find(({ kind }: { kind: string }) => kind === 'merged')).toMatchObject({
      _id: other,
      by: 'meera.nair@greenroom.example',
      by_name: 'Meera Nair',
    })
    const entry = await db()
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'user.merge')
      .where('entity_id', '=', kept)
      .execute()
    expect(entry).toMatchObject([
      { after: { merged_id: other, merged_email: `home-${person.email}`, moved: 10 } },
    ])
    // A repeated merge changes nothing.
    const again = await merge(kept, other, { compared: shown.compared })
    expect([again.status, again.body.data]).toEqual([200, { person: `user.${kept}` }])
    expect(
      (await db().selectFrom('merged_account').selectAll().where('kept_id', '=', kept).execute()).length,
    ).toBe(1)
  })

  it('refuses what changed since it was compared, and changes nothing (OQ-470)', async () => {
    const { kept, other } = await makePair()
    const { compared } = await compare(kept, other)
    await makeOrder(db(), { user_id: other, entity_id: randomUUID() })
    const stale = await merge(kept, other, { compared })
    expect([stale.status, stale.body.code, stale.body.data.other.counts.order]).toEqual([409, 'STALE', 1])
    await db()
      .updateTable('app_user')
      .set({ phone: '', updated_at: new Date() })
      .where('id', '=', kept)
      .execute()
    expect((await merge(kept, other, { compared: stale.body.data.compared })).status).toBe(409)
    expect(await userOf(other)).toBeDefined()
    expect((await merge(kept, other, { compared: 'x' })).status).toBe(400)
  })

  it('refuses strangers, the author of the provider’s posts, and a record without an account to keep (OQ-470)', async () => {
    const { kept, other, person } = await makePair()
    const stranger = await makeUser(db(), { phone: '+912222222222' })
    const guest = randomUUID()
    await makeOrder(db(), { id: guest, user_email: '', user_phone: person.phone, entity_id: randomUUID() })
    await makeUser(db(), { id: author, phone: person.phone })
    for (const [one, two, problem] of [
      [kept, stranger, 'share neither'],
      [kept, author, 'provider’s own posts'],
      [`order.${guest}`, kept, 'has no account'],
    ] as const) {
      const shown = await compare(one, two)
      expect(shown.problem).toContain(problem)
      const refused = await merge(one, two, { compared: shown.compared })
      expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE'])
    }
    expect((await compare(kept, kept)).problem).toContain('already belong')
    await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `user.${other}`, confirmation: `home-${person.email}` },
    })
    expect((await compare(kept, other)).problem).toContain('being erased')
    expect(await userOf(other)).toBeDefined()
  })

  it('needs the permissions of all that it moves (OQ-470)', async () => {
    const { kept, other } = await makePair()
    const { compared } = await compare(kept, other)
    for (const email of ['dev.patel', 'tara.bose']) {
      const token = await app.tokenFor(`${email}@greenroom.example`)
      const refused = await app.call('POST', `/admin/people/${kept}/merge/${other}`, {
        json: { compared },
        token,
      })
      expect(refused.status).toBe(403)
    }
  })

  it('takes over somebody without an account, whose later orders with the address follow (OQ-470)', async () => {
    const person = newPerson()
    const kept = await account(person, person.email)
    const [guest, later, sign] = [randomUUID(), randomUUID(), randomUUID()]
    const buyer = { user_email: `gift-${person.email}`, user_phone: person.phone, user_first_name: 'Gift' }
    await makeOrder(db(), { id: guest, ...buyer, entity_id: randomUUID() })
    await db()
      .insertInto('registration')
      .values({
        id: sign,
        external_id: `gift-${sign}`,
        session_type: 'event',
        session_id: randomUUID(),
        user_name: 'Gift',
        user_email: buyer.user_email,
        user_phone: '',
        created_at: '2026-11-20T10:00:00Z',
      })
      .execute()
    expect((await mergeNow(kept, `order.${guest}`)).status).toBe(200)
    expect(await countsOf(kept)).toMatchObject({ order: 1, session: 2 })
    await makeOrder(db(), { id: later, ...buyer, entity_id: randomUUID() })
    expect((await app.call('GET', `/admin/people/order.${later}`)).body.data.person).toBe(`user.${kept}`)
  })

  it('lets both ids of the public product lead to the kept account, and only its own change it (OQ-470)', async () => {
    const key = await makeKey(app, ['intake.write'], 'Members')
    const person = newPerson()
    const record = (external_id: string, minute: number, others: object = {}) => ({
      external_id,
      first_name: person.first_name,
      email: person.email,
      phone: person.phone,
      changed_at: new Date(Date.parse('2026-11-01T10:00:00Z') + minute * 60_000).toISOString(),
      ...others,
    })
    const send = async (...records: object[]) =>
      (await sendRecords(app, '/intake/users', key, records)).results
    const [one, two] = await send(record(`${person.email}-1`, 0), record(`${person.email}-2`, 0))
    const [kept, other] = [one?._id ?? '', two?._id ?? '']
    expect((await mergeNow(kept, other)).status).toBe(200)
    const later = await send(
      record(`${person.email}-2`, 5, { first_name: 'Changed' }),
      { external_id: `${person.email}-2`, changed_at: record('', 6).changed_at, deleted: true },
      record(`${person.email}-1`, 5, { first_name: 'Newest' }),
    )
    expect(later.map(({ outcome, _id }) => [outcome, _id])).toEqual([
      ['unchanged', kept],
      ['unchanged', kept],
      ['changed', kept],
    ])
    expect((await userOf(kept))?.first_name).toBe('Newest')
    // An account without an id takes over that of the other.
    const ours = await account(person, `ours-${person.email}`)
    expect((await mergeNow(ours, kept)).status).toBe(200)
    const taken = await send(record(`${person.email}-1`, 9, { first_name: 'Linked' }))
    expect(taken).toMatchObject([{ outcome: 'changed', _id: ours }])
    expect((await send(record(`${person.email}-2`, 9, { first_name: 'No' })))[0]?._id).toBe(ours)
    expect((await userOf(ours))?.first_name).toBe('Linked')
  })

  it('ends with one account when two people merge in opposite directions (OQ-470)', async () => {
    for (let round = 0; round < 5; round++) {
      const { kept, other } = await makePair()
      await makeOrder(db(), { user_id: kept, user_email: '', entity_id: randomUUID() })
      await makeOrder(db(), { user_id: other, user_email: '', entity_id: randomUUID() })
      const answers = await Promise.all([
        compare(kept, other).then(({ compared }) => merge(kept, other, { compared })),
        compare(other, kept).then(({ compared }) => merge(other, kept, { compared })),
      ])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      const left = (await Promise.all([userOf(kept), userOf(other)])).filter(Boolean)
      expect(left).toHaveLength(1)
      expect(await countsOf(left[0]?.id ?? '')).toMatchObject({ order: 2 })
    }
  })

  it('leaves nothing of the merged record after an erasure (OQ-470, OQ-346)', async () => {
    const { kept, other, person } = await makePair()
    await makeMemberPost(db(), { user_id: other })
    await mergeNow(kept, other)
    await app.call('POST', `/admin/people/${kept}/notes`, { json: { text: `${person.first_name} called.` } })
    const exported = await app.call('POST', `/admin/personal-data/people/user.${kept}/export`)
    expect(exported.body.data.content).toMatchObject({
      merged_accounts: [{ id: other, first_name: 'Otti' }],
      notes_about_the_person: [{ text: `${person.first_name} called.` }],
    })
    const started = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `user.${kept}`, confirmation: `work-${person.email}` },
    })
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    await app.app.tasks['erase-person']?.({ id: started.body.data._id }, {
      signal: new AbortController().signal,
    } as never)
    const { rows } = await sql<{ text: string }>`
      select merged_account::text as text from merged_account where kept_id = ${kept}::uuid
      union all select person_note::text from person_note where user_id = ${kept}::uuid
      union all select audit_entry::text from audit_entry
        where audit_entry::text ~* ${`${person.first_name}|home-${person.email}`}`.execute(db())
    expect(rows).toEqual([])
  })
})
