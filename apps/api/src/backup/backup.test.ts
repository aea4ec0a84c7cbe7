import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { imageRule } from '@greenroom/contract/file-rule'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failureMessage } from '../failure-message.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { claimFileStore } from '../platform/files/file-store-owner.ts'
import { createFiles } from '../platform/files/files.ts'
import { createFolderFileStore } from '../platform/files/folder-file-store.ts'
import { spoolPart } from '../platform/files/spool.ts'
import { makeBackup } from './backup.ts'
import { readManifest } from './manifest.ts'

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

const log = pino({ level: 'silent' })
const copy = () => join(folder, 'copy')
const backUp = (store: FileStore) => makeBackup({ url: database.url, store }, copy(), () => {})

async function makeFiles() {
  const store = createFolderFileStore(join(folder, 'files'))
  await claimFileStore(database.kysely, store)
  const files = createFiles({ store, db: database.kysely, log })
  const add = async () => {
    const stream = Readable.from(['%PDF-1.4\n', randomBytes(1000)])
    const rule = { ...imageRule, mediaTypes: ['application/pdf'] }
    const spooled = await spoolPart(stream, { folder: join(folder, 'spool'), rule })
    return (await files.keep(database.kysely, spooled, randomUUID())).key
  }
  const keys = [await add(), await add(), await add()].sort()
  return { store, files, keys: keys as [string, string, string] }
}

test('lists files without bytes, with other bytes and unreadable ones, and copies the rest (OQ-162)', async () => {
  const { store, keys } = await makeFiles()
  const [whole, other, none] = keys
  await store.remove(none)
  await writeFile(join(folder, 'files', other.slice(0, 2), other), 'other bytes')
  const manifest = await backUp(store)
  expect(manifest.missing).toEqual([
    { key: other, reason: 'its bytes are not those that were stored' },
    { key: none, reason: 'it has a row but no bytes' },
  ])
  expect(manifest.files.map(({ key }) => key)).toEqual([whole])
  expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'file', rows: 3 }))
  expect(await readManifest(copy())).toEqual(manifest)
  expect(await readdir(join(copy(), 'files'), { recursive: true })).toEqual(
    expect.arrayContaining([join(whole.slice(0, 2), whole)]),
  )
  expect(await readdir(join(copy(), 'files', other.slice(0, 2)))).not.toContain(other)
})

test('names a table of another program that cannot be copied', async () => {
  const { store } = await makeFiles()
  await database.pool.query('create table other_app (y int)')
  const refusal = await backUp(store).catch(failureMessage)
  expect(refusal).toBe(
    "The table other_app cannot be copied: it has no primary key. If it is another program's, move it to another schema.",
  )
})

test('finishes without a store that breaks off, and asks it only once', async () => {
  const { store, keys } = await makeFiles()
  let reads = 0
  const away = async () => {
    throw new Error('connection refused')
  }
  const broken: FileStore = {
    ...store,
    check: away,
    async read() {
      reads += 1
      const stream = new Readable({
        read() {
          this.push('some')
          this.destroy(new Error('reset by peer'))
        },
      })
      return { stream, byteSize: 1000 }
    },
  }
  const manifest = await backUp(broken)
  expect(manifest.files).toEqual([])
  expect(manifest.missing).toEqual([
    { key: keys[0], reason: 'it cannot be read: reset by peer' },
    { key: keys[1], reason: 'the file store cannot be used: connection refused' },
    { key: keys[2], reason: 'the file store cannot be used: connection refused' },
  ])
  expect(reads).toBe(1)
})

test('contains a file that is deleted and swept while others are copied', async () => {
  const { store, files, keys } = await makeFiles()
  let reads = 0
  const deleting: FileStore = {
    ...store,
    async read(key) {
      if (reads++ === 0) {
        await files.release(database.kysely, keys[2])
        expect(await files.sweep(new Date())).toBe(1)
      }
      return store.read(key)
    },
  }
  const manifest = await backUp(deleting)
  expect(manifest.missing).toEqual([])
  expect(manifest.files.map(({ key }) => key)).toEqual(keys)
})

test('holds no connection to the database while it copies files', async () => {
  const { store } = await makeFiles()
  const open: unknown[] = []
  const watching: FileStore = {
    ...store,
    async read(key) {
      const { rows } = await database.pool.query(
        `select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and (xact_start is not null or query like 'copy%' or query = 'commit')`,
      )
      open.push(...rows)
      return store.read(key)
    },
  }
  expect((await backUp(watching)).files).toHaveLength(3)
  expect(open).toEqual([])
})

test('fails with a message if the database becomes unavailable while rows are copied', async () => {
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table file in access exclusive mode')
    const failing = backUp(createFolderFileStore(join(folder, 'files'))).catch((error: unknown) => error)
    await expect
      .poll(async () => {
        // Not on the holder: a transaction sees the activity as of its first look.
        const ended = await database.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return ended.rowCount
      })
      .toBe(1)
    expect(failureMessage(await failing)).toContain('The database')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
