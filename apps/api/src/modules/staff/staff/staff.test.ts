import { largestPage } from '@greenroom/contract/list'
import { staffMessages } from '@greenroom/contract/staff/staff/staff.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'

const path = '/admin/staff'
const meera = 'meera.nair@greenroom.example'
const arjun = 'arjun.mehta@greenroom.example'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    ADMIN_EMAIL_DOMAINS: 'greenroom.example',
    ADMIN_EMAILS: 'operator@elsewhere.example',
    DEFAULT_ROLE: 'viewer',
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.kysely.deleteFrom('staff').execute()
  // The sessions went with the accounts: the next ones are of another moment.
  app.clock.set(new Date(app.clock.now().getTime() + 1000))
})

let count = 0

/** Signs in a new account and returns its credential and its record. */
async function signIn(email = `staff-${++count}@greenroom.example`) {
  const token = await app.tokenFor(email)
  const { status, body } = await app.call('GET', '/admin/session', { token })
  expect([status, body.code]).toEqual([200, undefined])
  return { email, token, id: body.data.staff_id as string, role: body.data.role as string }
}

/** Makes a signed-in owner. */
async function makeOwner() {
  const email = `owner-${++count}@greenroom.example`
  const operator = await app.tokenFor('operator@elsewhere.example')
  const invited = await app.call('POST', path, { token: operator, json: { email, role: 'owner' } })
  expect(invited.status).toBe(201)
  return signIn(email)
}

const operator = () => app.tokenFor('operator@elsewhere.example')
const change = async (id: string, json: object, token?: string, headers: Record<string, string> = {}) =>
  app.call('PATCH', `${path}/${id}`, { token: token ?? (await operator()), json, headers })
const listed = async (query = '') =>
  (await app.call('GET', path + query, { token: await operator() })).body.data

describe('staff', () => {
  it('are listed with role and sign-ins, those who may sign in first', async () => {
    const one = await signIn(arjun)
    const other = await signIn(meera)
    await change(one.id, { is_disabled: true })
    const { count: total, staff } = await listed()
    expect(total).toBe(3)
    expect(
      staff.map(({ email, role, is_disabled }: Record<string, unknown>) => [email, role, is_disabled]),
    ).toEqual([
      [meera, 'owner', false],
      ['operator@elsewhere.example', 'owner', false],
      [arjun, 'administrator', true],
    ])
    expect(staff[0]).toMatchObject({
      _id: other.id,
      name: 'Meera Nair',
      is_owner_by_setting: false,
      first_sign_in_at: expect.any(String),
      last_sign_in_at: expect.any(String),
    })
    expect((await listed('?q=nair')).staff).toHaveLength(1)
    expect((await listed('?role=owner')).staff).toHaveLength(2)
    expect((await listed('?limit=1&offset=1')).staff[0].email).toBe('operator@elsewhere.example')
  })

  it('from outside the domains sign in once they are invited, with the role of the invitation', async () => {
    const email = 'Guest@partner.example'
    const before = await app.signIn(await app.idTokenFor(email.toLowerCase()))
    expect([before.status, before.body.code]).toEqual([401, 'ACCOUNT_NOT_ACCEPTED'])
    const { status, body } = await app.call('POST', path, {
      token: await operator(),
      json: { email, role: 'finance' },
    })
    expect([status, body.data.role, body.data.first_sign_in_at]).toEqual([201, 'finance', null])
    app.clock.set(new Date(app.clock.now().getTime() + 1000))
    expect((await signIn(email.toLowerCase())).role).toBe('finance')
    const again = await app.call('POST', path, { token: await operator(), json: { email, role: 'viewer' } })
    expect([again.status, again.body.errors]).toEqual([
      409,
      [{ path: 'email', message: staffMessages.known }],
    ])
    await change(body.data._id, { is_disabled: true })
    const disabled = await app.call('POST', path, {
      token: await operator(),
      json: { email, role: 'viewer' },
    })
    expect([disabled.status, disabled.body.message]).toEqual([409, staffMessages.disabled])
  })

  it.each([
    [{ email: 'nobody', role: 'viewer' }, 'email'],
    [{ email: 'a@b.example', role: 'king' }, 'role'],
    [{ email: 'a@b.example' }, 'role'],
  ])('are not invited by %j', async (json, field) => {
    const { status, body } = await app.call('POST', path, { token: await operator(), json })
    expect([status, body.errors[0].path]).toEqual([400, field])
  })

  it('get another role at once, and the change is audited', async () => {
    const { id, token } = await signIn()
    expect((await app.call('GET', '/admin/staff', { token })).status).toBe(403)
    const changed = await change(id, { role: 'administrator' }, undefined, { 'if-match': '"1"' })
    expect([changed.status, changed.body.data.role, changed.body.data.version]).toEqual([
      200,
      'administrator',
      2,
    ])
    expect((await app.call('GET', '/admin/staff', { token })).status).toBe(200)
    const stale = await change(id, { role: 'viewer' }, undefined, { 'if-match': '"1"' })
    expect([stale.status, stale.body.code, stale.body.data.role]).toEqual([409, 'STALE', 'administrator'])
    const entry = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'actor_email', 'before', 'after'])
      .where('entity_id', '=', id)
      .execute()
    expect(entry).toEqual([
      {
        action: 'staff.change',
        actor_email: 'operator@elsewhere.example',
        before: { role: 'viewer' },
        after: { role: 'administrator' },
      },
    ])
  })

  it('have their new role after its commit, also when they called during it (OQ-518)', async () => {
    const { id, token } = await signIn()
    const mayListStaff = async () => (await app.call('GET', '/admin/staff', { token })).status
    expect(await mayListStaff()).toBe(403)
    const pool = app.database.pool
    await pool.query(`
      create function wait_before_commit() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(42); return null; end';
      create constraint trigger wait_before_commit after update on staff
        deferrable initially deferred for each row execute function wait_before_commit()`)
    const blocker = await pool.connect()
    try {
      await blocker.query('begin; select pg_advisory_xact_lock(42)')
      const changing = change(id, { role: 'administrator' })
      await expect
        .poll(async () => (await blocker.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0)
      // The old role is still right, and is remembered.
      expect(await mayListStaff()).toBe(403)
      await blocker.query('commit')
      expect((await changing).status).toBe(200)
      expect(await mayListStaff()).toBe(200)
    } finally {
      blocker.release()
      await pool.query('drop function wait_before_commit cascade')
    }
  })

  it('are refused with the reason once they are disabled, and admitted again', async () => {
    const { id, token, email } = await signIn()
    await change(id, { is_disabled: true })
    const message = 'Your account has been disabled. Ask an owner of Greenroom to enable it.'
    const refused = await app.call('GET', '/admin/session', { token })
    expect([refused.status, refused.body.message]).toEqual([401, message])
    const signedIn = await app.signIn(await app.idTokenFor(email))
    expect([signedIn.status, signedIn.body.message]).toEqual([401, message])
    await change(id, { is_disabled: false })
    // The sessions have ended for good; the account can sign in again.
    const ended = await app.call('GET', '/admin/session', { token })
    expect([ended.status, ended.body.code]).toEqual([401, 'CREDENTIAL_EXPIRED'])
    expect((await app.signIn(await app.idTokenFor(email))).status).toBe(201)
  })

  it('finish the request during which they are disabled, and no other', async () => {
    const { id, token } = await signIn()
    await change(id, { role: 'content' })
    const blocker = await app.database.pool.connect()
    await blocker.query('begin; lock table creator in access exclusive mode')
    const running = app.call('GET', '/admin/creators', { token })
    await expect
      .poll(async () => (await blocker.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await change(id, { is_disabled: true })
    await blocker.query('rollback')
    blocker.release()
    expect((await running).status).toBe(200)
    expect((await app.call('GET', '/admin/creators', { token })).status).toBe(401)
  })

  it('cannot change their own access, nor that of an owner by setting', async () => {
    const owner = await makeOwner()
    const own = await change(owner.id, { role: 'viewer' }, owner.token)
    expect([own.status, own.body.message]).toEqual([409, staffMessages.self])
    const [bySetting] = (await listed('?q=operator')).staff
    for (const json of [{ role: 'viewer' }, { is_disabled: true }]) {
      const { status, body } = await change(bySetting._id, json, owner.token)
      expect([status, body.message]).toEqual([409, staffMessages.bySetting])
    }
  })

  it('keep one owner when two remove each other at once', async () => {
    await app.database.kysely.deleteFrom('staff').execute()
    for (let n = 0; n < 10; n++) {
      const [one, other] = [await makeOwner(), await makeOwner()]
      // Without the owner by setting, whom the table would count.
      await app.database.kysely
        .deleteFrom('staff')
        .where('email', '=', 'operator@elsewhere.example')
        .execute()
      const answers = await Promise.all([
        change(other.id, n % 2 ? { role: 'viewer' } : { is_disabled: true }, one.token),
        change(one.id, { role: 'viewer' }, other.token),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe(staffMessages.lastOwner)
      const owners = await app.database.kysely
        .selectFrom('staff')
        .select('id')
        .where('role', '=', 'owner')
        .where('is_disabled', '=', false)
        .execute()
      expect(owners).toHaveLength(1)
      await app.database.kysely.deleteFrom('staff').execute()
      app.clock.set(new Date(app.clock.now().getTime() + 1000))
    }
  })

  it('with a recreated account sign in after another invitation', async () => {
    const { id, email } = await signIn()
    await app.database.kysely.updateTable('staff').set({ subject: 'the account before' }).execute()
    const before = await app.idTokenFor(email)
    const again = await app.call('POST', `${path}/${id}/invite`, { token: await operator() })
    expect(again.status).toBe(200)
    // The account that had the address may still hold an ID token from before the invitation.
    const old = await app.signIn(before)
    expect([old.status, old.body.code]).toEqual([401, 'CREDENTIAL_EXPIRED'])
    app.clock.set(new Date(app.clock.now().getTime() + 1000))
    const token = await app.tokenFor(email)
    expect((await app.call('GET', '/admin/session', { token })).body.data.staff_id).toBe(id)
  })

  it('are invited once, whatever the letter case, and also at once (OQ-356)', async () => {
    const token = await operator()
    const invite = (email: string) => app.call('POST', path, { token, json: { email, role: 'viewer' } })
    const spellings = ['Asha.Rao@partner.example', 'asha.rao@PARTNER.example', '  ASHA.RAO@partner.example ']
    const answers = await Promise.all(spellings.map(invite))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await listed('?q=asha.rao')).count).toBe(1)
  })

  it.each([
    'asha\u200b@partner.example',
    'asha\u202e@partner.example',
    'a b@partner.example',
    'asha\u0000@x.example',
  ])('are not invited by the address %j (OQ-356)', async (email) => {
    const { status, body } = await app.call('POST', path, {
      token: await operator(),
      json: { email, role: 'viewer' },
    })
    expect([status, body.errors?.[0].path]).toEqual([400, 'email'])
  })

  it('cannot disable themselves or free their own address (OQ-355)', async () => {
    const owner = await makeOwner()
    for (const answer of [
      await change(owner.id, { is_disabled: true }, owner.token),
      await app.call('POST', `${path}/${owner.id}/invite`, { token: owner.token }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([409, staffMessages.self])
    }
  })

  it('are listed by pages, however many they are (OQ-355)', async () => {
    await app.database.kysely
      .insertInto('staff')
      .values(
        Array.from({ length: 1_000 }, (_, n) => ({
          id: crypto.randomUUID(),
          email: `many-${n}@greenroom.example`,
          name: '',
          role: 'viewer',
        })),
      )
      .execute()
    const { count: total, staff } = await listed('?q=many-')
    expect([total, staff.length]).toEqual([1_000, 50])
    expect((await listed('?q=many-&limit=1000')).staff).toHaveLength(largestPage)
  })

  it('lose access in the next request of a running upload as well (OQ-355)', async () => {
    const { id, token } = await signIn()
    await change(id, { role: 'content' })
    await change(id, { is_disabled: true })
    const form = { file: new Blob([new Uint8Array(2_000_000)], { type: 'image/png' }) }
    const answer = await app.call('POST', '/admin/upload', { token, form })
    expect(answer.status).toBe(401)
    expect(await app.spooledFiles()).toEqual([])
  })
})
