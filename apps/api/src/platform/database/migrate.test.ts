import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { migrateDatabase, migrationsFolder, UnfitDatabaseError } from './migrate.ts'
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
  await expect(refusal).rejects.toThrow(UnfitDatabaseError)
  await expect(refusal).rejects.toThrow(
    /^This database was made by a newer Greenroom \(it holds 0002-future\)/,
  )
  expect(await query('select count(*)::int as n from future')).toEqual([{ n: 0 }])
})

describe('a newer schema', () => {
  const write = (file: string, text: string) => writeFile(join(folder, file), text)

  test('is accepted by an older program that its migrations are compatible with, at every start', async () => {
    await write('0002-column.sql', '-- compatible-with: 0001\ncreate table wide (n int)')
    await write('0003-column.sql', '-- compatible-with: 0001\nalter table wide add column m int')
    await migrateDatabase({ url }, log, { folder })
    await rm(join(folder, '0002-column.sql'))
    await rm(join(folder, '0003-column.sql'))
    await migrateDatabase({ url }, log, { folder })
    await migrateDatabase({ url }, log, { folder })
    expect(await query('select n, m from wide')).toEqual([])
  })

  test('is refused by a program older than its migrations are compatible with, which the message names', async () => {
    await write('0002-move.sql', '-- compatible-with: 0001\ncreate table moved (n int)')
    await write('0003-drop.sql', '-- compatible-with: 0002\ncreate table dropped (n int)')
    await migrateDatabase({ url }, log, { folder })
    await rm(join(folder, '0003-drop.sql'))
    await migrateDatabase({ url }, log, { folder })
    await rm(join(folder, '0002-move.sql'))
    await expect(migrateDatabase({ url }, log, { folder })).rejects.toThrow(
      /^This database was made by a newer Greenroom \(it holds 0003-drop\)/,
    )
  })

  test.each(['0002', '18', 'always'])('cannot name %s as compatible with 0002', async (header) => {
    await write('0002-wrong.sql', `-- compatible-with: ${header}\ncreate table wrong (n int)`)
    await expect(migrateDatabase({ url }, log, { folder })).rejects.toThrow(
      '0002-wrong: compatible-with must be the number of an earlier migration',
    )
  })
})

describe('a table in use', () => {
  const lock = { milliseconds: 50, attempts: 3, longestPause: 10 }
  let reader: pg.Client
  beforeEach(async () => {
    await migrateDatabase({ url }, log, { folder })
    await query('create table busy (n int)')
    reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin')
    await reader.query('select from busy')
    await writeFile(join(folder, '0002-alter.sql'), 'alter table busy add column m int')
  })
  afterEach(() => reader.end())

  test('fails a migration after its attempts, and is free for others', async () => {
    await expect(migrateDatabase({ url }, log, { folder, lock })).rejects.toMatchObject({ code: '55P03' })
    expect(await query('select n from busy')).toEqual([])
  })

  test('delays a migration until it is free', async () => {
    const waiting = pino(
      { level: 'warn' },
      {
        write(line: string) {
          if (line.includes('waits for a table')) void reader.query('commit')
        },
      },
    )
    await migrateDatabase({ url }, waiting, { folder, lock: { ...lock, attempts: 1_000 } })
    expect(await query('select n, m from busy')).toEqual([])
  })
})

describe('a migration that builds indexes concurrently', () => {
  const validity = () =>
    query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('tally_n')`,
    )
  beforeEach(async () => {
    await writeFile(
      join(folder, '0002-tally.sql'),
      'create table tally (n int); insert into tally values (1), (1)',
    )
    await writeFile(
      join(folder, '0003-index.sql'),
      '-- For searches.\ncreate unique index concurrently tally_n on tally (n);\n',
    )
    await writeFile(join(folder, '0004-later.sql'), 'create table later (n int)')
  })

  test('runs once for programs that start together', async () => {
    await writeFile(join(folder, '0002-tally.sql'), 'create table tally (n int)')
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase({ url }, log, { folder })))
    expect(await validity()).toEqual([{ valid: true }])
    expect(await query('select n from later')).toEqual([])
  })

  test('rebuilds the invalid index that a failure left, and continues', async () => {
    await expect(migrateDatabase({ url }, log, { folder })).rejects.toMatchObject({ code: '23505' })
    expect(await validity()).toEqual([{ valid: false }])
    await query('delete from tally')
    await migrateDatabase({ url }, log, { folder })
    expect(await validity()).toEqual([{ valid: true }])
    expect(await query('select n from later')).toEqual([])
  })

  test('keeps an index that was built before the program was killed', async () => {
    await expect(migrateDatabase({ url }, log, { folder })).rejects.toThrow()
    await query('drop index tally_n')
    await query('create index tally_n on tally (n)')
    await migrateDatabase({ url }, log, { folder })
    expect(await validity()).toEqual([{ valid: true }])
  })

  test('is refused with other statements, which a restart would repeat', async () => {
    await writeFile(
      join(folder, '0003-index.sql'),
      'create index concurrently tally_n on tally (n); update tally set n = n + 1;',
    )
    await expect(migrateDatabase({ url }, log, { folder })).rejects.toThrow(/^0003-index: a migration with/)
  })
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

describe('an unfit database', () => {
  test('whose user creates tables outside of public is refused before anything is made (OQ-170)', async () => {
    await query('create schema app')
    const elsewhere = `${url}&options=-c%20search_path%3Dapp`
    await expect(migrateDatabase({ url: elsewhere }, log, { folder })).rejects.toThrow(
      "The database's user creates tables in the schema app, but Greenroom needs public.",
    )
    expect(await query(`select relname from pg_class where relnamespace = 'app'::regnamespace`)).toEqual([])
  })

  test('whose restore did not end is refused, except by the restore itself (OQ-162)', async () => {
    await query('create table unfinished_restore ()')
    await expect(migrateDatabase({ url }, log, { folder })).rejects.toThrow(UnfitDatabaseError)
    await migrateDatabase({ url }, log, { folder, isRestore: true })
  })
})
