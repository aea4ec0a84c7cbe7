import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeQuietOrder, needlesOf, newPerson, tablesWith } from '../../../test-person.ts'
import {
  makeAdvisoryService,
  makeComment,
  makeLead,
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
const mergeNow = async (kept: string, other: string) =>
  merge(kept, other, { compared: (await compare(kept, other)).compared })
const split = (person: string, ...identifiers: [kind: string, value: string][]) =>
  app.call('POST', `/admin/people/${person}/split`, {
    json: { identifiers: identifiers.map(([kind, value]) => ({ kind, value })) },
  })
const undo = (move: string) => app.call('POST', `/admin/people/moves/${move}/undo`)
const identifiersOf = async (person: string) =>
  (await app.call('GET', `/admin/people/${person}/identifiers`)).body.data
const pageOf = async (key: string) => (await app.call('GET', `/admin/people/${key}`)).body.data
const countsOf = async (key: string) => (await pageOf(key)).counts
const keyOf = async (key: string): Promise<string> => (await pageOf(key)).person
const samesOf = async (key: string) => (await app.call('GET', `/admin/people/${key}/same`)).body.data
const movesOf = async (key: string) =>
  (await app.call('GET', `/admin/people/${key}/timeline`)).body.data.items.filter(
    ({ kind }: { kind: string }) => kind === 'moved',
  )
/** An order without an account. */
const guest = async (buyer: {
  user_email?: string
  user_phone?: string
  user_first_name?: string
  user_last_name?: string
}) => {
  const id = randomUUID()
  await makeOrder(db(), { id, user_email: '', user_phone: '', ...buyer, entity_id: randomUUID() })
  return `order.${id}`
}
async function erase(person: string, confirmation: string): Promise<void> {
  const started = await app.call('POST', '/admin/personal-data/erasures', { json: { person, confirmation } })
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  await app.app.tasks['erase-person']?.({ id: started.body.data._id }, {
    signal: new AbortController().signal,
  } as never)
}
const merchant = 'meera.nair@greenroom.example'

describe('records of one person', () => {
  it('are pointed out by e-mail address in any case and by the end of a phone, not by a name (OQ-469)', async () => {
    const person = newPerson()
    const user = await account(person, person.email)
    const twin = await makeUser(db(), { email: person.email.toUpperCase(), phone: '' })
    const order = await guest({
      user_email: `guest-${person.email}`,
      user_phone: person.phone.replace('+91', '0'),
    })
    await makeUser(db(), {
      first_name: person.first_name,
      last_name: person.last_name,
      phone: '+911111111111',
    })
    expect(await samesOf(user)).toMatchObject([
      { person: await keyOf(twin), shares: 'email', has_account: true },
      { person: await keyOf(order), shares: 'phone', has_account: false },
    ])
    const moderator = await app.tokenFor('dev.patel@greenroom.example')
    expect((await app.call('GET', `/admin/people/${user}/same`, { token: moderator })).status).toBe(403)
  })

  it('are not pointed out once staff said that they are two people, until they take it back (OQ-729)', async () => {
    const { kept, other } = await makePair()
    expect(await samesOf(kept)).toHaveLength(1)
    const path = `/admin/people/${kept}/apart/user.${other}`
    expect((await app.call('PUT', path)).status).toBe(200)
    expect([await samesOf(kept), await samesOf(other)]).toEqual([[], []])
    expect((await app.call('PUT', path)).status).toBe(200)
    expect((await app.call('DELETE', path)).status).toBe(200)
    expect(await samesOf(other)).toHaveLength(1)
    await mergeNow(kept, other)
    expect((await app.call('PUT', path)).body.code).toBe('WRONG_STATE')
  })
})

describe('merging', () => {
  it('makes one person of two and changes no record, until it is undone (OQ-470, OQ-727)', async () => {
    const { kept, other, person } = await makePair()
    const order = randomUUID()
    await makeOrder(db(), {
      id: order,
      user_id: other,
      user_email: 'old@mail.example',
      entity_id: randomUUID(),
    })
    await makeLead(app, { user_id: other, service_id: await makeAdvisoryService(app) })
    await makeMemberPost(db(), { user_id: other })
    await makeComment(db(), { user_id: other })
    await makeReport(db(), 'user', other)
    await app.call('POST', `/admin/people/${other}/notes`, { json: { text: 'Called twice.' } })
    const before = await db().selectFrom('app_user').selectAll().where('id', 'in', [kept, other]).execute()
    const [keptKey, otherKey] = [await keyOf(kept), await keyOf(other)]

    const shown = await compare(kept, other)
    expect(shown).toMatchObject({
      problem: null,
      kept: { person: keptKey, counts: { order: 0 } },
      other: {
        person: otherKey,
        name: `Otti ${person.last_name}`,
        counts: { order: 1, lead: 1, post: 1, comment: 1, report: 1, note: 1 },
      },
    })
    const answer = await merge(kept, other, { compared: shown.compared })
    expect([answer.status, answer.body.message, answer.body.data.person]).toEqual([
      200,
      'Records merged',
      keptKey,
    ])
    for (const key of [kept, other, otherKey, `order.${order}`]) {
      expect(await pageOf(key)).toMatchObject({
        person: keptKey,
        name: `${person.first_name} ${person.last_name}`,
        accounts: [{ _id: kept }, { _id: other }],
        counts: { order: 1, lead: 1, post: 1, comment: 1, report: 1, note: 1 },
      })
    }
    expect(await samesOf(kept)).toEqual([])
    const found = await app.call('GET', `/admin/personal-data/people?q=home-${person.email}`)
    expect(found.body.data).toMatchObject([{ person: keptKey, has_account: true }])
    expect(await movesOf(kept)).toMatchObject([
      {
        move: 'merged',
        person: otherKey,
        by: merchant,
        by_name: 'Meera Nair',
        name: `Otti ${person.last_name}`,
      },
    ])
    // A repeated merge changes nothing.
    const again = await merge(kept, other, { compared: shown.compared })
    expect([again.status, again.body.data]).toEqual([200, { person: keptKey, move: null }])
    expect(await db().selectFrom('app_user').selectAll().where('id', 'in', [kept, other]).execute()).toEqual(
      before,
    )

    const { move } = answer.body.data
    expect((await undo(move)).body).toMatchObject({ data: { person: keptKey }, message: 'Undone' })
    expect((await undo(move)).status).toBe(200)
    expect(await pageOf(other)).toMatchObject({ person: otherKey, counts: { order: 1, note: 1 } })
    expect(await pageOf(kept)).toMatchObject({ person: keptKey, counts: { order: 0, note: 0 } })
    expect(await movesOf(kept)).toMatchObject([{ undoable_until: null, undone_at: expect.any(String) }])
    // Staff have just said that they are two.
    expect(await samesOf(kept)).toEqual([])
    const entries = await db()
      .selectFrom('audit_entry')
      .select(['action', 'after', 'entity_label'])
      .where('entity_id', '=', keptKey)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'person.merge', after: { other: otherKey }, entity_label: null },
      { action: 'person.undo-merge', after: { other: otherKey }, entity_label: null },
    ])
  })

  it('is undone for thirty days, and not later (OQ-727)', async () => {
    const { kept, other } = await makePair()
    const { move } = (await mergeNow(kept, other)).body.data
    const row = await db()
      .selectFrom('person_move')
      .selectAll()
      .where('id', '=', move)
      .executeTakeFirstOrThrow()
    expect(row.undoable_until.getTime() - row.made_at.getTime()).toBe(30 * 24 * 3_600_000)
    await sql`update person_move set undoable_until = made_at where id = ${move}::uuid`.execute(db())
    const late = await undo(move)
    expect([late.status, late.body.message]).toEqual([409, 'This can no longer be undone.'])
    expect(await keyOf(other)).toBe(await keyOf(kept))
    expect((await undo(randomUUID())).status).toBe(404)
  })

  it('merges chains and never a circle, and undoes the merge in the middle (OQ-727)', async () => {
    const [one, two, three] = [await makePair(), await makePair(), await makePair()].map(({ kept }) => kept)
    if (!one || !two || !three) throw new Error('No accounts.')
    const middle = (await mergeNow(two, one)).body.data.move
    await mergeNow(three, two)
    expect((await merge(one, three, { compared: '0'.repeat(64) })).body.data).toEqual({
      person: await keyOf(three),
      move: null,
    })
    expect(await Promise.all([one, two, three].map(keyOf))).toEqual(Array(3).fill(await keyOf(three)))
    await undo(middle)
    expect(await keyOf(two)).toBe(await keyOf(three))
    expect(await keyOf(one)).not.toBe(await keyOf(three))
    expect((await pageOf(one)).accounts).toMatchObject([{ _id: one }])
  })

  it('ends with one person when two people merge in opposite directions (OQ-470)', async () => {
    for (let round = 0; round < 5; round++) {
      const { kept, other } = await makePair()
      await makeOrder(db(), { user_id: kept, user_email: '', entity_id: randomUUID() })
      await makeOrder(db(), { user_id: other, user_email: '', entity_id: randomUUID() })
      const answers = await Promise.all([
        compare(kept, other).then(({ compared }) => merge(kept, other, { compared })),
        compare(other, kept).then(({ compared }) => merge(other, kept, { compared })),
      ])
      for (const { status } of answers) expect(status).toBe(200)
      expect(answers.filter(({ body }) => body.data.move !== null)).toHaveLength(1)
      expect(await countsOf(kept)).toMatchObject({ order: 2 })
      expect(await keyOf(kept)).toBe(await keyOf(other))
    }
  })

  it('refuses what changed since it was compared, and changes nothing (OQ-470)', async () => {
    const { kept, other } = await makePair()
    const { compared } = await compare(kept, other)
    await makeOrder(db(), { user_id: other, entity_id: randomUUID() })
    const stale = await merge(kept, other, { compared })
    expect([stale.status, stale.body.code, stale.body.data.other.counts.order]).toEqual([409, 'STALE', 1])
    expect(await keyOf(kept)).not.toBe(await keyOf(other))
    expect((await merge(kept, other, { compared: 'x' })).status).toBe(400)
  })

  it('refuses one person, and somebody who is being erased (OQ-470)', async () => {
    const { kept, other, person } = await makePair()
    expect((await compare(kept, kept)).problem).toContain('already belong')
    const merged = await makePair()
    const { move } = (await mergeNow(merged.kept, merged.other)).body.data
    for (const [user, email] of [
      [other, `home-${person.email}`],
      [merged.kept, `work-${merged.person.email}`],
    ]) {
      const json = { person: `user.${user}`, confirmation: email }
      expect((await app.call('POST', '/admin/personal-data/erasures', { json })).status).toBe(201)
    }
    const shown = await compare(kept, other)
    expect(shown.problem).toContain('being erased')
    for (const refused of [
      await merge(kept, other, { compared: shown.compared }),
      await undo(move),
      await split(other, ['email', `home-${person.email}`.toLowerCase()]),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE'])
    }
  })

  it('needs the permissions of all that it decides about (OQ-470)', async () => {
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

  it('takes in somebody without an account, whose later orders with the address follow (OQ-470)', async () => {
    const person = newPerson()
    const kept = await account(person, person.email)
    const buyer = { user_email: `gift-${person.email}`, user_phone: person.phone, user_first_name: 'Gift' }
    const order = await guest(buyer)
    expect((await mergeNow(kept, order)).status).toBe(200)
    expect(await keyOf(await guest(buyer))).toBe(await keyOf(kept))
    expect(await countsOf(kept)).toMatchObject({ order: 2 })
  })

  it('leaves nothing of both after an erasure, and exports both (OQ-470, OQ-346)', async () => {
    const { kept, other, person } = await makePair()
    await makeMemberPost(db(), { user_id: other })
    const { move } = (await mergeNow(kept, other)).body.data
    await app.call('POST', `/admin/people/${kept}/notes`, { json: { text: `${person.first_name} called.` } })
    const exported = await app.call('POST', `/admin/personal-data/people/user.${kept}/export`)
    expect(exported.body.data.content).toMatchObject({
      accounts: [{ id: kept }, { id: other, first_name: 'Otti' }],
      posts: [{}],
      notes_about_the_person: [{ text: `${person.first_name} called.` }],
    })
    await erase(`user.${kept}`, `work-${person.email}`)
    expect(await tablesWith(db(), needlesOf({ ...person, last_name: person.last_name }))).toEqual([])
    expect((await undo(move)).status).toBe(404)
    expect((await app.call('GET', `/admin/people/${other}`)).status).toBe(404)
  })
})

describe('an erasure (OQ-346, OQ-470)', () => {
  const step = (id: string) =>
    Promise.resolve(
      app.app.tasks['erase-person']?.({ id }, {
        signal: AbortSignal.abort(new Error('One part is done.')),
      } as never),
    ).catch(() => {})
  const stateOf = async (id: string) =>
    (await db().selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const ask = async (person: string, confirmation: string): Promise<string> => {
    const { status, body } = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person, confirmation },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data._id
  }

  it('lets nobody be merged with the person at any of its steps', async () => {
    const { kept, person } = await makePair()
    await makeQuietOrder(db(), { user_id: kept, user_email: person.email })
    const stranger = await makeUser(db())
    const key = await keyOf(kept)
    const id = await ask(key, `work-${person.email}`)
    let steps = 0
    for (; (await stateOf(id)) !== 'erased'; steps++) {
      expect((await compare(key, `user.${stranger}`)).problem).toContain('being erased')
      await step(id)
    }
    expect(steps).toBeGreaterThan(5)
  })

  it('can be asked for of somebody who has no record any more', async () => {
    const person = newPerson()
    const [before, now] = [`before-${person.email}`.toLowerCase(), `now-${person.email}`.toLowerCase()]
    const user = await account(person, before)
    await sql`update app_user set email = ${now} where id = ${user}::uuid`.execute(db())
    const { person: other } = (await split(user, ['email', before])).body.data
    await erase(other, before)
    expect((await pageOf(user)).emails).toEqual([now])
    expect((await app.call('GET', `/admin/people/${other}`)).status).toBe(404)
  })

  it('is repeated after a restore for each of several people without an address who were merged', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    for (const id of [one, other]) {
      await makeQuietOrder(db(), { id, user_email: '', user_phone: newPerson().phone })
    }
    await mergeNow(`order.${one}`, `order.${other}`)
    const id = await ask(`order.${one}`, (await pageOf(`order.${one}`)).name)
    const { anchors } = await db()
      .selectFrom('erasure')
      .select('anchors')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(anchors).toEqual(expect.arrayContaining([`order.${one}`, `order.${other}`]))
  })

  it.each([
    ['before it begins', 0],
    ['while it runs', 1],
  ])(
    'ends when the public product says %s that somebody else is the person (OQ-402)',
    async (_when, steps) => {
      const person = newPerson()
      const user = await account(person, person.email)
      const [from, external] = [randomUUID(), randomUUID()]
      await sql`insert into intake_user (external_id_hash, user_id)
      values (encode(sha256(${external}::bytea), 'hex'), ${from}::uuid)`.execute(db())
      await makeQuietOrder(db(), { user_id: from, user_email: `new-${person.email}` })
      const id = await ask(`user.${user}`, person.email)
      for (let done = 0; done < steps; done++) await step(id)
      const { first_name, last_name, phone } = person
      const record = { external_id: external, _id: user, changed_at: '2026-11-21T06:00:00Z' }
      const sent = { ...record, first_name, last_name, email: person.email, phone }
      const { changed } = await sendRecords(app, '/intake/users', await makeKey(app, ['intake.write']), [
        sent,
      ])
      expect(changed).toBe(1)
      await app.app.tasks['erase-person']?.({ id }, { signal: new AbortController().signal } as never)
      expect(await stateOf(id)).toBe('erased')
      // What the product says during the erasure is about somebody new (OQ-726).
      const left = await tablesWith(db(), needlesOf(person))
      expect(left.includes('public.transaction')).toBe(steps > 0)
    },
  )

  it('is not repeated for somebody who was merged in the backup only, by mistake (OQ-348)', async () => {
    const { kept, other, person } = await makePair()
    await mergeNow(kept, other)
    const id = randomUUID()
    const { rows } = await sql<{ person: string }>`select 'person.' || person_id as person from app_user
      where id = ${other}::uuid`.execute(db())
    // The list of the file store, after the merge was undone and the other one erased.
    await sql`insert into erasure (id, requested_by, requested_at, anchors)
      values (${id}::uuid, ${merchant}, now(), ${[`user.${other}`, rows[0]?.person]}::text[])`.execute(db())
    await app.app.tasks['erase-person']?.({ id }, { signal: new AbortController().signal } as never)
    expect(await stateOf(id)).toBe('erased')
    expect((await pageOf(kept)).emails).toEqual([`work-${person.email}`])
    expect((await app.call('GET', `/admin/people/${other}`)).status).toBe(404)
  })
})

describe('an erasure that is repeated after a restore (OQ-348)', () => {
  const stateOf = async (id: string) =>
    (await db().selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirst())?.state

  it('takes only whom the backup has in one person with somebody else', async () => {
    const person = newPerson()
    const work = `work-${person.email}`
    const user = await account(person, work)
    const gone = `home-${person.email}`
    const order = await guest({ user_email: gone, user_phone: '', user_first_name: person.first_name })
    // The backup is older than the split: both are one person.
    await sql`update transaction set person_id = (select person_id from app_user where id = ${user}::uuid)
      where id = ${order.replace('order.', '')}::uuid`.execute(db())
    await sql`update person_identifier set person_id = (select person_id from app_user where id = ${user}::uuid)
      where value = ${gone.toLowerCase()}`.execute(db())
    const id = randomUUID()
    await sql`insert into erasure (id, requested_by, requested_at, anchors)
      values (${id}::uuid, ${merchant}, now(), ${[order, `person.${randomUUID()}`]}::text[])`.execute(db())
    await app.app.tasks['erase-person']?.({ id }, { signal: new AbortController().signal } as never)
    expect(await stateOf(id)).toBe('erased')
    expect(await pageOf(user)).toMatchObject({
      emails: [work],
      accounts: [{ _id: user }],
      counts: { order: 0 },
    })
    expect((await app.call('GET', `/admin/people/${order}`)).status).toBe(404)
  })

  it('takes a person whose id is another one since, and all of whose records are named', async () => {
    const person = newPerson()
    const order = await guest({ user_email: person.email, user_phone: person.phone })
    const id = randomUUID()
    await sql`insert into erasure (id, requested_by, requested_at, anchors)
      values (${id}::uuid, ${merchant}, now(), ${[order, `person.${randomUUID()}`]}::text[])`.execute(db())
    await app.app.tasks['erase-person']?.({ id }, { signal: new AbortController().signal } as never)
    expect(await stateOf(id)).toBe('erased')
    const found = await app.call('GET', `/admin/personal-data/people?q=${person.email}`)
    expect(found.body.data).toEqual([])
    expect(await tablesWith(db(), needlesOf(person))).toEqual([])
  })
})

describe('splitting', () => {
  /** Two people with one name, of whom an address made one. */
  async function makeTwo() {
    const person = newPerson()
    const [work, home] = [`work-${person.email}`.toLowerCase(), `home-${person.email}`.toLowerCase()]
    const user = await account(person, work)
    const order = await guest({
      user_email: home,
      user_phone: person.phone,
      user_first_name: person.first_name,
    })
    await mergeNow(user, order)
    return { person, work, home, user, order }
  }

  it('makes somebody new of addresses with the records that came with them, and is undone (OQ-728)', async () => {
    const { person, home, user, order } = await makeTwo()
    // An order of the account is the account's, whatever address it has.
    await makeOrder(db(), { user_id: user, user_email: home, user_phone: '', entity_id: randomUUID() })
    await db()
      .insertInto('registration')
      .values({
        id: randomUUID(),
        external_id: `split-${user}`,
        session_type: 'event',
        session_id: randomUUID(),
        user_name: person.first_name,
        user_email: home,
        user_phone: '',
        created_at: '2026-11-20T10:00:00Z',
      })
      .execute()
    const before = await keyOf(user)
    expect(await identifiersOf(user)).toMatchObject([
      { kind: 'account', value: user, account_id: user },
      { kind: 'email', value: `work-${person.email}`.toLowerCase(), account_id: user },
      { kind: 'phone', value: person.phone, account_id: user },
      { kind: 'email', value: home, account_id: null },
    ])
    const answer = await split(user, ['email', home])
    expect([answer.status, answer.body.message]).toEqual([200, 'Split into two people'])
    const { person: other, move } = answer.body.data
    expect([await keyOf(order), await keyOf(user)]).toEqual([other, before])
    expect(await countsOf(other)).toMatchObject({ order: 1, session: 2 })
    expect(await countsOf(user)).toMatchObject({ order: 1, session: 1 })
    // What comes later follows the address, and nobody points the two out again.
    expect(await keyOf(await guest({ user_email: home, user_first_name: person.first_name }))).toBe(other)
    expect(await samesOf(user)).toEqual([])
    expect([await movesOf(user), await movesOf(other)]).toMatchObject([
      [{ move: 'split-off', person: other }, { move: 'merged' }],
      [{ move: 'split-from', person: before }],
    ])
    expect((await undo(move)).status).toBe(200)
    expect([await keyOf(other), await countsOf(other)]).toMatchObject([before, { order: 3, session: 4 }])
  })

  it('takes an account with all that is the account’s (OQ-728)', async () => {
    const { kept, other, person } = await makePair()
    await mergeNow(kept, other)
    await makeOrder(db(), { user_id: other, user_email: 'any@mail.example', entity_id: randomUUID() })
    await makeMemberPost(db(), { user_id: other })
    const home = `home-${person.email}`.toLowerCase()
    const refused = await split(kept, ['email', home])
    expect([refused.status, refused.body.errors ?? refused.body.message]).toEqual([400, expect.anything()])
    const { person: split_off } = (await split(kept, ['account', other], ['email', home])).body.data
    expect(await pageOf(other)).toMatchObject({
      person: split_off,
      accounts: [{ _id: other }],
      counts: { order: 1, post: 1 },
    })
    expect(await pageOf(kept)).toMatchObject({ accounts: [{ _id: kept }], counts: { order: 0, post: 0 } })
  })

  it.each(['before', 'after'])(
    'is undone to whom it was split off, also if their merge is undone %s it (OQ-727, OQ-728)',
    async (when) => {
      const { user, home, person } = await makeTwo()
      const address = `gift-${person.email}`.toLowerCase()
      const order = await guest({ user_email: address, user_first_name: 'Imran', user_last_name: 'Khan' })
      const other = await guest({ user_email: `x-${address}`, user_first_name: 'Imran' })
      await mergeNow(order, other)
      const before = await keyOf(order)
      const merged = (await mergeNow(user, order)).body.data.move
      const parted = (await split(user, ['email', address])).body.data.move
      for (const move of when === 'before' ? [merged, parted] : [parted, merged]) {
        expect((await undo(move)).status).toBe(200)
      }
      expect([await keyOf(order), await keyOf(other)]).toEqual([before, before])
      expect((await pageOf(user)).emails).not.toContain(address)
      expect((await pageOf(user)).emails).toContain(home)
    },
  )

  it('leaves each account its own address and phone, also if both have one (OQ-728)', async () => {
    const kindsOf = async (user: string) =>
      (await identifiersOf(user)).map(({ kind }: { kind: string }) => kind)
    for (const first of [true, false]) {
      const { kept, other } = await makePair()
      await mergeNow(kept, other)
      expect((await split(kept, ['account', first ? kept : other])).status).toBe(200)
      expect(await keyOf(kept)).not.toBe(await keyOf(other))
      for (const user of [kept, other]) expect(await kindsOf(user)).toEqual(['account', 'email', 'phone'])
    }
  })

  it('moves consents that two merged people gave at the same time (OQ-728, OQ-736)', async () => {
    const { home, user } = await makeTwo()
    const orders = [
      await guest({ user_email: home, user_first_name: 'Imran', user_last_name: 'Khan' }),
      await guest({ user_email: home, user_first_name: 'Kiran', user_last_name: 'Shah' }),
    ]
    for (const order of orders) {
      await sql`insert into person_consent (person_id, channel, is_given, at, source, record_id)
        select person_id, 'email', true, '2026-11-01', 'order', id from transaction
        where id = ${order.replace('order.', '')}::uuid`.execute(db())
      expect((await mergeNow(user, order)).body.data.move).not.toBe(null)
    }
    const answer = await split(user, ['email', home])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const other = answer.body.data.person
    expect((await pageOf(other)).consents).toMatchObject([{ channel: 'email', is_given: true }])
    expect((await app.call('GET', `/admin/people/${other}/consents`)).body.data).toHaveLength(2)
    expect(await pageOf(user)).toMatchObject({ consents: [], accounts: [{ _id: user }] })
  })

  it('refuses what the person is not found by, everything, and nothing (OQ-728)', async () => {
    const { user, work, home, person } = await makeTwo()
    for (const chosen of [
      [['email', 'nobody@mail.example']],
      [
        ['account', user],
        ['email', work],
        ['email', home],
        ['phone', person.phone],
      ],
      [],
      [['email', work]],
    ] as [string, string][][]) {
      const refused = await split(user, ...chosen)
      expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
    }
    expect(await identifiersOf(user)).toHaveLength(4)
  })

  it('leaves a refund in progress alone (OQ-728)', async () => {
    const { home, user, order } = await makeTwo()
    const id = order.replace('order.', '')
    const other = await db()
      .transaction()
      .execute(async (refunding) => {
        await refunding.selectFrom('transaction').selectAll().where('id', '=', id).forUpdate().execute()
        const answer = split(user, ['email', home])
        await refunding.updateTable('transaction').set({ status: 'refunded' }).where('id', '=', id).execute()
        return { answer }
      })
    const { person } = (await other.answer).body.data
    const row = await db()
      .selectFrom('transaction')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([`person.${row.person_id}`, row.status]).toEqual([person, 'refunded'])
  })
})
