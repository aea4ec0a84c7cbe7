import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
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

function photograph(format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
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

const uint = (value: number, width: number) => {
  const bytes = Buffer.alloc(width)
  bytes.writeUIntBE(value, 0, width)
  return bytes
}

/** A box of the ISO base media file format. */
function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat([type, ...contents].map((one) => Buffer.from(one as string, 'latin1')))
  return Buffer.concat([uint(content.length + 4, 4), content])
}

const spool = (bytes: Buffer) => spoolPart(Readable.from([bytes]), { folder, rule: imageRule })

describe('removes location data from images', () => {
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

  test('removes the place that an editor program wrote into a JPEG (IPTC)', async () => {
    const plain = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const city = Buffer.concat([Buffer.from([0x1c, 2, 90]), uint(place.length, 2), Buffer.from(place)])
    const resource = Buffer.concat([
      Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x04\0\0', 'latin1'),
      uint(city.length, 4),
      city,
    ])
    const segment = Buffer.concat([Buffer.from([0xff, 0xed]), uint(resource.length + 2, 2), resource])
    const original = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)])
    const bytes = await readFile((await spool(original)).path)
    expect(bytes.length).toBe(original.length)
    for (const hidden of [place, 'Photoshop', '8BIM']) expect(bytes.includes(hidden)).toBe(false)
    expect((await sharp(bytes, { failOn: 'warning' }).metadata()).width).toBe(5)
  })

  test('removes texts from a PNG, also after the image data, and keeps it valid', async () => {
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

  const anyPicture = { ...imageRule, mediaTypes: ['image/avif', 'image/heic', 'image/heif'] }
  const spoolAny = (bytes: Buffer) => spoolPart(Readable.from([bytes]), { folder, rule: anyPicture })

  test.each(['avif', 'heic', 'mif1'])(
    'keeps only pixels and orientation of an image of the HEIF family (%s) (OQ-081)',
    async (brand) => {
      const original = await photograph('avif')
      original.write(brand, 8, 'latin1')
      expect(original.includes(place)).toBe(true)
      expect(original.includes('photoshop')).toBe(true)
      const bytes = await readFile((await spoolAny(original)).path)
      expect(bytes.length).toBe(original.length)
      expect(bytes.includes(place)).toBe(false)
      expect(bytes.includes('photoshop')).toBe(false)
      const pixels = (picture: Buffer) => {
        const restored = Buffer.from(picture)
        restored.write('avif', 8, 'latin1')
        return sharp(restored, { failOn: 'warning' }).autoOrient().raw().toBuffer()
      }
      expect((await pixels(bytes)).equals(await pixels(original))).toBe(true)
    },
  )

  test('removes boxes next to the image of an AVIF, and rejects one whose metadata cannot be found (OQ-081)', async () => {
    const plain = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .avif()
      .toBuffer()
    const bytes = await readFile((await spoolAny(Buffer.concat([plain, box('uuid', place)]))).path)
    expect(bytes.includes(place)).toBe(false)
    expect((await sharp(bytes).metadata()).width).toBe(16)

    const meta = plain.indexOf('meta') - 4
    const oversized = Buffer.from(plain)
    oversized.writeUInt32BE(0xffff_fff0, meta)
    const withoutPlaces = Buffer.from(plain)
    withoutPlaces.write('free', plain.indexOf('iloc'), 'latin1')
    const unknownPlaces = Buffer.from(plain)
    unknownPlaces[plain.indexOf('iloc') + 4] = 9
    for (const broken of [
      Buffer.concat([plain, box('moov', place)]),
      Buffer.concat([plain, Buffer.from([0, 0, 0, 4])]),
      plain.subarray(0, meta + 40),
      oversized,
      withoutPlaces,
      unknownPlaces,
    ]) {
      await expect(spoolAny(broken)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
    }
    expect(await readdir(folder)).toHaveLength(1)
  })

  /** A HEIF image with one Exif item of these pieces (offset and length), and boxes next to its description. */
  function exifIn(pieces: [number, number][], ...beside: Buffer[]): Buffer {
    const numbers = (...values: number[]) => Buffer.concat(values.map((value) => uint(value, 2)))
    const entry = box('infe', Buffer.from([2, 0, 0, 0]), numbers(1, 0), 'Exif\0')
    const places = Buffer.concat(pieces.flat().map((value) => uint(value, 4)))
    return Buffer.concat([
      box('ftyp', 'mif1\0\0\0\0mif1'),
      box(
        'meta',
        Buffer.alloc(4),
        box('iinf', Buffer.alloc(4), numbers(1), entry),
        box('iloc', Buffer.from([0, 0, 0, 0, 0x44, 0]), numbers(1, 1, 0, pieces.length), places),
        ...beside,
      ),
      box('mdat', place),
    ])
  }

  test('removes all pieces of Exif and the texts in the description of a HEIF image (OQ-081)', async () => {
    const text = box('xml ', Buffer.alloc(4), `<p>${place}</p>`)
    const at = exifIn(
      [
        [0, 0],
        [0, 0],
      ],
      text,
    ).lastIndexOf(place)
    const original = exifIn(
      [
        [at, 5],
        [at + 5, place.length - 5],
      ],
      text,
    )
    const bytes = await readFile((await spoolAny(original)).path)
    expect(bytes.length).toBe(original.length)
    expect(bytes.toString('latin1')).not.toMatch(/Band|stand|Bandra/)
    expect(bytes.includes('iloc')).toBe(true)
  })

  test.each<[string, [number, number][]]>([
    ['lies outside the file', [[20, 10_000]]],
    ['has no length', [[20, 0]]],
    ['overlaps itself', Array.from({ length: 900 }, () => [20, 100])],
    ['has more than 1,000 pieces', Array.from({ length: 1_001 }, (_, place) => [place, 1])],
  ])('rejects a HEIF image whose Exif %s (OQ-081)', async (_name, pieces) => {
    await expect(spoolAny(exifIn(pieces))).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
    expect(await readdir(folder)).toEqual([])
  })

  test('stores or rejects an AVIF with any byte of its description changed, and never fails (OQ-081)', async () => {
    const original = await photograph('avif')
    const end = original.indexOf('mdat')
    for (let at = 12; at < end; at += 1) {
      const changed = Buffer.from(original)
      changed[at] = 0xff - (changed[at] ?? 0)
      const outcome = await spoolAny(changed).then(
        (file) => file.discard().then(() => 'stored'),
        (error) => error.code,
      )
      expect(['stored', 'UNSUPPORTED_TYPE']).toContain(outcome)
    }
  })

  test('rejects an image with too many pieces', async () => {
    const plain = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const filler = Buffer.alloc(4 * 40_001)
    for (let i = 0; i < filler.length; i += 4) filler.set([0xff, 0xee, 0x00, 0x02], i)
    const refused = spool(Buffer.concat([plain.subarray(0, 2), filler, plain.subarray(2)]))
    await expect(refused).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' })
  })

  test('leaves an image without such data unchanged', async () => {
    const original = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    expect((await readFile((await spool(original)).path)).equals(original)).toBe(true)
  })
})
