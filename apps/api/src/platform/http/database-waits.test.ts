import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { makeMasterclass } from '../../test-records.ts'
import { enqueue, startJobRunner } from '../jobs/job-runner.ts'

let app: TestApp
afterEach(() => app.close())

const rename = (id: string, title: string, headers: Record<string, string> = {}) =>
  app.call('POST', `/admin/masterclass/${id}`, { form: { title }, headers })
const titleOf = async (id: string) => (await app.call('GET', `/admin/masterclass/${id}`)).body.data.title

describe('a call that waits for the database', () => {
  it('returns 503 with Retry-After when another transaction holds the record, and changes nothing', async () => {
    app = await createTestApp({ DATABASE_LOCK_TIMEOUT_SECONDS: '0.2' })
    const { _id, title } = await makeMasterclass(app)
    const release = await app.database.hold('select from masterclass where id = $1 for update', [_id])
    const key = { 'idempotency-key': 'the-same-edit' }
    const refused = await rename(_id, 'Another title', key)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.body).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Someone else is changing the same records. Try again in a moment.',
    })
    await release()
    expect(await titleOf(_id)).toBe(title)
    expect((await rename(_id, 'Another title', key)).status).toBe(200)
    expect(await titleOf(_id)).toBe('Another title')
  })

  it('returns 503 with Retry-After when a statement takes too long, for a read and a write', async () => {
    app = await createTestApp({
      DATABASE_LOCK_TIMEOUT_SECONDS: '60',
      DATABASE_STATEMENT_TIMEOUT_SECONDS: '0.2',
    })
    const { _id, title } = await makeMasterclass(app)
    const release = await app.database.hold('lock table masterclass in access exclusive mode')
    for (const refused of [
      await app.call('GET', '/admin/masterclasses'),
      await rename(_id, 'Another title'),
    ]) {
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(refused.body).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'This took too long and was stopped. Try again in a moment.',
      })
    }
    await release()
    expect(await titleOf(_id)).toBe(title)
  })
})

it('stays ready, healthy and observable and runs jobs while calls use every connection', async () => {
  app = await createTestApp()
  const { pool, background } = app.database
  const held: pg.PoolClient[] = []
  while (held.length < (pool.options.max ?? 0)) held.push(await pool.connect())
  let runs = 0
  const jobs = await startJobRunner({
    pool: background.pool,
    tasks: { probe: async () => void runs++ },
    log: pino({ level: 'silent' }),
  })
  try {
    pool.options.connectionTimeoutMillis = 200
    const refused = await app.call('GET', '/admin/masterclasses')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    for (const path of ['/healthz', '/readyz']) {
      expect((await app.call('GET', path, { token: null })).status, path).toBe(200)
    }
    const { body } = await app.call('GET', '/metrics', { token: null })
    expect(body).toContain(`greenroom_database_connections{pool="calls",state="busy"} ${held.length}`)
    expect(body).toContain('greenroom_jobs{state="waiting"} 0')
    await app.app.tasks.sweep?.(
      {},
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    await enqueue(background.kysely, { task: 'probe', payload: {} })
    await expect.poll(() => runs).toBe(1)
  } finally {
    await jobs.stop()
    for (const client of held) client.release()
  }
})

describe('connections that reads and writes leave to each other (OQ-541)', () => {
  /** Waits until so many statements of calls wait for a lock. */
  const untilWaiting = (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await app.database.background.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(count)

  it('answers reads, sign-ins and readiness while writes wait for one record', async () => {
    app = await createTestApp({
      DATABASE_LOCK_TIMEOUT_SECONDS: '60',
      DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
    })
    const { pool } = app.database
    const { _id, title } = await makeMasterclass(app)
    const release = await app.database.hold('select from masterclass where id = $1 for update', [_id])
    const writes = Array.from({ length: 12 }, () => rename(_id, 'Another title'))
    await untilWaiting((pool.options.max ?? 0) - 2)
    for (let count = 0; count < 3; count++) {
      const reads = await Promise.all([
        app.call('GET', '/admin/masterclasses'),
        app.call('GET', `/admin/masterclass/${_id}`),
        app.call('GET', '/admin/overview'),
        app.call('GET', '/admin/session', { token: await app.tokenFor(`new${count}@greenroom.example`) }),
        app.call('GET', '/readyz', { token: null }),
      ])
      expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    }
    expect(await titleOf(_id)).toBe(title)
    await release()
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200))
  })

  it('answers writes while slow reads wait', async () => {
    app = await createTestApp({
      DATABASE_LOCK_TIMEOUT_SECONDS: '60',
      DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
    })
    const { pool } = app.database
    const { _id } = await makeMasterclass(app)
    const release = await app.database.hold('lock table news in access exclusive mode')
    const reads = Array.from({ length: 12 }, () => app.call('GET', '/admin/academy/news'))
    await untilWaiting((pool.options.max ?? 0) - 2)
    expect((await rename(_id, 'Another title')).status).toBe(200)
    await release()
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200))
    expect(await titleOf(_id)).toBe('Another title')
  })

  it('counts a write outside of a transaction as a write', async () => {
    app = await createTestApp({ DATABASE_LOCK_TIMEOUT_SECONDS: '60' })
    const { pool, kysely } = app.database
    const { _id } = await makeMasterclass(app)
    const release = await app.database.hold('select from masterclass where id = $1 for update', [_id])
    const writes = Array.from({ length: 12 }, (_, place) =>
      place % 2 === 0
        ? kysely.updateTable('masterclass').set({ title: 'Another' }).where('id', '=', _id).execute()
        : sql`select from masterclass where id = ${_id} for update`.execute(kysely),
    )
    await untilWaiting((pool.options.max ?? 0) - 2)
    expect((await app.call('GET', '/admin/masterclasses')).status).toBe(200)
    await release()
    await Promise.all(writes)
  })
})
