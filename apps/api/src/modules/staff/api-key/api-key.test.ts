import { largestPage } from '@greenroom/contract/list'
import { apiKeyMessages, keyPermissions } from '@greenroom/contract/staff/api-key/api-key.schema'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeCreator } from '../../../test-records.ts'

const path = '/admin/api-keys'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let count = 0
const makeKey = async (
  values: object = {},
  options: { token?: string; headers?: Record<string, string> } = {},
) =>
  app.call('POST', path, {
    json: { name: `Server ${++count}`, permissions: ['content.read'], ...values },
    ...options,
  })

const audited = () =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'actor_email', 'entity_label', 'after'])
    .orderBy('at')
    .execute()

describe('API keys', () => {
  it('are shown once and stored as a hash', async () => {
    const { status, body } = await makeKey({ name: 'Checkout' })
    expect(status).toBe(201)
    const { key, secret } = body.data
    expect(secret).toMatch(/^grk_[\w-]{43}$/)
    expect(key).toEqual({
      _id: expect.any(String),
      name: 'Checkout',
      beginning: secret.slice(0, 10),
      permissions: ['content.read'],
      created_at: testNow,
      created_by: 'meera.nair@greenroom.example',
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      revoked_by: null,
    })
    const listed = (await app.call('GET', path)).body.data
    expect(listed).toEqual({ count: 1, keys: [key] })
    const { rows } = await app.database.pool.query(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { table_name } of rows) {
      const { rows: stored } = await app.database.pool.query(
        `select t::text as text from public."${table_name}" t`,
      )
      for (const { text } of stored) expect(text).not.toContain(secret.slice(10))
    }
    expect((await audited()).at(-1)).toMatchObject({
      action: 'api-key.create',
      entity_label: 'Checkout',
      after: { permissions: ['content.read'] },
    })
  })

  it('repeat under one Idempotency-Key as the same key with a new secret, until it is used (OQ-605)', async () => {
    const name = `Server ${++count}`
    const headers = { 'idempotency-key': 'one-wish' }
    const [first, second] = [await makeKey({ name }, { headers }), await makeKey({ name }, { headers })]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.key).toEqual({
      ...first.body.data.key,
      beginning: second.body.data.secret.slice(0, 10),
    })
    const entries = await audited()
    expect(entries.filter(({ entity_label }) => entity_label === name)).toHaveLength(1)
    const { rows } = await app.database.pool.query('select body::text from idempotency_key')
    expect(rows.length).toBeGreaterThan(0)
    for (const { body } of rows) expect(body).not.toContain('secret')
    const statusOf = async (token: string) => (await app.call('GET', '/admin/session', { token })).status
    expect(await statusOf(first.body.data.secret)).toBe(401)
    expect(await statusOf(second.body.data.secret)).toBe(200)
    const third = await makeKey({ name }, { headers })
    expect([third.status, third.body.message]).toEqual([409, apiKeyMessages.usedOrRevoked])
    expect(await statusOf(second.body.data.secret)).toBe(200)
  })

  it('act with their own permissions and under their own name', async () => {
    const { secret: token, key } = (await makeKey({ permissions: ['content.read', 'content.write'] })).body
      .data
    expect((await app.call('GET', '/admin/session', { token })).body.data).toMatchObject({
      role: null,
      staff_id: null,
      permissions: ['content.read', 'content.write'],
    })
    await makeCreator(app)
    const [creator] = (await app.call('GET', '/admin/creators', { token })).body.data
    expect(creator.phone).toContain('•••')
    for (const [method, place] of [
      ['GET', '/admin/orders'],
      ['POST', '/admin/payment/refund'],
      ['GET', path],
      ['POST', path],
    ] as const) {
      expect([place, (await app.call(method, place, { token })).status]).toEqual([place, 403])
    }
    const news = await app.call('POST', '/admin/creator', {
      token,
      json: { first_name: 'Rhea', last_name: 'Sen', email: 'rhea.sen@example.com', phone: '+919845012763' },
    })
    expect(news.status).toBe(201)
    expect((await audited()).at(-1)).toMatchObject({
      action: 'creator.create',
      actor_id: `key:${key._id}`,
      actor_email: `API key ${key.name}`,
    })
    const used = (await app.call('GET', path)).body.data.keys.find(
      ({ _id }: { _id: string }) => _id === key._id,
    )
    expect(used.last_used_at).toBe(testNow)
  })

  it('never refund, approve, erase, or decide about staff and keys', async () => {
    for (const permission of [
      'money.refund',
      'money.approve',
      'personal.erase',
      'staff.write',
      'key.write',
    ]) {
      expect(keyPermissions).not.toContain(permission)
      const { status, body } = await makeKey({ permissions: ['content.read', permission] })
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'permissions.1', message: apiKeyMessages.permissionRefused }],
      ])
    }
  })

  it.each([
    [{ name: ' ' }, 'name', apiKeyMessages.nameRequired],
    [{ name: 'x'.repeat(101) }, 'name', apiKeyMessages.nameTooLong],
    [{ name: 'Checkout\nserver' }, 'name', apiKeyMessages.nameHidden],
    [{ name: 'Nightly \u202etropmi' }, 'name', apiKeyMessages.nameHidden],
    [{ permissions: [] }, 'permissions', apiKeyMessages.permissionRequired],
    [{ expires_at: 'tomorrow' }, 'expires_at', apiKeyMessages.expiry],
    [{ expires_at: testNow }, 'expires_at', apiKeyMessages.expiryPast],
    [{ expires_in_days: 0 }, 'expires_in_days', apiKeyMessages.days],
    [{ expires_in_days: 1.5 }, 'expires_in_days', apiKeyMessages.days],
    [{ expires_in_days: 3651 }, 'expires_in_days', apiKeyMessages.days],
    [
      { expires_in_days: 30, expires_at: '2030-12-31T18:30:00Z' },
      'expires_in_days',
      apiKeyMessages.daysAndExpiry,
    ],
  ])('refuse %j', async (values, field, message) => {
    const { status, body } = await makeKey(values)
    expect([status, body.errors]).toEqual([400, [{ path: field, message }]])
  })

  it('have one name each while they are in use, also when made at once', async () => {
    const name = 'Nightly import'
    const answers = await Promise.all([makeKey({ name }), makeKey({ name: name.toUpperCase() })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const { key } = answers.find(({ status }) => status === 201)?.body.data ?? {}
    await app.call('POST', `${path}/${key._id}/revoke`)
    expect((await makeKey({ name })).status).toBe(201)
  })

  it('stop at once when they are revoked, and once only', async () => {
    const { secret: token, key } = (await makeKey()).body.data
    expect((await app.call('GET', '/admin/creators', { token })).status).toBe(200)
    const revoke = () => app.call('POST', `${path}/${key._id}/revoke`)
    const answers = await Promise.all([revoke(), revoke()])
    for (const { status, body } of answers) {
      expect([status, body.data.revoked_by]).toEqual([200, 'meera.nair@greenroom.example'])
    }
    expect((await app.call('GET', '/admin/creators', { token })).status).toBe(401)
    const entries = await audited()
    expect(
      entries.filter(({ action, entity_label }) => action === 'api-key.revoke' && entity_label === key.name),
    ).toHaveLength(1)
    expect((await app.call('POST', `${path}/01931f6e-0000-7000-8000-00000000dead/revoke`)).status).toBe(404)
  })

  it('stop at their end', async () => {
    const end = '2026-11-21T07:00:00.000Z'
    const { secret: token } = (await makeKey({ expires_at: end })).body.data
    expect((await app.call('GET', '/admin/creators', { token })).status).toBe(200)
    app.clock.set(end)
    expect((await app.call('GET', '/admin/creators', { token })).status).toBe(401)
    app.clock.set(testNow)
  })

  it('end after days that the server counts (OQ-517)', async () => {
    const { key } = (await makeKey({ expires_in_days: 30 })).body.data
    expect(Date.parse(key.expires_at) - Date.parse(testNow)).toBe(30 * 24 * 60 * 60 * 1000)
  })

  it('are refused when they are unknown, and the refusal keeps nothing of them', async () => {
    const forged = `grk_${'A'.repeat(43)}`
    expect((await app.call('GET', '/admin/creators', { token: forged })).status).toBe(401)
    const refusals = await app.database.kysely.selectFrom('sign_in_refusal').selectAll().execute()
    expect(refusals.at(-1)).toMatchObject({ reason: 'UNAUTHENTICATED', claimed_email: null })
    expect(JSON.stringify(refusals)).not.toContain('AAAA')
  })

  it('have a rate limit of their own, each', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const limited = await createTestApp(
      { RATE_LIMIT_PER_KEY_PER_MINUTE: '3', RATE_LIMIT_PER_MINUTE: '40' },
      log,
    )
    const make = async (name: string) =>
      (await limited.call('POST', path, { json: { name, permissions: ['content.read'] } })).body.data.secret
    const [one, other] = [await make('one'), await make('other')]
    const statusOf = async (token: string) => (await limited.call('GET', '/admin/creators', { token })).status
    expect([await statusOf(one), await statusOf(one), await statusOf(one), await statusOf(one)]).toEqual([
      200, 200, 200, 429,
    ])
    const left = await limited.call('GET', '/admin/creators', { token: other })
    expect([left.headers.get('ratelimit-limit'), left.headers.get('ratelimit-remaining')]).toEqual(['3', '2'])
    expect(Number(left.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    const refused = await limited.call('GET', '/admin/creators', { token: one })
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(other)).toBe(200)
    expect((await limited.call('GET', '/admin/creators')).status).toBe(200)
    await limited.close()
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) for (const key of [one, other]) expect(line).not.toContain(key.slice(10))
  })

  it('are read from the Authorization header only (OQ-360)', async () => {
    const { secret } = (await makeKey()).body.data
    for (const address of [`?key=${secret}`, `?access_token=${secret}`, `?api_key=${secret}`]) {
      expect((await app.call('GET', `/admin/creators${address}`, { token: null })).status).toBe(401)
    }
    const others: Record<string, string>[] = [{ 'x-api-key': secret }, { authorization: `Basic ${secret}` }]
    for (const headers of others) {
      expect((await app.call('GET', '/admin/creators', { token: null, headers })).status).toBe(401)
    }
  })

  it('go on working when their maker is disabled, and reach nothing of staff (OQ-361)', async () => {
    const token = await app.tokenFor('second.owner@greenroom.example')
    await app.call('GET', '/admin/session', { token })
    const theirs = app.database.kysely
      .updateTable('staff')
      .where('email', '=', 'second.owner@greenroom.example')
    await theirs.set({ role: 'owner' }).execute()
    // Any change of staff makes this process read the roles again.
    const invited = await app.call('POST', '/admin/staff', {
      json: { email: 'x@partner.example', role: 'viewer' },
    })
    await app.call('PATCH', `/admin/staff/${invited.body.data._id}`, { json: { is_disabled: true } })
    const made = await makeKey({ permissions: ['content.read', 'staff.read', 'history.read'] }, { token })
    const { secret, key } = made.body.data
    expect(key.created_by).toBe('second.owner@greenroom.example')
    await theirs.set({ is_disabled: true }).execute()
    expect((await app.call('GET', '/admin/creators', { token: secret })).status).toBe(200)
    for (const [method, place] of [
      ['POST', '/admin/staff'],
      ['PATCH', `/admin/staff/${invited.body.data._id}`],
      ['POST', `/admin/staff/${invited.body.data._id}/invite`],
      ['GET', path],
      ['POST', `${path}/${key._id}/revoke`],
      ['GET', '/admin/personal-data/erasures'],
    ] as const) {
      expect([place, (await app.call(method, place, { token: secret })).status]).toEqual([place, 403])
    }
  })

  it('are listed by pages, however many they are (OQ-360)', async () => {
    await app.database.pool.query(`insert into api_key (id, name, sha256, beginning, permissions, created_at, created_by)
      select gen_random_uuid(), 'Many ' || n, 'hash ' || n, 'grk_aaaaaa', '{content.read}', '2020-01-01', 'x@x.example'
      from generate_series(1, 1000) as n`)
    const { body } = await app.call('GET', path)
    expect(body.data.count).toBeGreaterThan(1_000)
    expect(body.data.keys).toHaveLength(50)
    expect((await app.call('GET', `${path}?limit=1000`)).body.data.keys).toHaveLength(largestPage)
    await app.database.pool.query("delete from api_key where name like 'Many %'")
  })

  it('can be made only with permissions that the maker has', async () => {
    // Only owners make keys, and owners have every permission: the check is for a future role.
    const administrator = await app.tokenFor('arjun.mehta@greenroom.example')
    expect((await makeKey({}, { token: administrator })).status).toBe(403)
  })
})
