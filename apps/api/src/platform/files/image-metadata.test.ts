import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import { imageRule } from '@greenroom/contract/file-rule'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spoolPart } from './spool.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metadata-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const place = 'Bandstand-Bandra'
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:City="${place}"/></rdf:RDF></x:xmpmeta>`

function photograph(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const exif = {
    IFD0: { Orientation: '6', Artist: place },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 2/1 30/1', GPSAreaInformation: place },
  }
  return sharp({ create: { width: 20, height: 10, channels: 3, background: '#a05020' } })
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .withXmp(xmp)
    .toFormat(format)
    .toBuffer()
}

const spool = (bytes: Buffer) => spoolPart(Readable.from([bytes]), { folder, rule: imageRule })

describe('pictures lose what tells where they were taken', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s keeps its pixels, its size and its orientation only',
    async (format) => {
      const original = await photograph(format)
      const before = await sharp(original).metadata()
      expect(original.includes(place)).toBe(true)
      expect(before.exif).toBeDefined()

      const file = await spool(original)
      const bytes = await readFile(file.path)
      expect(bytes.includes(place)).toBe(false)
      expect(bytes.includes('photoshop')).toBe(false)
      expect(bytes.length).toBe(original.length)
      expect(file).toMatchObject({
        byteSize: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        width: before.width,
        height: before.height,
      })
      const after = await sharp(bytes, { failOn: 'warning' }).metadata()
      expect(after).toMatchObject({ format, orientation: before.orientation, width: 20, height: 10 })
      const pixels = (picture: Buffer) => sharp(picture, { failOn: 'warning' }).raw().toBuffer()
      expect((await pixels(bytes)).equals(await pixels(original))).toBe(true)
    },
  )

  test('a PNG loses its texts, also those after the picture, and stays a valid file', async () => {
    const chunk = (name: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
      const frame = Buffer.alloc(8)
      frame.writeUInt32BE(data.length, 0)
      frame.writeUInt32BE(crc32(body), 4)
      return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
    }
    const plain = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const packed = deflateSync(Buffer.from(place))
    const end = plain.length - 12
    const original = Buffer.concat([
      plain.subarray(0, 33),
      chunk('tEXt', Buffer.from(`Comment\0${place}`)),
      chunk('zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0'), packed])),
      plain.subarray(33, end),
      chunk(
        'iTXt',
        Buffer.concat([Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${place}`), Buffer.alloc(70_000, 'x')]),
      ),
      plain.subarray(end),
    ])
    const bytes = await readFile((await spool(original)).path)
    expect(bytes.length).toBe(original.length)
    for (const hidden of [place, 'Comment', 'XML:com', packed]) expect(bytes.includes(hidden)).toBe(false)
    let position = 8
    while (position < bytes.length) {
      const length = bytes.readUInt32BE(position)
      const body = bytes.subarray(position + 4, position + 8 + length)
      expect(bytes.readUInt32BE(position + 8 + length)).toBe(crc32(body))
      position += 12 + length
    }
  })

  test('a picture made of absurdly many pieces is refused', async () => {
    const plain = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const filler = Buffer.alloc(4 * 40_001)
    for (let i = 0; i < filler.length; i += 4) filler.set([0xff, 0xee, 0x00, 0x02], i)
    const refused = spool(Buffer.concat([plain.subarray(0, 2), filler, plain.subarray(2)]))
    await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
  })

  test('a picture without such data is left as it is', async () => {
    const original = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    expect((await readFile((await spool(original)).path)).equals(original)).toBe(true)
  })
})
