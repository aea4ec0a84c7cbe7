import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { sweepLog } from './sweep-log.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

afterAll(async () => {
  await app.close()
})

let begun: Date

beforeEach(() => {
  begun = new Date()
})

/** Sign-in entries since the start of this test. */
const entries = () =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select([
      'action',
      'actor_email',
      'entity_label',
      'after',
      'address',
      'request_id',
      'entity_id',
      'session_id',
    ])
    .where('entity_type', '=', 'session')
    .where('at', '>=', begun)
    .orderBy('at')
    .execute()

/** Refusals since the start of this test. */
const refusals = () =>
  app.database.kysely
    .selectFrom('sign_in_refusal')
    .select(['reason', 'claimed_email', 'address', 'sandbox'])
    .where('at', '>=', begun)
    .orderBy('at')
    .execute()

test('records a sign-in once, with its session and without the credential (OQ-692)', async () => {
  const answer = await app.signIn(await app.idTokenFor('kabir.rao@greenroom.example'))
  const token = answer.body.data.credential
  await app.call('GET', '/admin/creators', { token })
  const found = await entries()
  expect(found).toMatchObject([
    {
      action: 'session.sign-in',
      actor_email: 'kabir.rao@greenroom.example',
      address: '127.0.0.1',
      request_id: answer.headers.get('x-request-id'),
    },
  ])
  expect(found[0]?.session_id).toBe(found[0]?.entity_id)
  expect(token).not.toContain(found[0]?.entity_id)
})

test('records a refused sign-in and a refused credential with the reason and the claimed account', async () => {
  const good = await app.idTokenFor('kabir.rao@greenroom.example')
  expect((await app.signIn(`${good.slice(0, -8)}AAAAAAAA`)).status).toBe(401)
  expect((await app.call('GET', '/admin/session', { token: 'nonsense' })).status).toBe(401)
  const known = { reason: 'UNAUTHENTICATED', address: '127.0.0.1', sandbox: 'sign-in, meetings, payments' }
  expect(await refusals()).toEqual([
    { ...known, claimed_email: 'kabir.rao@greenroom.example' },
    { ...known, claimed_email: null },
  ])
  // The audit log is never emptied, and anybody can send refused credentials (OQ-173).
  expect(await entries()).toEqual([])
})

test('records a claimed account only if it has the form of an address, because staff read it (OQ-388)', async () => {
  const claim = (email: unknown) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'RS256' })}.${part({ email })}.AAAA`
  }
  const claims = [
    'system',
    'API key Checkout',
    'call +91 98765 43210 now',
    'a@b.example\u202e',
    'a@b.example',
    7,
  ]
  for (const email of claims) {
    expect((await app.call('GET', '/admin/session', { token: claim(email) })).status).toBe(401)
  }
  expect((await refusals()).map(({ claimed_email }) => claimed_email)).toEqual([
    null,
    null,
    null,
    null,
    'a@b.example',
    null,
  ])
})

test('rejects a request without a credential and records no sign-in', async () => {
  expect((await app.call('GET', '/admin/session', { token: null })).status).toBe(401)
  expect([await entries(), await refusals()]).toEqual([[], []])
})

test('begins no session that it cannot record, and the same ID token works afterwards (OQ-686)', async () => {
  const token = await app.idTokenFor('asha.iyer@greenroom.example')
  const { pool } = app.database
  await pool.query('alter table audit_entry rename to audit_entry_away')
  expect((await app.signIn(token)).status).toBe(500)
  await pool.query('alter table audit_entry_away rename to audit_entry')
  expect((await app.signIn(token)).status).toBe(201)
  expect(await entries()).toMatchObject([
    { action: 'session.sign-in', actor_email: 'asha.iyer@greenroom.example' },
  ])
})

test('rejects an account whose address has a NUL with 401 and records it without the NUL (AUTH-10)', async () => {
  expect((await app.signIn(await app.idTokenFor('kabir\u0000@greenroom.example'))).status).toBe(401)
  expect(await refusals()).toMatchObject([
    { reason: 'ACCOUNT_NOT_ACCEPTED', claimed_email: 'kabir@greenroom.example' },
  ])
})

test('deletes refusals after LOG_DAYS, and keeps only the newest ones of a flood (OQ-173, OQ-684)', async () => {
  const { kysely, pool } = app.database
  await kysely.deleteFrom('sign_in_refusal').execute()
  await pool.query(`insert into sign_in_refusal (id, at, reason, address, request_id)
    select gen_random_uuid(), now() - n * interval '1 day', 'UNAUTHENTICATED', n::text, '' from generate_series(0, 99) as n`)
  const kept = async () => {
    const rows = await kysely.selectFrom('sign_in_refusal').select('address').orderBy('at').execute()
    return [rows.length, rows[0]?.address]
  }
  await sweepLog(kysely, 'sign_in_refusal', { days: 90 })
  expect(await kept()).toEqual([90, '89'])
  await sweepLog(kysely, 'sign_in_refusal', { most: 10, days: 90 })
  expect(await kept()).toEqual([10, '9'])
})
