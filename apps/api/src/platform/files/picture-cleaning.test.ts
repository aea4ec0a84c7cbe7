import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { type FileStore, newFileKey } from './file-store.ts'
import { createFolderFileStore } from './folder-file-store.ts'
import { cleanStoredPictures } from './picture-cleaning.ts'

let database: TestDatabase
let folder: string
let store: FileStore
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cleaning-'))
  store = createFolderFileStore(join(folder, 'files'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Stores bytes as an earlier version did. */
async function keep(bytes: Buffer, mediaType: string): Promise<string> {
  const key = newFileKey(mediaType)
  const path = join(folder, key)
  await writeFile(path, bytes)
  await store.put(key, path, { mediaType, byteSize: bytes.length })
  await database.kysely
    .insertInto('file')
    .values({ key, media_type: mediaType, byte_size: bytes.length, sha256: hashOf(bytes) })
    .execute()
  return key
}

async function bytesOf(key: string): Promise<Buffer> {
  const stored = await store.read(key)
  if (!stored) throw new Error('no bytes')
  return buffer(stored.stream)
}

const rowOf = (key: string) =>
  database.kysely.selectFrom('file').selectAll().where('key', '=', key).executeTakeFirstOrThrow()

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#224466' } })

/** A JPEG with a comment in its first segment. */
async function withComment(text: string): Promise<Buffer> {
  const jpeg = await picture().jpeg().toBuffer()
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), Buffer.from(text)])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

it('cleans what earlier versions stored, keeps the address, and changes nothing a second time', async () => {
  const dirty = await keep(await withComment('Priya, 12.97 N 77.59 E'), 'image/jpeg')
  const clean = await keep(await picture().png().toBuffer(), 'image/png')
  const broken = await keep(Buffer.from('no picture'), 'image/webp')
  const text = await keep(Buffer.from('%PDF-1.4 Priya'), 'application/pdf')
  const missing = await keep(await picture().png().toBuffer(), 'image/png')
  await store.remove(missing)
  const before = await rowOf(clean)
  const run = () =>
    cleanStoredPictures(database.kysely, store, { spoolFolder: join(folder, 'spool'), onProgress: () => {} })
  expect(await run()).toEqual({ checked: 4, changed: 1, unreadable: [broken, missing].sort() })

  const bytes = await bytesOf(dirty)
  expect(bytes.includes('Priya')).toBe(false)
  expect((await sharp(bytes).metadata()).width).toBe(40)
  expect(await rowOf(dirty)).toMatchObject({
    byte_size: bytes.length,
    sha256: hashOf(bytes),
    width: 40,
    height: 30,
  })
  expect(await rowOf(clean)).toEqual(before)
  expect((await bytesOf(broken)).toString()).toBe('no picture')
  expect((await bytesOf(text)).includes('Priya')).toBe(true)
  expect(await readdir(join(folder, 'spool'))).toEqual([])
  expect(await run()).toMatchObject({ checked: 4, changed: 0 })
})

it('completes a picture whose row was not changed before a stop', async () => {
  const key = await keep(await withComment('Asha'), 'image/jpeg')
  const { sha256 } = await rowOf(key)
  const options = { spoolFolder: join(folder, 'spool'), onProgress: () => {} }
  await cleanStoredPictures(database.kysely, store, options)
  const cleaned = await rowOf(key)
  await database.kysely.updateTable('file').set({ sha256, byte_size: 1 }).where('key', '=', key).execute()
  expect(await cleanStoredPictures(database.kysely, store, options)).toMatchObject({ changed: 1 })
  expect(await rowOf(key)).toEqual(cleaned)
})
