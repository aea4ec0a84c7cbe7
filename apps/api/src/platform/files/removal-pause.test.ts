import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { pauseRemoval, unlessPaused } from './removal-pause.ts'

/** Locks that somebody waits for in this database, and not in another file's. */
const waiting = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where not granted and datname = current_database()`

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
})

async function removes(): Promise<boolean> {
  let happened = false
  const done = await unlessPaused(database.kysely, async () => {
    happened = true
  })
  expect(done).toBe(happened)
  return happened
}

test('deletes no bytes while a backup reads, and continues when its connection is closed', async () => {
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  expect(await removes()).toBe(true)
  await pauseRemoval(reader)
  expect(await removes()).toBe(false)
  await reader.end()
  await expect.poll(removes).toBe(true)
})

test('runs deletions concurrently', async () => {
  const both = await unlessPaused(database.kysely, async () => {
    expect(await removes()).toBe(true)
  })
  expect(both).toBe(true)
})

test('makes a backup wait for a running deletion', async () => {
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  const order: string[] = []
  let paused: Promise<void> | undefined
  await unlessPaused(database.kysely, async () => {
    paused = pauseRemoval(reader).then(() => void order.push('reads'))
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
    order.push('removed')
  })
  await paused
  expect(order).toEqual(['removed', 'reads'])
  await reader.end()
})
