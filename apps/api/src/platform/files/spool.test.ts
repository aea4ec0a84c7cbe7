import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import multipart from '@fastify/multipart'
import { type FileRule, imageRule } from '@greenroom/contract/file-rule'
import { formatsAccepted } from '@greenroom/contract/file-type'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spoolPart, sweepSpool } from './spool.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const everyType: FileRule = {
  mediaTypes: [
    ...imageRule.mediaTypes,
    'image/gif',
    'image/svg+xml',
    'text/html',
    'text/plain',
    'application/xml',
    'application/pdf',
    'application/zip',
    'video/mp4',
    'video/webm',
  ],
  maxBytes: 1_000_000,
  tooLarge: 'Too large',
  wrongType: 'Wrong type',
}

function picture(format: 'jpeg' | 'png' | 'webp' | 'gif', width = 7, height = 5): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#3366cc' } as const
  return sharp({ create }).toFormat(format).toBuffer()
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG of a few dozen bytes whose header claims these dimensions. */
function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const mp4 = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.alloc(64),
])
const webm = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701',
  'hex',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

const spool = (bytes: Buffer, rule = everyType) => spoolPart(Readable.from([bytes]), { folder, rule })

describe('file type', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'a real %s is known by its bytes, with its size in pixels',
    async (format) => {
      const bytes = await picture(format)
      const file = await spool(bytes)
      expect(file).toMatchObject({
        mediaType: `image/${format}`,
        extension: format === 'jpeg' ? '.jpg' : `.${format}`,
        byteSize: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        width: 7,
        height: 5,
      })
      expect(await readFile(file.path)).toEqual(bytes)
      await file.discard()
      await file.discard()
      expect(await readdir(folder)).toEqual([])
    },
  )

  test.each([
    ['mp4', mp4, 'video/mp4', '.mp4'],
    ['webm', webm, 'video/webm', '.webm'],
    ['pdf', pdf, 'application/pdf', '.pdf'],
  ])('detects a %s by its bytes, without pixels', async (_name, bytes, mediaType, extension) => {
    expect(await spool(bytes)).toMatchObject({ mediaType, extension, width: null, height: null })
  })

  test.each([
    ['svg', svg],
    ['svg with an XML line', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg])],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['plain text', Buffer.from('just some words')],
    ['html that begins like a gif', Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a program', Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex')],
  ])('rejects %s even if a rule lists it, and keeps no file', async (_name, bytes) => {
    await expect(spool(bytes)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE', message: 'Wrong type' })
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['gif', () => picture('gif')],
    ['pdf', async () => pdf],
    ['svg', async () => svg],
    ['mp4', async () => mp4],
  ])('rejects a %s as an image with the rule’s message (LIM-04)', async (_name, bytes) => {
    await expect(spool(await bytes(), imageRule)).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: 'Only JPG, PNG or WEBP images are allowed',
    })
  })

  test('rejects an image with a truncated header', async () => {
    const png = await picture('png')
    await expect(spool(png.subarray(0, 20))).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
    const webp = await picture('webp')
    await expect(spool(webp.subarray(0, 18))).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
    expect(await readdir(folder)).toEqual([])
  })

  test('rejects a small file that claims more than 50 megapixels and accepts exactly 50', async () => {
    await expect(spool(claimingPng(50_000, 50_000))).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
      message: expect.stringContaining('50 megapixels'),
    })
    await expect(spool(claimingPng(10_000, 5_001))).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
    expect(await readdir(folder)).toEqual([])
    expect(await spool(claimingPng(10_000, 5_000))).toMatchObject({ width: 10_000, height: 5_000 })
  })

  /** A GIF of a few dozen bytes with a logical screen and one frame of these sizes, with the frame at this offset. */
  function claimingGif(screen: [number, number], frame: [number, number], offset = 0): Buffer {
    const bytes = Buffer.alloc(35)
    bytes.write('GIF89a', 'latin1')
    bytes.writeUInt16LE(screen[0], 6)
    bytes.writeUInt16LE(screen[1], 8)
    bytes.set([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c], 10)
    for (const [place, value] of [offset, offset, ...frame].entries()) {
      bytes.writeUInt16LE(value, 20 + 2 * place)
    }
    bytes.set([0, 2, 2, 0x44, 1, 0, 0x3b], 28)
    return bytes
  }

  test('measures a GIF by its logical screen or its frames, whichever is larger (OQ-081)', async () => {
    for (const bytes of [
      claimingGif([20_000, 20_000], [1, 1]),
      claimingGif([1, 1], [20_000, 20_000]),
      claimingGif([1, 1], [1, 1], 19_999),
    ]) {
      await expect(spool(bytes)).rejects.toMatchObject({
        code: 'UNSUPPORTED_TYPE',
        message: expect.stringContaining('50 megapixels'),
      })
    }
    expect(await spool(claimingGif([10_000, 5_000], [1, 1]))).toMatchObject({ width: 10_000, height: 5_000 })
    expect(await spool(claimingGif([1, 1], [3, 4], 5))).toMatchObject({ width: 8, height: 9 })
  })

  /** An animated WebP whose header declares a canvas of this size around one small frame. */
  async function claimingWebp(width: number, height: number): Promise<Buffer> {
    const frame = (await picture('webp')).subarray(12)
    const chunk = (name: string, size: number, length = size) => {
      const bytes = Buffer.alloc(8 + size)
      bytes.write(name, 'latin1')
      bytes.writeUInt32LE(length, 4)
      return bytes
    }
    const header = chunk('VP8X', 10)
    header[8] = 2
    header.writeUIntLE(width - 1, 12, 3)
    header.writeUIntLE(height - 1, 15, 3)
    const place = chunk('ANMF', 16, 16 + frame.length)
    place.writeUIntLE(6, 14, 3)
    place.writeUIntLE(4, 17, 3)
    const body = Buffer.concat([Buffer.from('WEBP'), header, chunk('ANIM', 6), place, frame])
    const riff = Buffer.from('RIFF\0\0\0\0', 'latin1')
    riff.writeUInt32LE(body.length, 4)
    return Buffer.concat([riff, body])
  }

  test('measures an animated WebP by its canvas, and a JPEG by its frame header', async () => {
    await expect(spool(await claimingWebp(16_000, 16_000))).rejects.toMatchObject({
      message: expect.stringContaining('50 megapixels'),
    })
    expect(await spool(await claimingWebp(300, 200))).toMatchObject({ width: 300, height: 200 })
    const jpeg = await picture('jpeg')
    const header = jpeg.indexOf(Buffer.from('ffc00011', 'hex'))
    jpeg.writeUInt16BE(20_000, header + 5)
    jpeg.writeUInt16BE(20_000, header + 7)
    await expect(spool(jpeg)).rejects.toMatchObject({ message: expect.stringContaining('50 megapixels') })
  })

  test('builds the accept attribute of a rule from its media types and extensions', () => {
    expect(formatsAccepted(imageRule)).toBe('image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp')
  })
})

describe('file size', () => {
  test.each([
    [{}, 0, true],
    [{}, 1, false],
    [{ exclusive: true }, -1, true],
    [{ exclusive: true }, 0, false],
  ])('with %o accepts a file at the limit %i: %s (LIM-04)', async (options, beyond, accepted) => {
    const bytes = await picture('jpeg', 60, 60)
    const rule = { ...imageRule, maxBytes: bytes.length - beyond }
    const spooling = spoolPart(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]), {
      folder,
      rule,
      ...options,
    })
    if (accepted) return expect(await spooling).toMatchObject({ byteSize: bytes.length })
    await expect(spooling).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'Image must be 100MB or smaller',
    })
    expect(await readdir(folder)).toEqual([])
  })

  test('has an image limit of 104857600 bytes (LIM-04)', () => {
    expect(imageRule.maxBytes).toBe(104_857_600)
  })

  test('applies a caller’s limit only if it is lower than the rule’s', async () => {
    const bytes = await picture('png')
    const own = spoolPart(Readable.from([bytes]), { folder, rule: everyType, maxBytes: bytes.length - 1 })
    await expect(own).rejects.toMatchObject({ code: 'TOO_LARGE' })
    const rule = { ...everyType, maxBytes: bytes.length - 1 }
    const higher = spoolPart(Readable.from([bytes]), { folder, rule, maxBytes: 1_000_000 })
    await expect(higher).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('drains a stream that is too large, so that its request can end', async () => {
    const stream = new PassThrough()
    const rule = { ...everyType, maxBytes: 10 }
    const spooling = spoolPart(stream, { folder, rule })
    stream.write(Buffer.alloc(11))
    await expect(spooling).rejects.toMatchObject({ code: 'TOO_LARGE' })
    const ended = new Promise((resolve) => stream.once('end', resolve))
    for (let i = 0; i < 50; i += 1) stream.write(Buffer.alloc(65_536))
    stream.end()
    await ended
  })

  test('rejects a part that the parser truncated as too large', async () => {
    const stream = Object.assign(Readable.from([await picture('png')]), { truncated: true })
    await expect(spoolPart(stream, { folder, rule: everyType })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  test('returns no bytes and no type for an empty part', async () => {
    const file = await spoolPart(Readable.from([]), { folder, rule: imageRule })
    expect(file).toMatchObject({ byteSize: 0, width: null, height: null })
    await file.discard()
    expect(await readdir(folder)).toEqual([])
  })
})

describe('interrupted uploads', () => {
  test('keeps no file of a failing stream', async () => {
    const stream = new PassThrough()
    const spooling = spoolPart(stream, { folder, rule: everyType })
    stream.write(Buffer.alloc(1000))
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    stream.destroy(new Error('gone'))
    await expect(spooling).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await readdir(folder)).toEqual([])
  })

  test('stops on an abort signal and keeps no file', async () => {
    const abort = new AbortController()
    const spooling = spoolPart(new PassThrough(), { folder, rule: everyType, signal: abort.signal })
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    abort.abort()
    await expect(spooling).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await readdir(folder)).toEqual([])
  })

  test('keeps no file and no open descriptor of dropped connections', async () => {
    const outcomes: unknown[] = []
    const app = Fastify()
    await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } })
    app.post('/', async (request) => {
      try {
        for await (const part of request.parts()) {
          if (part.type === 'file') await spoolPart(part.file, { folder, rule: everyType })
        }
      } catch (error) {
        outcomes.push(error)
        throw error
      }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const inFolder = async () => {
      const { readlink } = await import('node:fs/promises')
      const numbers = await readdir('/proc/self/fd')
      const links = await Promise.all(numbers.map((n) => readlink(`/proc/self/fd/${n}`).catch(() => '')))
      return links.filter((link) => link.startsWith(folder))
    }
    for (let i = 1; i <= 5; i += 1) {
      const upload = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 900_000 },
      })
      upload.on('error', () => {})
      upload.write(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="../../etc/passwd\\u0000.png"\r\n\r\n',
      )
      upload.write(Buffer.alloc(300_000, 1))
      await expect.poll(() => readdir(folder)).toHaveLength(1)
      expect((await readdir(folder))[0]).toMatch(/^[0-9a-f]{8}-\d+-[0-9a-f]{8}-[0-9a-f]{32}$/)
      upload.destroy()
      await expect.poll(() => outcomes).toHaveLength(i)
      expect(await readdir(folder)).toEqual([])
    }
    if (process.platform === 'linux') expect(await inFolder()).toEqual([])
    await app.close()
  })
})

describe('the sweep at start', () => {
  test('deletes files of dead processes and old files, and keeps those of running ones', async () => {
    const mine = await spool(await picture('png'))
    const name = mine.path.slice(folder.length + 1)
    const [host, , run, random] = name.split('-')
    const earlierRun = `${host}-${process.pid}-00000000-${random}`
    const dead = `${host}-999999999-${run}-${random}`
    const otherHost = `00000000-1-${run}-${random}`
    const otherLive = `${host}-${process.ppid}-${run}-${random}`
    for (const file of [earlierRun, dead, otherHost, otherLive, 'old'])
      await writeFile(join(folder, file), 'x')
    await utimes(join(folder, 'old'), new Date(), new Date(Date.now() - 3_700_000))
    expect(await sweepSpool(folder)).toBe(3)
    expect((await readdir(folder)).sort()).toEqual([name, otherHost, otherLive].sort())
    expect(await sweepSpool(folder, new Date(Date.now() + 3_700_000))).toBe(3)
    expect(await sweepSpool(join(folder, 'missing'))).toBe(0)
  })
})
