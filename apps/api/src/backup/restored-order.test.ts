import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import { claimFileStore } from '../platform/files/file-store-owner.ts'
import { createFolderFileStore } from '../platform/files/folder-file-store.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

let database: TestDatabase
let empty: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  empty = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'restored-'))
})
afterEach(async () => {
  await database.drop()
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
})

async function addDelivery(db: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    insert into webhook_delivery (id, destination, event, record_type, record_id, payload, created_at, updated_at,
      next_attempt_at)
    values (gen_random_uuid(), 'product', 'post.removed', 'post', 'p', '{}', now(), now(), now())
    returning position::int`.execute(db)
  return rows[0]?.position ?? 0
}

test('puts webhooks after a restore behind those that waited in the backup (OQ-411)', async () => {
  const store = createFolderFileStore(join(folder, 'files'))
  await claimFileStore(database.kysely, store)
  const positions = [await addDelivery(database.kysely), await addDelivery(database.kysely)]
  await makeBackup({ url: database.url, store }, join(folder, 'copy'), () => {})

  await sql
    .raw('drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade')
    .execute(empty.kysely)
  const place = { url: empty.url, store, scratch: folder, log: pino({ level: 'silent' }) }
  await restoreBackup(place, join(folder, 'copy'), () => {}, { prefix: 'GR', lastNumbers: [] })
  expect(await addDelivery(empty.kysely)).toBeGreaterThan(Math.max(...positions))
})
