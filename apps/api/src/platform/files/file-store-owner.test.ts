import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { type FileStore, newFileKey } from './file-store.ts'
import { adoptFileStore, claimFileStore, FileStoreError, requireOwnStore } from './file-store-owner.ts'
import { createFolderFileStore } from './folder-file-store.ts'

let database: TestDatabase
let folder: string
let store: FileStore
let id: string

beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'owner-'))
  store = createFolderFileStore(join(folder, 'files'))
  id = (await database.kysely.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const claim = () => claimFileStore(database.kysely, store)

/** Puts a file into the store, or a row into the database, or both. */
async function add({ bytes = false, row = false }): Promise<void> {
  const key = newFileKey('image/png')
  if (bytes) {
    const source = join(folder, 'source')
    await writeFile(source, 'x')
    await store.put(key, source, { mediaType: 'image/png', byteSize: 1 })
  }
  if (row) {
    const file = { key, media_type: 'image/png', byte_size: 1, sha256: '' }
    await database.kysely.insertInto('file').values(file).execute()
  }
}

async function expectRefusal(message: string): Promise<void> {
  const owner = await store.readOwner()
  await expect(claim()).rejects.toThrow(FileStoreError)
  await expect(claim()).rejects.toThrow(message)
  await expect(claim()).rejects.toThrow(/^[^\n]*npm run files:adopt\.$/)
  expect(await store.readOwner()).toBe(owner)
}

test('claims an empty store, and accepts its own again (OQ-160)', async () => {
  await claim()
  expect(await store.readOwner()).toBe(id)
  await add({ bytes: true, row: true })
  await claim()
})

test('refuses the store of another database, full or empty, and accepts it once adopted (OQ-160)', async () => {
  const other = randomUUID()
  await store.check()
  await store.writeOwner(other)
  await expectRefusal('belongs to another database')
  await add({ bytes: true })
  await expectRefusal('belongs to another database')
  expect(await adoptFileStore(database.kysely, store)).toBe(other)
  await claim()
})

test('refuses a database without files on an unclaimed store with files (OQ-160)', async () => {
  await add({ bytes: true })
  await expectRefusal('has files of another database')
})

test('refuses a database with other files on an unclaimed store with files (OQ-160)', async () => {
  await add({ bytes: true })
  await add({ row: true })
  await expectRefusal("has none of this database's files")
})

test('refuses an empty store if the database has files, as when a folder is not mounted (OQ-160)', async () => {
  await add({ row: true })
  await expectRefusal("has none of this database's files")
})

test('claims an unclaimed store that has files of this database, as before an upgrade (OQ-160)', async () => {
  await add({ bytes: true, row: true })
  await add({ row: true })
  await add({ bytes: true })
  await claim()
  expect(await store.readOwner()).toBe(id)
})

test('reports a store that cannot be used in one sentence', async () => {
  await writeFile(join(folder, 'a file'), '')
  const unusable = createFolderFileStore(join(folder, 'a file', 'below'))
  const refusal = claimFileStore(database.kysely, unusable)
  await expect(refusal).rejects.toThrow(FileStoreError)
  await expect(refusal).rejects.toThrow(/^The file store [^\n]* cannot be used: /)
})

test('notices a store that vanished or was handed to another database', async () => {
  await claim()
  await requireOwnStore(database.kysely, store)
  await rename(join(folder, 'files'), join(folder, 'away'))
  await expect(requireOwnStore(database.kysely, store)).rejects.toThrow('it has no owner')
  await store.writeOwner(randomUUID())
  await expect(requireOwnStore(database.kysely, store)).rejects.toThrow('belongs to another database')
})
