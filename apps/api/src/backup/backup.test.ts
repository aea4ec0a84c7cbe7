import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failureMessage } from '../failure-message.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { makeBackup } from './backup.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const bytes = Buffer.from('the bytes of a picture')

/** A store with one file that runs something when it is read. */
function storeWhere(happens: () => Promise<unknown>): FileStore {
  const unused = async () => {
    throw new Error('A backup only reads.')
  }
  return {
    place: 'a store',
    put: unused,
    trash: unused,
    remove: unused,
    check: unused,
    readOwner: unused,
    writeOwner: unused,
    async *list() {},
    async read() {
      await happens()
      return { stream: Readable.from([bytes]), byteSize: bytes.length }
    },
  }
}

test('fails with a message if the database becomes unavailable while files are copied', async () => {
  await database.kysely
    .insertInto('file')
    .values({
      key: `${'0'.repeat(32)}.jpg`,
      media_type: 'image/jpeg',
      byte_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    .execute()
  const store = storeWhere(() =>
    sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely),
  )
  const failure = await makeBackup({ url: database.url, store }, join(folder, 'copy'), () => {}).catch(
    (error: unknown) => error,
  )
  expect(failureMessage(failure)).toContain('The database')
})
