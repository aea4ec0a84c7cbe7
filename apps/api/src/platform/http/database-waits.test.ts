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
