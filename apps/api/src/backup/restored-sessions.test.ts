import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('opens no session that was open in the backup, because it may have ended since (OQ-691)', async () => {
  const store = createFolderFileStore(join(folder, 'files'))
  await claimFileStore(database.kysely, store)
  await sql`insert into staff (id, email, name, role) values (gen_random_uuid(), 'm@a.example', '', 'owner')`.execute(
    database.kysely,
  )
  for (const [name, ended, because] of [
    ['open', null, null],
    ['ended', '2026-11-20T10:00:00Z', 'sign-out'],
  ]) {
    await sql`insert into session (id, sha256, staff_id, issuer, subject, email, name, token_sha256, browser, address,
        started_at, last_call_at, ends_at, ended_at, ended_because)
      select gen_random_uuid(), ${name}, id, '', '', email, '', ${name}, '', '', now(), now(),
        now() + interval '12 hours', ${ended}::timestamptz, ${because}::text from staff`.execute(
      database.kysely,
    )
  }
  await makeBackup({ url: database.url, store }, join(folder, 'copy'), () => {})

  await sql
    .raw('drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade')
    .execute(empty.kysely)
  const place = { url: empty.url, store, scratch: folder, log: pino({ level: 'silent' }) }
  await restoreBackup(place, join(folder, 'copy'), () => {}, { prefix: 'GR', lastNumbers: [] })
  const restored = await empty.kysely
    .selectFrom('session')
    .select(['sha256', 'ended_because'])
    .where('ended_at', 'is not', null)
    .orderBy('sha256')
    .execute()
  expect(restored).toEqual([
    { sha256: 'ended', ended_because: 'sign-out' },
    { sha256: 'open', ended_because: 'restored' },
  ])
})
