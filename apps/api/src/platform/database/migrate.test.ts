import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { DatabaseTooNewError, migrateDatabase, migrationsFolder } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { urlOfDatabase } from './test-server.ts'

const log = pino({ level: 'silent' })
let folder: string
let name: string
let url: string
const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-migrations-'))
  await cp(join(migrationsFolder(), '0001-foundation.sql'), join(folder, '0001-foundation.sql'))
  name = `${inject('databasePrefix')}migrate`
  await admin(`create database ${name}`)
  url = urlOfDatabase(inject('databaseServer'), name)
})
afterEach(async () => {
  await admin(`drop database ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

test('migrates once for programs that start together on an empty database', async () => {
  // Migrating twice would insert twice.
  await writeFile(join(folder, '0002-count.sql'), 'create table tally (n int); insert into tally values (1);')
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase({ url }, log, { folder })))
  expect(await query('select n from tally')).toEqual([{ n: 1 }])
  expect(await query('select name from kysely_migration order by name')).toEqual([
    { name: '0001-foundation' },
    { name: '0002-count' },
  ])
  expect(await query('select count(*)::int as n from graphile_worker.jobs')).toEqual([{ n: 0 }])
})

test('rejects the database of a newer program with a message and leaves it unchanged', async () => {
  await writeFile(join(folder, '0002-future.sql'), 'create table future (n int)')
  await migrateDatabase({ url }, log, { folder })
  await rm(join(folder, '0002-future.sql'))
  const refusal = migrateDatabase({ url }, log, { folder })
  await expect(refusal).rejects.toThrow(DatabaseTooNewError)
  await expect(refusal).rejects.toThrow(
    /^This database was made by a newer Greenroom \(it holds 0002-future\)/,
  )
  expect(await query('select count(*)::int as n from future')).toEqual([{ n: 0 }])
})

test('rolls back all migrations when one fails', async () => {
  await writeFile(join(folder, '0002-good.sql'), 'create table good (n int)')
  await writeFile(join(folder, '0003-bad.sql'), 'create table half (n int); select * from nowhere;')
  await expect(migrateDatabase({ url }, log, { folder })).rejects.toThrow(/nowhere/)
  expect(await query(`select to_regclass('good') as good, to_regclass('half') as half`)).toEqual([
    { good: null, half: null },
  ])
})

test('allows adding audit entries, but not changing or deleting them', async () => {
  const database: TestDatabase = await createTestDatabase()
  try {
    const entry = { id: crypto.randomUUID(), at: new Date(), action: 'created', entity_type: 'order' }
    await database.kysely.insertInto('audit_entry').values(entry).execute()
    const refused = /audit entries are never changed or removed/
    await expect(database.kysely.updateTable('audit_entry').set({ action: 'x' }).execute()).rejects.toThrow(
      refused,
    )
    await expect(database.kysely.deleteFrom('audit_entry').execute()).rejects.toThrow(refused)
    await expect(database.pool.query('truncate audit_entry')).rejects.toThrow(refused)
    expect(await database.kysely.selectFrom('audit_entry').select('action').execute()).toEqual([
      { action: 'created' },
    ])
  } finally {
    await database.drop()
  }
})
