import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { enqueue } from '../jobs/job-runner.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

afterAll(async () => {
  await app.close()
})

/** The value of a line of the metrics; undefined if there is none. */
function reading(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('counts responses by route and status, without names of records or people', async () => {
  await app.call('GET', '/admin/creators?q=Meera')
  await app.call('GET', '/admin/masterclass/0193-secret-id')
  await app.call('GET', '/no/such/page')
  const { status, body, headers } = await app.call('GET', '/metrics', { token: null })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/plain')
  const count = 'greenroom_http_request_duration_seconds_count'
  expect(reading(body, `${count}{method="GET",route="/admin/creators",status="200"}`)).toBe(1)
  expect(reading(body, `${count}{method="GET",route="/admin/masterclass/:id",status="404"}`)).toBe(1)
  expect(reading(body, `${count}{method="GET",route="none",status="404"}`)).toBe(1)
  for (const text of ['Meera', 'secret-id', 'greenroom.example', '/no/such']) expect(body).not.toContain(text)
})

test('reports connections, jobs, unsettled refunds and free disk', async () => {
  const { body } = await app.call('GET', '/metrics', { token: null })
  expect(reading(body, 'greenroom_refunds_unsettled')).toBe(0)
  expect(reading(body, 'greenroom_open_differences')).toBe(0)
  expect(reading(body, 'greenroom_webhooks{state="failed"}')).toBe(0)
  expect(reading(body, 'greenroom_jobs{state="failed"}')).toBe(0)
  expect(reading(body, 'greenroom_disk_free_bytes')).toBeGreaterThan(0)
  expect(reading(body, 'greenroom_database_connections{pool="calls",state="idle"}')).toBeGreaterThan(0)
  expect(reading(body, 'greenroom_database_connections{pool="background",state="busy"}')).toBeDefined()
  expect(reading(body, 'greenroom_process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('counts a job as failed after its last attempt, not while it runs', async () => {
  const db = app.database.kysely
  await enqueue(db, { task: 'remove-file', payload: {}, maxAttempts: 1 })
  const jobs = async () => {
    const { body } = await app.call('GET', '/metrics', { token: null })
    return ['waiting', 'failed'].map((state) => reading(body, `greenroom_jobs{state="${state}"}`))
  }
  expect(await jobs()).toEqual([1, 0])
  await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'me'`.execute(
    db,
  )
  expect(await jobs()).toEqual([1, 0])
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(db)
  expect(await jobs()).toEqual([0, 1])
})

test('counts and logs a payment webhook without a valid signature', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const other = await createTestApp({}, log)
  await other.call('POST', '/webhooks/razorpay', { token: null, json: {} })
  const { body } = await other.call('GET', '/metrics', { token: null })
  expect(reading(body, 'greenroom_webhooks_refused_total')).toBe(1)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { address: '127.0.0.1', msg: expect.stringContaining('check RAZORPAY_WEBHOOK_SECRET') },
  ])
  await other.close()
})

test('rejects a caller from another machine', async () => {
  const answer = await app.app.fastify.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })
  expect(answer.statusCode).toBe(404)
})

test('shows jobs that failed three times or gave up, by task', async () => {
  const db = app.database.kysely
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await enqueue(db, { task: 'remove-file', payload: {} })
  await enqueue(db, { task: 'sweep-files', payload: {}, maxAttempts: 1 })
  const failing = async () => {
    const { body } = await app.call('GET', '/metrics', { token: null })
    return ['remove-file', 'sweep-files'].map((task) =>
      reading(body, `greenroom_jobs_failing{task="${task}"}`),
    )
  }
  const fail = (attempts: number) =>
    sql`update graphile_worker._private_jobs set last_error = 'away', attempts = least(${attempts}, max_attempts)`.execute(
      db,
    )
  expect(await failing()).toEqual([undefined, undefined])
  await fail(2)
  expect(await failing()).toEqual([undefined, 1])
  await fail(3)
  expect(await failing()).toEqual([1, 1])
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  expect(await failing()).toEqual([undefined, undefined])
})

test('shows the files that the sweep holds back (OQ-161)', async () => {
  const heldBack = async () =>
    reading((await app.call('GET', '/metrics', { token: null })).body, 'greenroom_files_held_back')
  expect(await heldBack()).toBe(0)
  await sql`insert into unused_file (key, given_up)
    select md5(n::text) || '.png', true from generate_series(1, 101) as n`.execute(app.database.kysely)
  expect(await heldBack()).toBe(101)
})

test('rejects a caller through a proxy on the same machine', async () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const answer = await app.call('GET', '/metrics', { token: null, headers: { [name]: '203.0.113.9' } })
    expect(answer.status).toBe(404)
  }
})

test('requires its own token, also on this machine', async () => {
  const guarded = await createTestApp({ METRICS_TOKEN: 'a-token-for-metrics' })
  expect((await guarded.call('GET', '/metrics', { token: null })).status).toBe(404)
  expect((await guarded.call('GET', '/metrics')).status).toBe(404)
  expect((await guarded.call('GET', '/metrics', { token: 'a-token-for-metricz' })).status).toBe(404)
  const answer = await guarded.call('GET', '/metrics', {
    token: 'a-token-for-metrics',
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(answer.status).toBe(200)
  await guarded.close()
})
