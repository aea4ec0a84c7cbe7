import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
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
import { startJobRunner } from '../jobs/job-runner.ts'
import { registerFileRoutes } from './file-routes.ts'
import { type FileStore, newFileKey } from './file-store.ts'
import { createFiles, type Files, fileUrl, keyOfUrl, removeFileTask } from './files.ts'
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
  files = createFiles({ store, log })
})

afterEach(async () => {
  await database.kysely.deleteFrom('file').execute()
  await database.pool.query('delete from graphile_worker._private_jobs')
  await rm(folder, { recursive: true, force: true })
})

async function spool(bytes?: Buffer): Promise<SpooledFile> {
  const stream = Readable.from([bytes ?? (await png())])
  return spoolPart(stream, { folder: join(folder, 'spool'), rule: anyRule })
}

async function stored(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

const rows = async () =>
  (await database.kysely.selectFrom('file').select('key').execute()).map((row) => row.key).sort()

/** Makes a stored file look this old, in the database and on disk. */
async function age(key: string, hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * 3_600_000)
  await database.kysely.updateTable('file').set({ created_at: then }).where('key', '=', key).execute()
  await utimes(join(folder, 'files', key.slice(0, 2), key), then, then)
}

/** Runs the waiting jobs until none is left. */
async function runJobs(): Promise<void> {
  const runner = await startJobRunner({
    pool: database.pool,
    tasks: { [removeFileTask]: files.removeBytes },
    log,
  })
  try {
    await expect
      .poll(async () => (await database.pool.query('select 1 from graphile_worker._private_jobs')).rowCount)
      .toBe(0)
  } finally {
    await runner.stop()
  }
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
    await files.sweep(database.kysely, new Date(Date.now() + 3_000_000))
    expect(await stored()).toEqual([key])
    expect(await files.sweep(database.kysely, new Date(Date.now() + 3_700_000))).toEqual({
      rows: 0,
      bytes: 1,
    })
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
    const own = createFiles({ store: flaky, log })
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

describe('releasing a file', () => {
  test('deletes its row at once and its bytes by a job', async () => {
    const { key } = await files.keep(database.kysely, await spool(), randomUUID())
    await database.kysely.transaction().execute((transaction) => files.release(transaction, key))
    expect(await files.find(database.kysely, key)).toBeNull()
    expect(await stored()).toEqual([key])
    await runJobs()
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
    await runJobs()
    expect(await stored()).toEqual([key])
    expect(await rows()).toEqual([key])
  })

  test('does nothing for an unknown key', async () => {
    await files.release(database.kysely, newFileKey('image/png'))
    await files.release(database.kysely, '../x')
  })
})

describe('the sweep', () => {
  test('deletes what nobody claimed within a day and bytes without a row, and never an owned file', async () => {
    const keep = async (owner: string | null, hours: number) => {
      const { key } = await files.keep(database.kysely, await spool(), owner)
      await age(key, hours)
      return key
    }
    const owned = await keep(randomUUID(), 10_000)
    const young = await keep(null, 23)
    const unclaimed = await keep(null, 25)
    const { key: stray } = await files.stage(await spool())
    await age(stray, 2)
    const { key: fresh } = await files.stage(await spool())
    const swept = await files.sweep(database.kysely, new Date())
    expect(swept.rows).toBe(1)
    await runJobs()
    expect(await rows()).toEqual([owned, young].sort())
    expect(await stored()).toEqual([owned, young, fresh].sort())
    expect([unclaimed, stray]).not.toContain(owned)
    expect(await files.sweep(database.kysely, new Date())).toEqual({ rows: 0, bytes: 0 })
  })

  test('deletes either nothing or the file before a concurrent adoption', async () => {
    for (let i = 0; i < 10; i += 1) {
      const { key } = await files.keep(database.kysely, await spool(), null)
      await age(key, 25)
      const [adopted] = await Promise.allSettled([
        files.adopt(database.kysely, key, randomUUID()),
        files.sweep(database.kysely, new Date()),
      ])
      await runJobs()
      expect((await stored()).includes(key)).toBe(adopted.status === 'fulfilled')
      expect((await rows()).includes(key)).toBe(adopted.status === 'fulfilled')
    }
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
