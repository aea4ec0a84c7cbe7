import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateDatabase, migrationsFolder } from '../platform/database/migrate.ts'
import { readMigrations } from '../platform/database/migration-files.ts'
import { urlOfDatabase } from '../platform/database/test-server.ts'

const log = pino({ level: 'silent' })
const name = `${inject('databasePrefix')}role_by_hand`
const url = urlOfDatabase(inject('databaseServer'), name)

async function query(connectionString: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

beforeAll(() => query(inject('databaseServer'), `create database ${name}`))
afterAll(() => query(inject('databaseServer'), `drop database ${name} with (force)`))

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const person = (number: number, email: string, invited = false) => `
  insert into staff (id, email, name, role, invited_at, created_at)
  values ('${id(number)}', '${email}', '', 'finance', ${invited ? 'now()' : 'null'}, now())`
const entry = (number: number, action: string, of: number, before: object, after: object) => `
  insert into audit_entry (id, at, actor_email, actor_id, action, entity_type, entity_id, before, after)
  values ('${id(number)}', now(), 'o@company.example', 'o', '${action}', 'staff', '${id(of)}',
    '${JSON.stringify(before)}', '${JSON.stringify(after)}')`

test('counts invited accounts, and those whose role an owner had changed, as given by an owner (OQ-699)', async () => {
  const migrations = (await readMigrations(migrationsFolder())).map((migration) => migration.name)
  await migrateDatabase({ url }, log, { only: migrations.filter((one) => one < '0099') })
  await query(
    url,
    person(1, 'invited', true),
    person(2, 'changed'),
    person(3, 'by-domain'),
    person(4, 'disabled-and-enabled'),
    person(5, 'renamed'),
    person(6, 'other-record'),
    entry(7, 'staff.change', 2, { role: 'viewer' }, { role: 'finance' }),
    entry(8, 'staff.change', 4, { role: 'finance', is_disabled: true }, { role: 'finance' }),
    entry(9, 'staff.rename', 5, { email: 'a' }, { email: 'b' }),
  )
  await migrateDatabase({ url }, log)
  expect(await query(url, 'select email from staff where role_by_hand order by id')).toEqual([
    { email: 'invited' },
    { email: 'changed' },
  ])
}, 60_000)
