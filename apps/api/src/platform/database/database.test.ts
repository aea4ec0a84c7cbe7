import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { connectDatabase, createKysely, createPool } from './connect.ts'
import { afterCommit, inTransaction } from './database.ts'
import {
  isCheckViolation,
  isDiskFull,
  isLockTimeout,
  isRetryable,
  isStatementTimeout,
  isTransient,
  isUnavailable,
  isUniqueViolation,
} from './database-errors.ts'
import { removeEmbeddedPostgres } from './embedded-postgres.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    create table parent (id int primary key, n int constraint parent_n_positive check (n > 0));
    create table child (parent_id int references parent);
    create table account (id int primary key, amount int not null);
    insert into account values (1, 0), (2, 0);`)
})
afterAll(async () => {
  await database.drop()
})

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error,
  )

test('reads 64-bit integers as numbers, decimals and days as strings, times as dates in UTC', async () => {
  const { rows } = await database.pool.query(`select count(*) as count, 9007199254740991 as largest,
    array[1, null]::bigint[] as list, 1.10::numeric as amount, '2026-03-01'::date as day,
    '2026-03-01T00:30:00+05:30'::timestamptz as at, current_setting('TimeZone') as zone`)
  expect(rows).toEqual([
    {
      count: 1,
      largest: 9007199254740991,
      list: [1, null],
      amount: '1.10',
      day: '2026-03-01',
      at: new Date('2026-02-28T19:00:00Z'),
      zone: 'UTC',
    },
  ])
})

test('rejects an integer that would lose digits', async () => {
  await expect(database.pool.query('select 9007199254740993 as n')).rejects.toThrow(RangeError)
  expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

const settingsInUse = `select current_setting('lock_timeout') as lock,
  current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`

test('sets the time-outs on every connection', async () => {
  expect((await database.pool.query(settingsInUse)).rows).toEqual([
    { lock: '1min', statement: '1min', idle: '1min' },
  ])
  expect((await database.background.pool.query(settingsInUse)).rows).toEqual([
    { lock: '1min', statement: '1min', idle: '1min' },
  ])
})

test('sets the time-outs for each transaction alone, as a pooler needs it', async () => {
  const pool = createPool(database.url, { size: 1, log })
  const db = createKysely(pool, { limits: { lock: 0.2, statement: 0.5 } })
  try {
    const inside = await inTransaction(db, (transaction) => sql.raw(settingsInUse).execute(transaction))
    expect(inside.rows).toEqual([{ lock: '200ms', statement: '500ms', idle: '1min' }])
    expect((await sql.raw(settingsInUse).execute(db)).rows).toEqual([
      { lock: '0', statement: '0', idle: '0' },
    ])
  } finally {
    await pool.end()
  }
})

describe('errors', () => {
  test('distinguishes violations by kind and name', async () => {
    const { pool } = database
    await pool.query('insert into parent values (1, 1)')
    const unique = await failureOf(pool.query('insert into parent values (1, 1)'))
    const check = await failureOf(pool.query('insert into parent values (2, 0)'))
    const foreign = await failureOf(pool.query('insert into child values (9)'))
    expect([
      isUniqueViolation(unique),
      isUniqueViolation(unique, 'parent_pkey'),
      isUniqueViolation(unique, 'other'),
    ]).toEqual([true, true, false])
    expect([isCheckViolation(check, 'parent_n_positive'), isCheckViolation(unique)]).toEqual([true, false])
    expect([isUniqueViolation(foreign), isCheckViolation(foreign)]).toEqual([false, false])
    expect(
      [unique, check, foreign].some(
        (error) => isUnavailable(error) || isRetryable(error) || isDiskFull(error),
      ),
    ).toBe(false)
  })

  test('treats a server that is missing, silent, or cuts the connection as unavailable', async () => {
    // Reads and never responds, so that it notices when the other side leaves.
    const silent = createServer((socket) => socket.on('error', () => {}).resume())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const mute = createPool(`postgresql://x@127.0.0.1:${address.port}/x`, { size: 1, log })
    mute.options.connectionTimeoutMillis = 100
    expect(isUnavailable(await failureOf(mute.query('select 1')))).toBe(true)
    await new Promise((resolve) => silent.close(resolve))
    expect(isUnavailable(await failureOf(mute.query('select 1')))).toBe(true)
    await mute.end()
    const noSocket = createPool('postgresql://x@%2Fnonexistent/x', { size: 1, log })
    expect(isUnavailable(await failureOf(noSocket.query('select 1')))).toBe(true)
    await noSocket.end()
    const cut = await failureOf(database.pool.query('select pg_terminate_backend(pg_backend_pid())'))
    expect(isUnavailable(cut)).toBe(true)
    const full = createPool(database.url, { size: 1, log })
    const holder = await full.connect()
    full.options.connectionTimeoutMillis = 50
    expect(isUnavailable(await failureOf(full.query('select 1')))).toBe(true)
    holder.release()
    await full.end()
  })
})

describe('a statement that waits too long', () => {
  const pool = () => createPool(database.url, { size: 1, log, limits: { lock: 0.2, statement: 0.6 } })

  test('fails with a lock time-out on a row, a table, an advisory lock and a unique key', async () => {
    const release = await database.hold('select pg_advisory_xact_lock(7)')
    const others = await Promise.all([
      database.hold('select from account where id = 1 for update'),
      database.hold('lock table child in access exclusive mode'),
      database.hold('insert into parent values (80, 1)'),
    ])
    const waiting = pool()
    try {
      for (const statement of [
        'update account set amount = amount where id = 1',
        'select from child',
        'select pg_advisory_xact_lock(7)',
        'insert into parent values (80, 1)',
      ]) {
        const failure = await failureOf(waiting.query(statement))
        expect([isLockTimeout(failure), isTransient(failure)], statement).toEqual([true, true])
      }
    } finally {
      await waiting.end()
      for (const end of [release, ...others]) await end()
    }
  })

  test('fails with a statement time-out', async () => {
    const waiting = pool()
    const failure = await failureOf(waiting.query('select pg_sleep(60)'))
    await waiting.end()
    expect([isStatementTimeout(failure), isTransient(failure)]).toEqual([true, true])
  })
})

describe('inTransaction', () => {
  test('rolls back a failing function and joins an open transaction', async () => {
    const failure = await failureOf(
      inTransaction(database.kysely, async (outer) => {
        await inTransaction(outer, async (inner) => {
          expect(inner).toBe(outer)
          await sql`insert into parent values (50, 1)`.execute(inner)
        })
        throw new Error('changed my mind')
      }),
    )
    expect(failure).toEqual(new Error('changed my mind'))
    expect((await sql`select from parent where id = 50`.execute(database.kysely)).rows).toEqual([])
  })

  test('completes all of several transactions that block each other', async () => {
    let runs = 0
    let arrived = 0
    let open = () => {}
    const bothHoldOne = new Promise<void>((resolve) => {
      open = resolve
    })
    const transfer = (from: number, to: number) =>
      inTransaction(database.kysely, async (transaction) => {
        runs++
        await sql`update account set amount = amount - 1 where id = ${from}`.execute(transaction)
        if (++arrived === 2) open()
        await bothHoldOne
        await sql`update account set amount = amount + 1 where id = ${to}`.execute(transaction)
      })
    await Promise.all([transfer(1, 2), transfer(2, 1)])
    expect(runs).toBe(3)
    const { rows } = await sql`select amount from account`.execute(database.kysely)
    expect(rows).toEqual([{ amount: 0 }, { amount: 0 }])
  })

  test('gives up after three repeats', async () => {
    let runs = 0
    const failure = await failureOf(
      inTransaction(database.kysely, async (transaction) => {
        runs++
        await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(transaction)
      }),
    )
    expect([runs, isRetryable(failure)]).toEqual([4, true])
  })
})

test('uses the embedded server without DATABASE_URL', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'greenroom-connect-'))
  const settings = readSettings({ DATABASE_POOL_SIZE: '4', DATA_DIR })
  const embedded = await connectDatabase(settings, log)
  expect(embedded.isEmbedded).toBe(true)
  expect((await embedded.pool.query('select current_database() as name')).rows).toEqual([
    { name: 'greenroom' },
  ])
  await Promise.all([embedded.close(), embedded.close()])
  const stopped = createPool(embedded.url, { size: 1, log })
  expect(isUnavailable(await failureOf(stopped.query('select 1')))).toBe(true)
  await stopped.end()
  const given = await connectDatabase({ ...settings, DATABASE_URL: database.url }, log)
  expect(given.isEmbedded).toBe(false)
  expect((await sql`select 1 as one`.execute(given.kysely)).rows).toEqual([{ one: 1 }])
  await given.close()
  await removeEmbeddedPostgres(join(DATA_DIR, 'postgres'))
  await rm(DATA_DIR, { recursive: true, force: true })
})

test('runs what waits for a commit once, after it, and not when the transaction fails (OQ-518)', async () => {
  const { kysely } = database
  const ran: string[] = []
  const amountNow = async () =>
    (await database.pool.query('select amount from account where id = 2')).rows[0].amount as number
  let attempts = 0
  await inTransaction(kysely, async (transaction) => {
    afterCommit(transaction, () => ran.push(`attempt ${++attempts}`))
    // A joined transaction is the same one.
    await inTransaction(transaction, async (joined) => afterCommit(joined, () => ran.push('joined')))
    await sql`update account set amount = 7 where id = 2`.execute(transaction)
    expect(ran).toEqual([])
    expect(await amountNow()).not.toBe(7)
  })
  expect(ran).toEqual(['attempt 1', 'joined'])
  await failureOf(
    inTransaction(kysely, async (transaction) => {
      afterCommit(transaction, () => ran.push('failed'))
      throw new Error('It fails.')
    }),
  )
  afterCommit(kysely, () => ran.push('outside'))
  expect(ran).toEqual(['attempt 1', 'joined', 'outside'])
})
