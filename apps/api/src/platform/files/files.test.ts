import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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
import { createFiles, type Files, fileUrl, keyOfUrl } from './files.ts'
import { createFolderFileStore } from './folder-file-store.ts'
import { createRenditions } from './renditions.ts'
import { type SpooledFile, spoolPart } from './spool.ts'

const log = pino({ level: 'silent' })
const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
const anyRule = { ...imageRule, mediaTypes: [...imageRule.mediaTypes, 'application/pdf', 'application/zip'] }

let database: TestDatabase
let folder: string
let store: FileStore
let files: Files

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  store = createFolderFileStore(join(folder, 'files'))
  files = createFiles({ store, db: database.kysely, log })
  await claimFileStore(database.kysely, store)
})

afterEach(async () => {
  await database.kysely.deleteFrom('file').execute()
  await database.kysely.deleteFrom('unused_file').execute()
  await rm(folder, { recursive: true, force: true })
})

async function spool(bytes?: Buffer): Promise<SpooledFile> {
  const stream = Readable.from([bytes ?? (await png())])
  return spoolPart(stream, { folder: join(folder, 'spool'), rule: anyRule })
}

async function stored(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys.sort()
}

const rows = async () =>
  (await database.kysely.selectFrom('file').select('key').execute()).map((row) => row.key).sort()

const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
const days = (n: number) => hours(24 * n)

/** Makes a stored file look this old. */
async function age(key: string, old: number): Promise<void> {
  const since = hours(-old)
  await database.kysely.updateTable('file').set({ created_at: since }).where('key', '=', key).execute()
  await database.kysely.updateTable('unused_file').set({ since }).where('key', '=', key).execute()
}

/** Returns the text of a file in the store, or in its trash; null if it is in neither. */
async function textOf(key: string): Promise<string | null> {
  const found = await store.read(key)
  return found && (await buffer(found.stream)).toString('latin1')
}

describe('keeping a file', () => {
  test('stores the bytes, inserts their description and leaves nothing in the spool folder', async () => {
    const bytes = await png()
    const owner = randomUUID()
    const { key } = await files.keep(database.kysely, await spool(bytes), owner)
    expect(await database.kysely.selectFrom('file').selectAll().execute()).toMatchObject([
      {
        key,
        media_type: 'image/png',
        byte_size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        width: 40,
        height: 30,
        owner_id: owner,
      },
    ])
    expect(await readdir(join(folder, 'spool'))).toEqual([])
    const opened = await files.open(database.kysely, key)
    expect(opened && (await buffer(opened.stream)).equals(bytes)).toBe(true)
  })

  test('makes nothing readable in a transaction that is rolled back; the sweep deletes the bytes', async () => {
    const spooled = await spool()
    let key = ''
    const failing = database.kysely.transaction().execute(async (transaction) => {
      key = (await files.keep(transaction, spooled, null)).key
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await files.open(database.kysely, key)).toBeNull()
    expect(await stored()).toEqual([key])
    expect(await files.sweep(hours(0.9))).toBe(0)
    expect(await stored()).toEqual([key])
    expect(await files.sweep(hours(1.1))).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('rejects a file whose bytes a sweep took before it was kept', async () => {
    const spooled = await spool()
    const { key } = await files.stage(spooled)
    await files.sweep(hours(2))
    const late = files.keep(database.kysely, spooled, null)
    await expect(late).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await files.find(database.kysely, key)).toBeNull()
  })

  test('leaves the key of a failed upload to the sweep, half a file included', async () => {
    const failing: FileStore = {
      ...store,
      async put(...given) {
        await store.put(...given)
        throw new Error('the connection was lost')
      },
    }
    const own = createFiles({ store: failing, db: database.kysely, log })
    await expect(own.stage(await spool())).rejects.toThrow('the connection was lost')
    expect(await stored()).toHaveLength(1)
    await files.sweep(hours(2))
    expect(await stored()).toEqual([])
  })

  test('stores the bytes once with the same key when the transaction is repeated', async () => {
    const spooled = await spool()
    const staged = await files.stage(spooled)
    await database.kysely
      .transaction()
      .execute(async (transaction) => {
        await files.keep(transaction, spooled, null)
        throw new Error('once more')
      })
      .catch(() => {})
    expect(await files.keep(database.kysely, spooled, null)).toEqual(staged)
    expect(await stored()).toEqual([staged.key])
  })

  test('retries after the store failed', async () => {
    let failures = 1
    const flaky: FileStore = {
      ...store,
      put: async (...given) => {
        if (failures-- > 0) throw new Error('the store is away')
        await store.put(...given)
      },
    }
    const spooled = await spool()
    const own = createFiles({ store: flaky, db: database.kysely, log })
    await expect(own.keep(database.kysely, spooled, null)).rejects.toThrow('the store is away')
    expect(await rows()).toEqual([])
    await own.keep(database.kysely, spooled, null)
    expect(await stored()).toEqual(await rows())
  })
})

describe('adopting a file', () => {
  test('claims one without an owner, again for the same owner, and never one of another', async () => {
    const { key } = await files.keep(database.kysely, await spool(), null)
    const owner = randomUUID()
    await files.adopt(database.kysely, key, owner)
    await files.adopt(database.kysely, key, owner)
    const stolen = files.adopt(database.kysely, key, randomUUID(), 'banner')
    await expect(stolen).rejects.toMatchObject({ code: 'VALIDATION', errors: [{ path: 'banner' }] })
  })

  test.each([newFileKey('image/png'), '../../etc/passwd', ''])('rejects the unknown key %j', async (key) => {
    await expect(files.adopt(database.kysely, key, randomUUID())).rejects.toBeInstanceOf(AppError)
  })
})

describe('discarding a staged file', () => {
  test('deletes its bytes', async () => {
    const { key } = await files.stage(await spool())
    await files.discard(key)
    expect(await textOf(key)).toBeNull()
    expect(await files.sweep(hours(2))).toBe(0)
  })

  test('does nothing once a row uses it', async () => {
    const { key } = await files.keep(database.kysely, await spool(), null)
    await files.discard(key)
    expect(await stored()).toEqual([key])
  })
})

describe('releasing a file', () => {
  test('deletes its row at once and leaves its bytes to the next sweep', async () => {
    const { key } = await files.keep(database.kysely, await spool(), randomUUID())
    await database.kysely.transaction().execute((transaction) => files.release(transaction, key))
    expect(await files.find(database.kysely, key)).toBeNull()
    expect(await stored()).toEqual([key])
    expect(await files.sweep(new Date())).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('changes nothing in a transaction that is rolled back', async () => {
    const { key } = await files.keep(database.kysely, await spool(), randomUUID())
    await database.kysely
      .transaction()
      .execute(async (transaction) => {
        await files.release(transaction, key)
        throw new Error('refused')
      })
      .catch(() => {})
    expect(await files.sweep(hours(2))).toBe(0)
    expect(await stored()).toEqual([key])
    expect(await rows()).toEqual([key])
  })

  test('does nothing for an unknown key', async () => {
    await files.release(database.kysely, newFileKey('image/png'))
    await files.release(database.kysely, '../x')
    expect(await files.sweep(hours(2))).toBe(0)
  })

  test('also works by a job of an earlier version', async () => {
    const { key } = await files.stage(await spool())
    await database.kysely.deleteFrom('unused_file').execute()
    const { key: kept } = await files.keep(database.kysely, await spool(), randomUUID())
    await files.releaseByJob({ key })
    await files.releaseByJob({ key: kept })
    await files.sweep(new Date())
    expect(await stored()).toEqual([kept])
  })
})

describe('the sweep', () => {
  test('takes what nobody claimed within a day and bytes without a row, and never an owned file', async () => {
    const keep = async (owner: string | null, old: number) => {
      const { key } = await files.keep(database.kysely, await spool(), owner)
      await age(key, old)
      return key
    }
    const owned = await keep(randomUUID(), 10_000)
    const young = await keep(null, 23)
    await keep(null, 25)
    await age((await files.stage(await spool())).key, 2)
    const { key: fresh } = await files.stage(await spool())
    expect(await files.sweep(new Date())).toBe(2)
    expect(await rows()).toEqual([owned, young].sort())
    expect(await stored()).toEqual([owned, young, fresh].sort())
    expect(await files.sweep(new Date())).toBe(0)
  })

  test('leaves bytes alone whose key this database did not issue (OQ-160)', async () => {
    const { key } = await files.stage(await spool())
    await database.kysely.deleteFrom('unused_file').execute()
    expect(await files.sweep(days(365))).toBe(0)
    expect(await stored()).toEqual([key])
  })

  test('takes either nothing or the file before a concurrent adoption', async () => {
    for (let i = 0; i < 10; i += 1) {
      const { key } = await files.keep(database.kysely, await spool(), null)
      await age(key, 25)
      const [adopted] = await Promise.allSettled([
        files.adopt(database.kysely, key, randomUUID()),
        files.sweep(new Date()),
      ])
      expect((await stored()).includes(key)).toBe(adopted.status === 'fulfilled')
      expect((await rows()).includes(key)).toBe(adopted.status === 'fulfilled')
    }
  })

  test('moves bytes while no transaction is open', async () => {
    const { key } = await files.keep(database.kysely, await spool(), randomUUID())
    await files.release(database.kysely, key)
    const transactions: unknown[] = []
    const watched: FileStore = {
      ...store,
      async trash(name) {
        const open = await database.pool.query(
          "select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        )
        transactions.push(...open.rows)
        await store.trash(name)
      },
    }
    expect(await createFiles({ store: watched, db: database.kysely, log }).sweep(new Date())).toBe(1)
    expect(transactions).toEqual([])
  })

  test('deletes from the trash after 30 days (OQ-161)', async () => {
    const { key } = await files.keep(database.kysely, await spool(pdf), randomUUID())
    await files.release(database.kysely, key)
    await files.sweep(new Date())
    expect(await files.emptyTrash(days(29.9))).toBe(0)
    expect(await textOf(key)).toBe(pdf.toString('latin1'))
    expect(await files.emptyTrash(days(30.1))).toBe(1)
    expect(await textOf(key)).toBeNull()
    expect(await database.kysely.selectFrom('unused_file').selectAll().execute()).toEqual([])
  })

  test('takes nothing beyond 100 files and 5 % of all, logs an error, and continues on command (OQ-161)', async () => {
    const lines: string[] = []
    const loud = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const own = createFiles({ store, db: database.kysely, log: loud })
    const { key } = await own.keep(database.kysely, await spool(), randomUUID())
    await own.release(database.kysely, key)
    const addUnused = (n: number) =>
      database.pool.query(
        `insert into unused_file (key, given_up)
          select md5(random()::text || n) || '.png', true from generate_series(1, $1::int) as n`,
        [n],
      )
    await addUnused(100)
    expect(await own.countHeldBack(new Date())).toBe(101)
    expect(await own.sweep(new Date())).toBe(0)
    expect(await stored()).toEqual([key])
    expect(lines.join()).toContain('npm run files:sweep')
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 50, files: 101 })

    // 101 are less than 5 % of 2101.
    await database.pool.query(
      `insert into file (key, media_type, byte_size, sha256, owner_id)
        select md5(random()::text || n) || '.png', 'image/png', 1, '', gen_random_uuid()
        from generate_series(1, 2000) as n`,
    )
    expect(await own.countHeldBack(new Date())).toBe(0)
    await addUnused(50)
    expect(await own.sweep(new Date())).toBe(0)
    expect(await own.sweepAll(new Date())).toBe(151)
    expect(await stored()).toEqual([])
    expect(await own.countHeldBack(new Date())).toBe(0)
  })

  test('takes nothing from the store of another database (OQ-160)', async () => {
    const { key } = await files.keep(database.kysely, await spool(), randomUUID())
    await files.release(database.kysely, key)
    await store.writeOwner(randomUUID())
    await expect(files.sweep(new Date())).rejects.toThrow('belongs to another database')
    await expect(files.emptyTrash(days(31))).rejects.toThrow('belongs to another database')
    expect(await stored()).toEqual([key])
  })
})

describe('URLs', () => {
  test('convert to a key and back', () => {
    const key = newFileKey('image/png')
    expect(fileUrl(key)).toBe(`/files/${key}`)
    expect(keyOfUrl(fileUrl(key))).toBe(key)
    expect(fileUrl(key, 'https://a.example/')).toBe(`https://a.example/files/${key}`)
    expect(keyOfUrl(`https://a.example/files/${key}`, 'https://a.example')).toBe(key)
    expect(keyOfUrl(`/files/${key}`, 'https://a.example')).toBe(key)
    for (const url of [`https://b.example/files/${key}`, `/files/${key}?x`, '/files/../x', key, '']) {
      expect(keyOfUrl(url, 'https://a.example')).toBeNull()
    }
  })
})

describe('serving a file', () => {
  let app: FastifyInstance

  beforeEach(() => {
    app = Fastify()
    app.setErrorHandler((error, _request, reply) => {
      const known = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong')
      return reply.code(known.status).send({ success: false, message: known.message })
    })
    const disk = { isNearlyFull: async () => false }
    const renditions = createRenditions({ store, spoolFolder: join(folder, 'spool'), disk, log })
    registerFileRoutes(app, { files, renditions, db: database.kysely })
  })

  afterEach(async () => {
    await app.close()
  })

  async function kept(bytes: Buffer) {
    const { key } = await files.keep(database.kysely, await spool(bytes), null)
    return fileUrl(key)
  }

  test('serves an image inline with its detected type and headers that keep it from being a page', async () => {
    const bytes = await png()
    const answer = await app.inject({ url: await kept(bytes) })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=300, must-revalidate',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    })
  })

  test('serves a PDF inline and a zip as a download', async () => {
    const shown = await app.inject({ url: await kept(pdf) })
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
    })
    // Anything more would stop the browser's viewer, which a preview on our own pages uses.
    expect(shown.headers['content-security-policy']).toBe("frame-ancestors 'self'")
    const download = await app.inject({ url: await kept(zip) })
    expect(download.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment',
    })
  })

  test('serves one range as a part, rejects one past the end, and serves the whole for several', async () => {
    const url = await kept(pdf)
    const get = (range: string, more = {}) => app.inject({ url, headers: { range, ...more } })
    const part = await get('bytes=2-5')
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(pdf.subarray(2, 6))).toBe(true)
    expect(part.headers).toMatchObject({ 'content-range': `bytes 2-5/${pdf.length}`, 'content-length': '4' })
    const beyond = await get(`bytes=${pdf.length}-`)
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`)
    expect((await get('bytes=0-1,3-4')).statusCode).toBe(200)
    expect((await get('bytes=2-5', { 'if-range': '"another"' })).statusCode).toBe(200)
    expect((await get('bytes=2-5', { 'if-range': String(part.headers.etag) })).statusCode).toBe(206)
  })

  test('responds to HEAD with the same headers without the bytes', async () => {
    const url = await kept(pdf)
    const head = await app.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload.length).toBe(0)
    expect(head.headers).toMatchObject({
      'content-length': String(pdf.length),
      'content-type': 'application/pdf',
    })
  })

  test('does not send a file that the browser has, until it is deleted (OQ-166)', async () => {
    const url = await kept(pdf)
    const { etag } = (await app.inject({ url })).headers
    const again = await app.inject({ url, headers: { 'if-none-match': `"x", W/${etag}` } })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload.length).toBe(0)
    expect(again.headers['cache-control']).toBe('public, max-age=300, must-revalidate')
    expect((await app.inject({ url, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200)
    await files.release(database.kysely, keyOfUrl(url) ?? '')
    const gone = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect(gone.statusCode).toBe(404)
    expect(gone.headers['cache-control']).toBeUndefined()
  })

  test.each([
    `/files/${newFileKey('image/png')}`,
    '/files/x',
    '/files/..%2f..%2fetc%2fpasswd',
    `/files/${'0'.repeat(32)}.svg`,
    '/files/%00',
  ])('returns uncached 404 JSON for %s', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toMatch(/json/)
      expect(answer.headers['cache-control']).toBeUndefined()
    }
  })

  test('serves neither bytes without a row nor a row without bytes', async () => {
    const { key } = await files.stage(await spool())
    expect((await app.inject({ url: fileUrl(key) })).statusCode).toBe(404)
    const url = await kept(pdf)
    await store.remove(keyOfUrl(url) ?? '')
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBeUndefined()
  })
})
