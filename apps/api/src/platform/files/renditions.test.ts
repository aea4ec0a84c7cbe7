import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { renditionUrl, renditionWidths } from '@greenroom/contract/desk/file/rendition'
import { imageRule } from '@greenroom/contract/file-rule'
import Fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { registerFileRoutes } from './file-routes.ts'
import { type FileStore, newFileKey } from './file-store.ts'
import { claimFileStore } from './file-store-owner.ts'
import { createFiles, type Files, fileUrl } from './files.ts'
import { createFolderFileStore } from './folder-file-store.ts'
import { renditionName, renditionNames } from './rendition-name.ts'
import { createRenditions, type Renditions } from './renditions.ts'
import { spoolPart } from './spool.ts'

const log = pino({ level: 'silent' })
const rule = { ...imageRule, mediaTypes: [...imageRule.mediaTypes, 'image/gif', 'application/pdf'] }
const place = 'Bandstand-Bandra'

let database: TestDatabase
let folder: string
let folderStore: FileStore
/** The store as the code under test sees it; a test may replace single functions. */
let store: FileStore
let reads: string[]
let isDiskFull: boolean
let files: Files
let renditions: Renditions
let app: FastifyInstance

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renditions-'))
  folderStore = createFolderFileStore(join(folder, 'files'))
  reads = []
  store = {
    ...folderStore,
    read: (key, range) => {
      reads.push(key)
      return folderStore.read(key, range)
    },
  }
  isDiskFull = false
  files = createFiles({ store, db: database.kysely, log })
  await claimFileStore(database.kysely, store)
  const disk = { isNearlyFull: async () => isDiskFull }
  renditions = createRenditions({ store, spoolFolder: join(folder, 'spool'), disk, log })
  app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.status : 500).send({ success: false }),
  )
  registerFileRoutes(app, { files, renditions, db: database.kysely })
})

afterEach(async () => {
  await app.close()
  await database.kysely.deleteFrom('file').execute()
  await database.pool.query('delete from graphile_worker._private_jobs')
  await rm(folder, { recursive: true, force: true })
})

async function keep(bytes: Buffer): Promise<string> {
  const spooled = await spoolPart(Readable.from([bytes]), { folder: join(folder, 'spool'), rule })
  return (await files.keep(database.kysely, spooled, null)).key
}

/** Replaces the bytes of a stored file, as if the checks of uploads did not exist. */
async function replaceBytes(key: string, bytes: Buffer): Promise<void> {
  const path = join(folder, 'replacement')
  await writeFile(path, bytes)
  await folderStore.put(key, path, { mediaType: 'image/jpeg', byteSize: bytes.length })
}

const get = (key: string, width: (typeof renditionWidths)[number], headers = {}) =>
  app.inject({ url: renditionUrl(fileUrl(key), width), headers })

const isStored = async (name: string) => {
  const found = await folderStore.read(name)
  found?.stream.destroy()
  return found !== null
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a05020' } })

async function animation(frames: number, width: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height: width, channels: 3, background: index % 2 ? '#0000ff' : '#ff0000' } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true }, limitInputPixels: false })
    .toFormat(format, { loop: 3, delay: pictures.map((_, index) => 100 * (index + 1)), effort: 1 })
    .toBuffer()
}

/** A photograph of 2000 x 1000 that is shown upright, with every kind of metadata. */
function photograph(): Promise<Buffer> {
  return plain(2000, 1000)
    .withExif({ IFD0: { Artist: place }, IFD3: { GPSAreaInformation: place } })
    .withMetadata({ orientation: 6 })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${place}</x:xmpmeta>`)
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
}

describe('a rendition', () => {
  test.each([
    [480, 480, 960],
    [960, 960, 1920],
    [1600, 1000, 2000],
  ] as const)(
    'of %i pixels is upright, not enlarged, and without metadata (OQ-165)',
    async (width, ...size) => {
      const bytes = await photograph()
      const key = await keep(bytes)
      await replaceBytes(key, bytes)
      const answer = await get(key, width)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'content-length': String(answer.rawPayload.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=300, must-revalidate',
      })
      const metadata = await sharp(answer.rawPayload).metadata()
      expect([metadata.width, metadata.height]).toEqual(size)
      expect(metadata).toMatchObject({ format: 'webp' })
      for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'])
        expect(metadata).not.toHaveProperty(part)
      expect(bytes.includes(place)).toBe(true)
      expect(answer.rawPayload.includes(place)).toBe(false)
      expect(await readdir(join(folder, 'spool'))).toEqual([])
    },
  )

  test('is made once, however many requests want it, and read from the store afterwards', async () => {
    const key = await keep(await plain(600, 300).png().toBuffer())
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(key, 480)))
    const bytes = answers.map((answer) => answer.rawPayload.toString('base64'))
    expect(new Set(bytes).size).toBe(1)
    expect(reads.filter((name) => name === key)).toHaveLength(1)
    await folderStore.remove(key)
    const later = await get(key, 480)
    expect(later.rawPayload.toString('base64')).toBe(bytes[0])
    expect((await sharp(later.rawPayload).metadata()).width).toBe(480)
  })

  test('of a small picture is the same for every width', async () => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    for (const width of renditionWidths) {
      expect(await sharp((await get(key, width)).rawPayload).metadata()).toMatchObject({
        width: 64,
        height: 36,
      })
    }
    expect(await Promise.all(renditionNames(key).map(isStored))).toEqual([true, false, false])
  })

  test.each(['gif', 'webp'] as const)('of a moving %s moves as well (OQ-165)', async (format) => {
    const { rawPayload, headers } = await get(await keep(await animation(2, 600, format)), 480)
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(rawPayload).metadata()).toMatchObject({
      width: 480,
      pages: 2,
      loop: 3,
      delay: [100, 200],
    })
    const [red = 0, , blue = 0] = await sharp(rawPayload).raw().toBuffer()
    expect(red).toBeGreaterThan(blue)
    const [lessRed = 0, , moreBlue = 0] = await sharp(rawPayload, { page: 1 }).raw().toBuffer()
    expect(lessRed).toBeLessThan(moreBlue)
  })

  test('is not sent when the browser has it, and has no body for HEAD', async () => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    const first = await get(key, 480)
    const again = await get(key, 480, { 'if-none-match': first.headers.etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const other = await get(key, 960, { 'if-none-match': first.headers.etag })
    expect(other.statusCode).toBe(200)
    const head = await app.inject({ method: 'HEAD', url: renditionUrl(fileUrl(key), 480) })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(String(first.rawPayload.length))
  })

  test.each(['481', '0', '-480', '480x', '', '1e9'])('is refused for the width %j', async (width) => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    expect((await app.inject({ url: `${fileUrl(key)}?w=${width}` })).statusCode).toBe(400)
  })

  test('has no address of its own', async () => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    await get(key, 480)
    expect((await app.inject({ url: `/files/${renditionName(key, 480)}` })).statusCode).toBe(404)
  })
})

describe('the original is served instead', () => {
  async function expectOriginal(key: string): Promise<void> {
    const original = await app.inject({ url: fileUrl(key) })
    const answer = await get(key, 480)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(original.rawPayload)).toBe(true)
    expect(answer.headers['content-type']).toBe(original.headers['content-type'])
    expect(answer.headers.etag).toBe(original.headers.etag)
    expect(await Promise.all(renditionNames(key).map(isStored))).toEqual([false, false, false])
  }

  test('of a picture that cannot be decoded, which is tried only once', async () => {
    const png = await plain(600, 300).png({ compressionLevel: 0 }).toBuffer()
    const key = await keep(png.subarray(0, 20_000))
    await expectOriginal(key)
    reads.length = 0
    await get(key, 480)
    expect(reads).toEqual([key])
  })

  test('of a picture with more pixels than uploads may have', async () => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    await replaceBytes(key, await plain(8_000, 6_300).png().toBuffer())
    await database.kysely.updateTable('file').set({ width: 8_000, height: 6_300 }).execute()
    const answer = await get(key, 480)
    expect(answer.headers['content-type']).toBe('image/png')
  })

  test('of a moving picture whose frames have more pixels together (OQ-165)', async () => {
    await expectOriginal(await keep(await animation(13, 2_000, 'webp')))
  })

  test('of a moving PNG, which the image library reads as a still one (OQ-165)', async () => {
    const png = await plain(600, 300).png().toBuffer()
    const control = Buffer.from('00000008616354c0000000020000000000000000', 'hex')
    control.write('acTL', 4)
    await expectOriginal(await keep(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])))
  })

  test('of a file that is not a picture', async () => {
    await expectOriginal(await keep(Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')))
  })

  test('while the disk is nearly full', async () => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    isDiskFull = true
    await expectOriginal(key)
    isDiskFull = false
    expect((await get(key, 480)).headers['content-type']).toBe('image/webp')
  })
})

test('a rendition that cannot be stored is served all the same', async () => {
  const key = await keep(await plain(64, 36).png().toBuffer())
  store.put = () => Promise.reject(new Error('the store is away'))
  expect((await get(key, 480)).headers['content-type']).toBe('image/webp')
  expect(await readdir(join(folder, 'spool'))).toEqual([])
})

test('at most a hundred renditions wait at once', async () => {
  const described = await files.find(database.kysely, await keep(await plain(64, 36).png().toBuffer()))
  if (!described) throw new Error('no file')
  let release = (_nothing: null) => {}
  const held = new Promise<null>((resolve) => {
    release = resolve
  })
  store.read = (name) => (name.endsWith('.webp') ? Promise.resolve(null) : held)
  const open = () => renditions.open(database.kysely, { ...described, key: newFileKey('image/png') }, 480)
  const waiting = Array.from({ length: 100 }, open)
  await expect(Promise.resolve().then(open)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
  release(null)
  expect(await Promise.all(waiting)).toEqual(Array(100).fill(null))
})

describe('deleting a picture', () => {
  async function withRenditions(): Promise<string> {
    const key = await keep(await plain(2_000, 1_000).png().toBuffer())
    for (const width of renditionWidths) await get(key, width)
    expect(await Promise.all(renditionNames(key).map(isStored))).toEqual([true, true, true])
    return key
  }

  async function sweep(...keys: string[]): Promise<void> {
    await files.releaseAll(database.kysely, keys)
    await files.sweep(new Date())
  }

  test('deletes its renditions with it, and leaves those of other pictures', async () => {
    const [kept, deleted] = [await withRenditions(), await withRenditions()]
    await sweep(deleted)
    expect(await Promise.all(renditionNames(deleted).map(isStored))).toEqual([false, false, false])
    expect(await Promise.all([kept, ...renditionNames(kept)].map(isStored))).toEqual([true, true, true, true])
  })

  test('leaves no rendition that was being made at that time', async () => {
    const key = await keep(await plain(64, 36).png().toBuffer())
    store.put = async (...given) => {
      await sweep(key)
      await folderStore.put(...given)
    }
    await get(key, 480)
    expect(await isStored(renditionName(key, 480))).toBe(false)
  })
})
