import {
  mostSharedViews,
  mostViews,
  savedViewMessages,
} from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeUser } from '../../../test-records.ts'

const path = '/admin/saved-views'
const unknownId = '01931f6e-0000-7000-8000-00000000dead'

let app: TestApp
let arjun: string
let tara: string
let farida: string
beforeAll(async () => {
  app = await createTestApp()
  arjun = await app.tokenFor('arjun.mehta@greenroom.example')
  tara = await app.tokenFor('tara.bose@greenroom.example')
  farida = await app.tokenFor('farida.khan@greenroom.example')
})
afterAll(() => app.close())
afterEach(async () => void (await app.database.pool.query('delete from saved_view')))

const view = (values: object = {}) => ({
  path: '/transactions/masterclass',
  name: 'Paid in dollars',
  search: { status: 'completed', currency: 'USD' },
  is_shared: false,
  ...values,
})
const save = (values: object = {}, token?: string) =>
  app.call('POST', path, { json: view(values), ...(token ? { token } : {}) })
const made = async (values: object = {}, token?: string) => {
  const { status, body } = await save(values, token)
  expect([status, body.message]).toEqual([201, 'View saved'])
  return body.data
}
const listed = async (token?: string) => (await app.call('GET', path, token ? { token } : {})).body.data.views
const names = async (token?: string) => (await listed(token)).map(({ name }: { name: string }) => name)
const change = (id: string, json: object, { token, version }: { token?: string; version?: number } = {}) =>
  app.call('PATCH', `${path}/${id}`, {
    json,
    ...(token ? { token } : {}),
    ...(version ? { headers: { 'if-match': `"${version}"` } } : {}),
  })
const remove = (id: string, token?: string) => app.call('DELETE', `${path}/${id}`, token ? { token } : {})
const audited = async () =>
  (
    await sql<{
      action: string
    }>`select action, actor_email, entity_id, entity_label, before, after from audit_entry
    where entity_type = 'saved-view' order by at`.execute(app.database.kysely)
  ).rows

describe('saved views', () => {
  it('require a credential (AUTH-09)', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await app.call(method, path, { token: null })).status).toBe(401)
    }
  })

  it.each([
    [{ path: '/nowhere' }, 'path', savedViewMessages.path],
    [{ path: '/masterclass/create' }, 'path', savedViewMessages.path],
    [{ path: '//elsewhere.example' }, 'path', savedViewMessages.path],
    [{ path: 7 }, 'path', savedViewMessages.path],
    [{ name: ' ' }, 'name', savedViewMessages.nameRequired],
    [{ name: 'x'.repeat(61) }, 'name', savedViewMessages.nameTooLong],
    [{ name: 'Paid\nin dollars' }, 'name', savedViewMessages.nameHidden],
    [{ name: 'Paid \u202esrallod' }, 'name', savedViewMessages.nameHidden],
    [{ search: {} }, 'search', savedViewMessages.searchEmpty],
    [{ search: { page: '2', open: unknownId } }, 'search', savedViewMessages.searchEmpty],
    [{ search: { status: 7 } }, 'search.status', savedViewMessages.search],
    [{ search: 'status=paid' }, 'search', savedViewMessages.search],
    [{ search: { q: 'x'.repeat(501) } }, 'search.q', savedViewMessages.searchTooLong],
    [
      {
        search: Object.fromEntries(
          Array.from({ length: 5 }, (_, n) => [`q${'x'.repeat(n)}`, 'y'.repeat(500)]),
        ),
      },
      'search',
      savedViewMessages.searchTooLong,
    ],
    [
      { search: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`q${'x'.repeat(n)}`, 'y'])) },
      'search',
      savedViewMessages.searchTooLong,
    ],
  ])('refuse %j (OQ-495)', async (values, field, message) => {
    const { status, body } = await save(values)
    expect([status, body.errors]).toEqual([400, [{ path: field, message }]])
    expect(await listed()).toEqual([])
  })

  it('keep the filters without the page and what is opened, and are audited (OQ-495)', async () => {
    const saved = await made({
      name: '  Paid in dollars ',
      search: { status: 'completed', page: '4', currency: 'USD', open: unknownId },
    })
    expect(saved).toEqual({
      _id: expect.any(String),
      path: '/transactions/masterclass',
      name: 'Paid in dollars',
      search: { currency: 'USD', status: 'completed' },
      is_shared: false,
      is_own: true,
      may_change: true,
      owner: { name: 'Meera Nair', is_disabled: false },
      created_at: testNow,
      version: 1,
    })
    expect(await listed()).toEqual([saved])
    const renamed = await change(saved._id, { name: 'Dollars', search: { currency: 'USD' } }, { version: 1 })
    expect([renamed.status, renamed.body.message]).toEqual([200, 'View changed'])
    expect(renamed.body.data).toEqual({
      ...saved,
      name: 'Dollars',
      search: { currency: 'USD' },
      version: 2,
    })
    // The same again changes nothing.
    expect((await change(saved._id, { name: 'Dollars' })).body.data.version).toBe(2)
    const removed = await remove(saved._id)
    expect([removed.status, removed.body.data]).toEqual([200, {}])
    expect(await listed()).toEqual([])
    expect((await remove(saved._id)).status).toBe(404)
    const actor_email = 'meera.nair@greenroom.example'
    expect(await audited()).toMatchObject([
      {
        action: 'saved-view.create',
        actor_email,
        entity_id: saved._id,
        after: { path: '/transactions/masterclass', is_shared: false },
      },
      {
        action: 'saved-view.update',
        entity_label: 'Dollars',
        before: { name: 'Paid in dollars' },
        after: { name: 'Dollars', search: { currency: 'USD' } },
      },
      { action: 'saved-view.remove', entity_label: 'Dollars' },
    ])
  })

  it('have one name per person and section, in any case, also when saved at once (OQ-495)', async () => {
    const answers = await Promise.all([
      save(),
      save({ name: 'PAID IN DOLLARS', path: '/transactions/events' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'DUPLICATE',
      errors: [{ path: 'name', message: savedViewMessages.nameTaken }],
    })
    // Another section, and another person.
    await made({ path: '/coupons', search: { tab: 'ended' } })
    await made({}, arjun)
    const other = await made({ name: 'Other' })
    const { status, body } = await change(other._id, { name: 'paid in Dollars' })
    expect([status, body.errors[0].path]).toEqual([409, 'name'])
  })

  it('are seen by nobody else until they are shared, and then by those whose role opens the screen (OQ-496)', async () => {
    const { _id } = await made()
    const leads = await made({ path: '/advisory/leads', search: { status: 'DEFERRED' }, is_shared: true })
    const imran = await app.tokenFor('imran.sheikh@greenroom.example')
    expect(await listed(arjun)).toMatchObject([{ _id: leads._id, is_own: false, may_change: false }])
    expect(await names(farida)).toEqual([])
    expect((await change(_id, { is_shared: true })).body.data.is_shared).toBe(true)
    expect(await listed(farida)).toMatchObject([
      { _id, is_own: false, may_change: false, owner: { name: 'Meera Nair', is_disabled: false } },
    ])
    // Advisory sees no money.
    expect((await listed(imran)).map((one: { _id: string }) => one._id)).toEqual([leads._id])
    await change(_id, { is_shared: false })
    expect(await names(farida)).toEqual([])
  })

  it('are listed by name, own ones first (OQ-496)', async () => {
    await made({ name: 'a shared one', is_shared: true }, arjun)
    await made({ name: 'zebra' })
    await made({ name: 'Élan' })
    await made({ name: 'apple' })
    const shown = await names()
    expect(shown.at(-1)).toBe('a shared one')
    expect(shown.slice(0, 3).sort()).toEqual(['apple', 'zebra', 'Élan'].sort())
    expect(shown[0]).toBe('apple')
  })

  it('are changed by their owner, and shared ones by who administers staff (OQ-497)', async () => {
    const own = await made({ name: 'Own' }, arjun)
    const shared = await made({ name: 'Shared', is_shared: true }, arjun)
    // A view that somebody else doesn't see doesn't exist for them.
    for (const token of [farida, undefined]) {
      expect((await change(own._id, { name: 'Mine' }, token ? { token } : {})).status).toBe(404)
      expect((await remove(own._id, token)).status).toBe(404)
    }
    const refused = await change(shared._id, { name: 'Mine' }, { token: farida })
    expect([refused.status, refused.body.message]).toEqual([403, savedViewMessages.notOwn('Arjun Mehta')])
    expect((await remove(shared._id, farida)).status).toBe(403)
    // Moderation doesn't open transactions.
    const leela = await app.tokenFor('leela.thomas@greenroom.example')
    expect((await remove(shared._id, leela)).status).toBe(404)
    expect((await listed(undefined))[0]).toMatchObject({ is_own: false, may_change: true })
    expect((await change(shared._id, { name: 'Ours' })).status).toBe(200)
    expect(await names(arjun)).toEqual(['Ours', 'Own'])
    expect((await remove(shared._id)).status).toBe(200)
    expect(await names(arjun)).toEqual(['Own'])
  })

  it('refuse a stale edit with 409 and the current view (OQ-109)', async () => {
    const { _id } = await made({ is_shared: true }, arjun)
    await change(_id, { name: 'First' }, { token: arjun, version: 1 })
    const { status, body } = await change(_id, { name: 'Second' }, { version: 1 })
    expect([status, body.code, body.message]).toEqual([409, 'STALE', savedViewMessages.stale])
    expect(body.data).toMatchObject({ name: 'First', version: 2 })
    expect(await names()).toEqual(['First'])
  })

  it('survive two changes and a removal at once (OQ-497)', async () => {
    const { _id } = await made({ is_shared: true }, arjun)
    const answers = await Promise.all([
      change(_id, { name: 'One' }, { token: arjun, version: 1 }),
      change(_id, { name: 'Two' }, { version: 1 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const removals = await Promise.all([remove(_id, arjun), remove(_id)])
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it('need a role that opens the screen, also when they are changed (OQ-496)', async () => {
    const { status, body } = await save({ path: '/history', search: { kind: 'changes' } }, tara)
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    const { _id } = await made({}, farida)
    await made({ name: 'Shared', is_shared: true }, farida)
    const setRole = (role: string) =>
      sql`update staff set role = ${role} where email = 'farida.khan@greenroom.example'`.execute(
        app.database.kysely,
      )
    const readRoles = async () => {
      const { body } = await app.call('POST', '/admin/staff', {
        json: { email: `reader-${Date.now()}@partner.example`, role: 'viewer' },
      })
      await app.call('PATCH', `/admin/staff/${body.data._id}`, { json: { is_disabled: true } })
    }
    await setRole('moderation')
    await readRoles()
    expect(await names(farida)).toEqual([])
    // Others keep the shared one.
    expect(await names(arjun)).toEqual(['Shared'])
    expect((await change(_id, { search: { currency: 'INR' } }, { token: farida })).status).toBe(403)
    await setRole('finance')
    await readRoles()
    expect(await names(farida)).toEqual(['Paid in dollars', 'Shared'])
  })

  it('are not shared if they look for a person by phone or e-mail address (OQ-498)', async () => {
    for (const search of [{ phone: '9845012763' }, { q: 'ananya.iyer@gmail.com' }]) {
      const { status, body } = await save({ search, is_shared: true })
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'is_shared', message: savedViewMessages.personalShared }],
      ])
    }
    const { _id } = await made({ search: { phone: '9845012763' } })
    expect((await change(_id, { is_shared: true })).status).toBe(400)
    const shared = await made({ name: 'Shared', is_shared: true })
    expect((await change(shared._id, { search: { phone: '9845012763' } })).status).toBe(400)
    // A viewer sees phones masked.
    const { status, body } = await save({ search: { phone: '9845012763' } }, tara)
    expect([status, body.errors]).toEqual([400, [{ path: 'search', message: savedViewMessages.personal }]])
  })

  it('are not shared with a phone or an e-mail address in the name (OQ-498)', async () => {
    const refusal = [400, [{ path: 'name', message: savedViewMessages.personalName }]]
    const refused = async (answer: ReturnType<typeof save>) => {
      const { status, body } = await answer
      expect([status, body.errors]).toEqual(refusal)
    }
    await refused(save({ name: 'Ananya 98450 12763', is_shared: true }))
    await refused(save({ name: 'ananya.iyer@gmail.com', is_shared: true }))
    const { _id } = await made({ name: 'Ananya +91 98450-12763' })
    await refused(change(_id, { is_shared: true }))
    await refused(change(_id, { name: 'ananya.iyer@gmail.com', is_shared: true }))
    expect((await change(_id, { name: 'Ananya', is_shared: true })).status).toBe(200)
    await refused(change(_id, { name: 'Ananya 9845012763' }))
    expect(await names()).toEqual(['Ananya'])
  })

  it(`are at most ${mostViews} per person, also when saved at once, and ${mostSharedViews} shared ones (OQ-495)`, async () => {
    const fill = (email: string, count: number, isShared: boolean) =>
      sql`insert into saved_view (id, staff_id, path, section, name, search, is_shared, created_at, updated_at)
        select gen_random_uuid(), staff.id, '/coupons', 'coupons', 'Many ' || n || ${String(isShared)}, '{"tab": "ended"}',
          ${isShared}, now(), now()
        from staff, generate_series(1, ${sql.lit(count)}) as n where email = ${email}`.execute(
        app.database.kysely,
      )
    await listed(arjun)
    await listed(tara)
    await fill('meera.nair@greenroom.example', mostViews - 1, false)
    const answers = await Promise.all([save({ name: 'One' }), save({ name: 'Two' }), save({ name: 'Three' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(savedViewMessages.tooMany)
    expect(await listed()).toHaveLength(mostViews)
    await fill('arjun.mehta@greenroom.example', mostSharedViews, true)
    const own = await made({}, farida)
    const refused = await change(own._id, { is_shared: true }, { token: farida })
    expect([refused.status, refused.body.message]).toEqual([409, savedViewMessages.tooManyShared])
    expect((await save({ name: 'Another', is_shared: true }, farida)).status).toBe(409)
    expect((await listed()).length).toBe(mostViews + mostSharedViews)
  })

  it('of a disabled person stay in use, and say so (OQ-497)', async () => {
    const { _id } = await made({ is_shared: true }, farida)
    await made({ name: 'Own' }, farida)
    const staff = (await app.call('GET', '/admin/staff?q=farida.khan')).body.data.staff[0]
    await app.call('PATCH', `/admin/staff/${staff._id}`, { json: { is_disabled: true } })
    expect(await listed()).toMatchObject([
      { _id, may_change: true, owner: { name: 'Farida Khan', is_disabled: true } },
    ])
    await app.call('PATCH', `/admin/staff/${staff._id}`, { json: { is_disabled: false } })
    farida = (await app.signIn(await app.idTokenFor('farida.khan@greenroom.example'))).body.data.credential
    expect(await names(farida)).toEqual(['Own', 'Paid in dollars'])
  })

  it('are read by an API key as far as they are shared, and never written by one (OQ-496)', async () => {
    await made({ path: '/coupons', search: { tab: 'ended' }, is_shared: true })
    await made({ is_shared: true })
    await made({ name: 'Own' })
    const { secret: token } = (
      await app.call('POST', '/admin/api-keys', { json: { name: 'Server', permissions: ['content.read'] } })
    ).body.data
    expect(await listed(token)).toMatchObject([{ path: '/coupons', is_own: false, may_change: false }])
    const { status, body } = await save({ path: '/coupons', search: { tab: 'ended' } }, token)
    expect([status, body.message]).toEqual([403, savedViewMessages.onlyPeople])
  })

  it('are deleted with the person that they look for, and nobody else (OQ-498)', async () => {
    const user = await makeUser(app.database.kysely, {
      email: 'asha.rao@example.com',
      phone: '+919845012799',
    })
    await made({ name: 'Asha', search: { phone: '+91 98450 12799' } })
    await made({ name: 'Asha by mail', search: { q: 'ASHA.RAO@example.com' } })
    await made({ name: 'Another', search: { phone: '9845012763' } })
    const exported = await app.call('POST', `/admin/personal-data/people/user.${user}/export`)
    expect(exported.body.data.content.saved_views_of_staff).toHaveLength(2)
    const { body } = await app.call('POST', '/admin/personal-data/erasures', {
      json: { person: `user.${user}`, confirmation: 'asha.rao@example.com' },
    })
    expect(body.success, JSON.stringify(body)).toBe(true)
    const { tasks } = app.app
    await tasks['erase-person']?.({ id: body.data._id }, { signal: new AbortController().signal } as never)
    expect(await names()).toEqual(['Another'])
    const entries = JSON.stringify(await audited())
    expect(entries).not.toMatch(/98450 ?12799/)
    expect(entries).toContain('9845012763')
  })
})
