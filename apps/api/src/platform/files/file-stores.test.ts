import { createHash, randomBytes } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../settings.ts'
import { readRange } from './byte-range.ts'
import { chooseFileStore } from './choose-file-store.ts'
import { type FileStore, isFileKey, newFileKey } from './file-store.ts'
import { createFolderFileStore } from './folder-file-store.ts'
import { renditionName } from './rendition-name.ts'
import { startTestS3Server, testBucket, testS3Keys } from './test-s3-server.ts'

let folder: string

let s3: Awaited<ReturnType<typeof startTestS3Server>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'))
  s3 = await startTestS3Server()
})

afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const hostile = [
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'a/b.png',
  '',
  '.',
  'con',
  `${'0'.repeat(32)}.svg`,
  `${'0'.repeat(32)}.html`,
  `${'0'.repeat(32)}.png\n`,
  `${'0'.repeat(32)}.png\0`,
  `${'0'.repeat(32)}Xpng`,
  `${'A'.repeat(32)}.png`,
  `${'0'.repeat(31)}.png`,
  `/${'0'.repeat(32)}.png`,
  `${'0'.repeat(32)}.png.481.webp`,
  `${'0'.repeat(32)}.png.480.webp.480.webp`,
  `${'0'.repeat(32)}.png.480.webp\n`,
]

const about = (bytes: Buffer) => ({ mediaType: 'image/png', byteSize: bytes.length })

async function write(bytes: Buffer): Promise<string> {
  const path = join(folder, `source-${randomBytes(6).toString('hex')}`)
  await writeFile(path, bytes)
  return path
}

async function listed(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys.sort()
}

const stores = {
  folder: () => chooseFileStore(readSettings({ DATA_DIR: folder })),
  'file address': () =>
    chooseFileStore(readSettings({ FILES_URL: pathToFileURL(join(folder, 'by address')).href })),
  s3: () =>
    chooseFileStore(
      readSettings({
        FILES_URL: `s3://${testBucket}/uploads/files/`,
        S3_ENDPOINT: s3.url,
        ...testS3Keys,
      }),
    ),
}

describe.each(Object.entries(stores))('the store of a %s', (_name, make) => {
  let store: FileStore

  beforeEach(async () => {
    store = make()
    await store.check()
  })

  test('returns a file of 12 MB exactly, whole and in ranges', async () => {
    const bytes = randomBytes(12 * 1_048_576)
    const key = newFileKey('image/png')
    await store.put(key, await write(bytes), about(bytes))
    const whole = await store.read(key)
    if (!whole) throw new Error('nothing was read')
    expect(whole.byteSize).toBe(bytes.length)
    const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    expect(sha256(await buffer(whole.stream))).toBe(sha256(bytes))
    for (const range of [
      { start: 0, end: 9 },
      { start: 5_242_879, end: 5_242_890 },
      { start: bytes.length - 1, end: bytes.length - 1 },
    ]) {
      const part = await store.read(key, range)
      if (!part) throw new Error('nothing was read')
      expect(part.byteSize).toBe(bytes.length)
      expect(bytes.subarray(range.start, range.end + 1).equals(await buffer(part.stream))).toBe(true)
    }
    await store.remove(key)
  })

  test('changes nothing when the same file is stored again', async () => {
    const bytes = Buffer.from('the same bytes')
    const key = newFileKey('image/png')
    const source = await write(bytes)
    await store.put(key, source, about(bytes))
    await store.put(key, source, about(bytes))
    const found = await store.read(key)
    expect(found && (await buffer(found.stream))).toEqual(bytes)
    await store.remove(key)
  })

  test('copies a file to a key of its own (OQ-188)', async () => {
    const bytes = Buffer.from('some bytes')
    const [key, copy] = [newFileKey('image/png'), newFileKey('image/png')]
    await store.put(key, await write(bytes), about(bytes))
    expect(await store.copy(key, copy)).toBe(true)
    await store.remove(key)
    const found = await store.read(copy)
    expect(found && (await buffer(found.stream))).toEqual(bytes)
    expect(await store.copy(key, newFileKey('image/png'))).toBe(false)
    expect(await listed(store)).toEqual([copy])
    await store.remove(copy)
  })

  test('lists files, and deletes them', async () => {
    const bytes = Buffer.from('some bytes')
    const keys = [newFileKey('image/png'), newFileKey('application/pdf'), newFileKey('video/mp4')]
    for (const key of keys) await store.put(key, await write(bytes), about(bytes))
    expect(await listed(store)).toEqual(keys.toSorted())
    for (const key of keys) await store.remove(key)
    for (const key of keys) await store.remove(key)
    expect(await listed(store)).toEqual([])
    expect(await store.read(keys[0] ?? '')).toBeNull()
  })

  test('keeps a rendition beside its file and does not list it', async () => {
    const bytes = Buffer.from('some bytes')
    const key = newFileKey('image/png')
    const name = renditionName(key, 480)
    await store.put(name, await write(bytes), about(bytes))
    expect(await listed(store)).toEqual([])
    const found = await store.read(name)
    expect(found && (await buffer(found.stream))).toEqual(bytes)
    expect(await store.read(key)).toBeNull()
    await store.remove(name)
    expect(await store.read(name)).toBeNull()
  })

  test('moves a file to the trash, reads it from there, and deletes it from there (OQ-161)', async () => {
    const bytes = Buffer.from('some bytes')
    const key = newFileKey('image/png')
    await store.put(key, await write(bytes), about(bytes))
    await store.trash(key)
    await store.trash(key)
    expect(await listed(store)).toEqual([])
    for (const range of [undefined, { start: 5, end: 9 }]) {
      const found = await store.read(key, range)
      expect(found?.byteSize).toBe(bytes.length)
      expect(found && (await buffer(found.stream)).toString()).toBe(range ? 'bytes' : 'some bytes')
    }
    await store.remove(key)
    expect(await store.read(key)).toBeNull()
    await store.trash(key)
    expect(await store.read(key)).toBeNull()
  })

  test('keeps the id of the owning database, which is no file (OQ-160)', async () => {
    expect(await store.readOwner()).toBeNull()
    for (const id of ['01931f6e-0000-7000-8000-000000000001', '01931f6e-0000-7000-8000-000000000002']) {
      await store.writeOwner(id)
      expect(await make().readOwner()).toBe(id)
    }
    expect(await listed(store)).toEqual([])
  })

  test('returns null for an unknown key', async () => {
    expect(await store.read(newFileKey('image/png'))).toBeNull()
  })

  test.each(hostile)('refuses the text %j as a key', async (text) => {
    expect(isFileKey(text)).toBe(false)
    await expect(store.read(text)).rejects.toThrow(TypeError)
    await expect(store.trash(text)).rejects.toThrow(TypeError)
    await expect(store.remove(text)).rejects.toThrow(TypeError)
    await expect(store.put(text, await write(Buffer.from('x')), about(Buffer.from('x')))).rejects.toThrow(
      TypeError,
    )
  })

  test('fails for a missing source', async () => {
    const missing = join(folder, 'missing')
    await expect(store.put(newFileKey('image/png'), missing, about(Buffer.from('x')))).rejects.toThrow()
  })
})

describe('keys', () => {
  test('have the extension of their type and never repeat', () => {
    const keys = Array.from({ length: 1000 }, () => newFileKey('image/jpeg'))
    expect(new Set(keys).size).toBe(1000)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}\.jpg$/)
  })

  test.each(['image/svg+xml', 'text/html', 'constructor', ''])('are refused for %j', (type) => {
    expect(() => newFileKey(type)).toThrow(TypeError)
  })
})

describe('the folder store', () => {
  test.each(['trash', 'remove'] as const)('deletes half a file, left by a crash, on %s', async (end) => {
    const place = join(folder, 'broken off')
    const store = createFolderFileStore(place)
    const key = newFileKey('image/png')
    await mkdir(join(place, key.slice(0, 2)), { recursive: true })
    const unfinished = join(place, key.slice(0, 2), `.${key}.unfinished`)
    await writeFile(unfinished, 'half')
    expect(await store.read(key)).toBeNull()
    expect(await listed(store)).toEqual([])
    await store[end](key)
    expect(await readdir(join(place, key.slice(0, 2)))).toEqual([])
  })

  test('accepts a file from another device', async ({ skip }) => {
    const elsewhere = await access('/dev/shm')
      .then(() => mkdtemp('/dev/shm/greenroom-'))
      .catch(() => null)
    if (!elsewhere) return skip()
    const store = createFolderFileStore(join(folder, 'devices'))
    const key = newFileKey('image/png')
    const source = join(elsewhere, 'source')
    await writeFile(source, 'from afar')
    await store.put(key, source, { mediaType: 'image/png', byteSize: 9 })
    expect(await readdir(elsewhere)).toEqual([])
    const found = await store.read(key)
    expect(found && (await buffer(found.stream)).toString()).toBe('from afar')
    await rm(elsewhere, { recursive: true })
  })

  test('is not ready if its folder cannot be created', async () => {
    await writeFile(join(folder, 'a file'), '')
    await expect(createFolderFileStore(join(folder, 'a file', 'below')).check()).rejects.toThrow()
  })
})

describe('the S3 store', () => {
  test.each([
    ['bucket does not exist', { FILES_URL: 's3://nothing-here' }],
    ['secret key is wrong', { AWS_SECRET_ACCESS_KEY: 'another' }],
  ])('is not ready if its %s', async (_reason, wrong) => {
    const right = { FILES_URL: `s3://${testBucket}`, S3_ENDPOINT: s3.url, ...testS3Keys }
    await chooseFileStore(readSettings(right)).check()
    await expect(chooseFileStore(readSettings({ ...right, ...wrong })).check()).rejects.toThrow()
  })
})

describe('FILES_URL', () => {
  test.each([
    [{ FILES_URL: 'ftp://somewhere' }, 'FILES_URL'],
    [{ FILES_URL: 's3://' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket', AWS_ACCESS_KEY_ID: 'x' }, 'AWS_SECRET_ACCESS_KEY'],
    [{ FILES_URL: 's3://bucket', AWS_SECRET_ACCESS_KEY: 'x' }, 'AWS_ACCESS_KEY_ID'],
  ])('rejects %o at start', (environment, named) => {
    expect(() => chooseFileStore(readSettings(environment))).toThrow(SettingsError)
    expect(() => chooseFileStore(readSettings(environment))).toThrow(named)
  })
})

describe('a Range header', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['items=0-1', null],
    [undefined, null],
  ])('parses %s for ten bytes as %o', (header, meaning) => {
    expect(readRange(header, 10)).toEqual(meaning)
  })
})
