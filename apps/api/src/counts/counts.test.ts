import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createKysely, createPool } from '../platform/database/connect.ts'
import { checkCounts, foldCounts } from '../platform/database/kept-counts.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { emptyingOf } from '../platform/database/test-emptying.ts'
import { urlOfDatabase } from '../platform/database/test-server.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { allCounts } from './all-counts.ts'

const insertOrders = `
  insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
    entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, source)
  select gen_random_uuid(), gen_random_uuid(), (array['pending', 'completed'])[1 + n % 2], 1, 'INR',
    '2026-11-20T06:00:00Z'::timestamptz - n * interval '1 hour', 'custom', md5((n % 5)::text)::uuid, '',
    gen_random_uuid(), '', '', '', '', nullif(n % 3, 0)
  from generate_series(1, $1::int) as n`
const insertLeads = `
  with service as (
    insert into advisory_service (id, service_name, buffer_time, slot_time)
    values (gen_random_uuid(), 'Term cover', 600, 1800) returning id
  )
  insert into lead (id, reference_record_id, status, start_time, created_at, service_id, user_first_name,
    user_last_name, user_email, user_phone)
  select gen_random_uuid(), gen_random_uuid(), 'DEFERRED', now(), now(), service.id, '', '', '', ''
  from service, generate_series(1, $1::int)`

/** Messages of the log's error lines. */
const errors: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line).msg) })
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({}, log)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.pool.query(emptyingOf('transaction', 'lead'))
  errors.length = 0
})

const runTask = (task: string) =>
  app.app.tasks[task]?.({}, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal })
const metric = async (name: string) => {
  const { body } = await app.call('GET', '/metrics', { token: null })
  return Number(
    String(body)
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )
}
const waitingJobs = async () =>
  (
    await sql<{ key: string; seconds: number }>`
      select key, extract(epoch from run_at)::float8 as seconds from graphile_worker.jobs`.execute(
      app.database.kysely,
    )
  ).rows

describe('the jobs of the counts', () => {
  test('run each minute and each night (OQ-180, OQ-182)', () => {
    const patterns = new Map(app.app.crontab.map(({ task, pattern }) => [task, pattern]))
    expect(patterns.get('fold-counts')).toBe('* * * * *')
    expect(patterns.get('check-counts')).toBe('30 21 * * *')
  })

  test('fold the changes of all lists and report the waiting ones (OQ-180)', async () => {
    await app.database.pool.query(insertOrders, [30])
    await app.database.pool.query(insertLeads, [20])
    expect(await metric('greenroom_count_changes{list="transactions"}')).toBe(30)
    expect(await metric('greenroom_count_changes{list="leads"}')).toBe(20)
    await runTask('fold-counts')
    expect(await metric('greenroom_count_changes{list="transactions"}')).toBe(0)
    expect(await metric('greenroom_count_changes{list="leads"}')).toBe(0)
    for (const counts of allCounts) expect(await checkCounts(app.database.kysely, counts)).toBe(0)
    expect(await waitingJobs()).toEqual([])
  })

  test('fold again soon while there are many changes (OQ-180)', async () => {
    await app.database.pool.query(insertOrders, [201])
    await runTask('fold-counts')
    const soon = app.clock.now().getTime() / 1000 + 1
    expect(await waitingJobs()).toEqual([{ key: 'fold-counts-soon', seconds: soon }])
  })

  test('find wrong counts, report them by metric and log, and repair them (OQ-182)', async () => {
    await app.database.pool.query(insertOrders, [30])
    await runTask('fold-counts')
    await runTask('check-counts')
    expect(await metric('greenroom_wrong_counts{list="transactions"}')).toBe(0)
    expect(errors).toEqual([])
    // As after an import with disabled triggers.
    await sql`alter table transaction disable trigger user`.execute(app.database.kysely)
    await app.database.pool.query(insertOrders, [5])
    await sql`alter table transaction enable trigger user`.execute(app.database.kysely)
    await runTask('check-counts')
    expect(await metric('greenroom_wrong_counts{list="transactions"}')).toBeGreaterThan(0)
    expect(await metric('greenroom_wrong_counts{list="leads"}')).toBe(0)
    expect(errors).toEqual(['stored counts were wrong and are counted again'])
    expect((await app.call('GET', '/admin/orders?limit=1')).body.data.ordersCount).toBe(35)
    await runTask('check-counts')
    expect(await metric('greenroom_wrong_counts{list="transactions"}')).toBe(0)
  })
})

test('the migration keeps totals exact, also over drifted counts (OQ-180)', async () => {
  const name = `${inject('databasePrefix')}counts`
  const url = urlOfDatabase(inject('databaseServer'), name)
  await app.database.pool.query(`create database ${name}`)
  const pool = createPool(url, { size: 2, log })
  const kysely = createKysely(pool)
  try {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select name from kysely_migration where name < '0024' order by name`,
    )
    await migrateDatabase({ url }, log, { only: rows.map((row) => row.name) })
    await pool.query(insertOrders, [40])
    await pool.query(insertLeads, [40])
    await pool.query(`update transaction_count set n = n - 300 where currency_code = ''`)
    await pool.query('update lead_count set n = n - 300')
    await migrateDatabase({ url }, log)
    const { rows: states } = await pool.query('select list, counted_at from count_state order by list')
    expect(states).toEqual([
      { list: 'leads', counted_at: null },
      // No order carries a coupon yet.
      { list: 'redemptions', counted_at: expect.any(Date) },
      { list: 'transactions', counted_at: null },
    ])
    // An order before the first recount.
    await pool.query(insertOrders, [1])
    for (const counts of allCounts) {
      expect(await foldCounts(kysely, counts, log)).toBe(0)
      expect(await checkCounts(kysely, counts)).toBe(0)
    }
    const total = await pool.query(`select sum(n)::int as n, sum(paid)::int as paid from transaction_count
      where entity_type = '' and status = '' and currency_code = '' and source = ''`)
    expect(total.rows).toEqual([{ n: 41, paid: 21 }])
  } finally {
    await kysely.destroy()
    await app.database.pool.query(`drop database ${name} with (force)`)
  }
})
