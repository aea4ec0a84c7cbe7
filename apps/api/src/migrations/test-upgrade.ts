import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { migrateDatabase, migrationsFolder } from '../platform/database/migrate.ts'
import { readMigrations } from '../platform/database/migration-files.ts'
import { urlOfDatabase } from '../platform/database/test-server.ts'

const log = pino({ level: 'silent' })

/** Runs statements in a database and returns the rows of the last one. */
export async function queryDatabase(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** An empty database of a test, which it migrates in two steps with rows of the earlier version in between. */
export function createUpgradedDatabase(name: string) {
  const fullName = `${inject('databasePrefix')}${name}`
  const server = inject('databaseServer')
  const url = urlOfDatabase(server, fullName)
  return {
    create: () => queryDatabase(server, `create database ${fullName}`),
    drop: () => queryDatabase(server, `drop database ${fullName} with (force)`),
    query: (...statements: string[]) => queryDatabase(url, ...statements),
    /** @param number of the first migration that is left out, as in its file's name */
    async migrateBefore(number: string): Promise<void> {
      const names = (await readMigrations(migrationsFolder())).map((migration) => migration.name)
      await migrateDatabase({ url }, log, { only: names.filter((one) => one < number) })
    },
    migrate: () => migrateDatabase({ url }, log),
  }
}
