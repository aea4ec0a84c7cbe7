import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate, PostgresDialect } from 'kysely-codegen'
import { pino } from 'pino'
import { createKysely, createPool } from '../apps/api/src/platform/database/connect.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/api/src/platform/database/embedded-postgres.ts'
import { placePreparedCluster } from '../apps/api/src/platform/database/prepared-cluster.ts'

const target = fileURLToPath(new URL('../apps/api/src/platform/database/tables.ts', import.meta.url))
const log = pino({ level: 'warn' })

/** Returns the TypeScript types of all tables, read from a new, fully migrated database. */
async function readTypes(): Promise<string> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'greenroom-types-'))
  await placePreparedCluster(dataDirectory)
  const server = await startEmbeddedPostgres({ dataDirectory, log, durable: false })
  try {
    const pool = createPool(server.url, { size: 2, log })
    try {
      return await generate({
        db: createKysely(pool),
        dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
        defaultSchemas: ['public'],
        includePattern: 'public.*',
        excludePattern: 'kysely_*',
        // The pool reads 64-bit integers as exact numbers.
        typeMapping: { int8: 'number' },
        print: false,
        outFile: null,
      })
    } finally {
      await pool.end()
    }
  } finally {
    await server.stop()
    await removeEmbeddedPostgres(dataDirectory)
  }
}

const types = await readTypes()
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== types) {
    console.error('The table types do not match the migrations. Run: npm run database:types')
    process.exitCode = 1
  }
} else {
  writeFileSync(target, types)
  console.log(`Wrote ${target}`)
}
