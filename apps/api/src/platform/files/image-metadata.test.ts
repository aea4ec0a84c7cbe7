import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import { imageRule } from '@greenroom/contract/file-rule'
import { pictureTypes } from '@greenroom/contract/file-type'
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

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint(data.length, 4), body, uint(crc32(body), 4)])
}

function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
}

/** A JPEG segment. */
const segment = (marker: number, ...contents: (Buffer | string)[]) => {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one as string, 'latin1')))
  return Buffer.concat([Buffer.from([0xff, marker]), uint(content.length + 2, 2), content])
}

/** The pixels of all frames, and how often and how fast they follow each other. */
async function drawn(picture: Buffer) {
  const image = sharp(picture, { failOn: 'warning', animated: true })
  const { pages, loop, delay } = await image.metadata()
  const pixels = createHash('sha256')
    .update(await image.autoOrient().raw().toBuffer())
    .digest('hex')
  return { pages, loop, delay, pixels }
}

const spool = (bytes: Buffer) =>
  spoolPart(Readable.from([bytes]), { folder, rule: { ...imageRule, mediaTypes: pictureTypes } })

/** Hides a text at every place of an animation. */
const hideIn = {
  webp(plain: Buffer): Buffer {
    const parts: Buffer[] = [webpChunk('ABCD', Buffer.from(place))]
    for (let at = 12; at < plain.length; ) {
      const name = plain.toString('latin1', at, at + 4)
      const length = plain.readUInt32LE(at + 4)
      const data = Buffer.from(plain.subarray(at + 8, at + 8 + length))
      if (name === 'VP8X') data[0] = (data[0] ?? 0) | 0x0c
      if (name === 'ANMF')
        parts.push(webpChunk(name, Buffer.concat([data, webpChunk('WXYZ', Buffer.from(place))])))
      else parts.push(webpChunk(name, data))
      at += 8 + length + (length % 2)
    }
    parts.push(webpChunk('XMP ', Buffer.from(place)), webpChunk('EXIF', Buffer.from(place)))
    // The extended header comes first.
    const [unknown, header, ...rest] = parts
    const whole = webpChunk(
      'RIFF',
      Buffer.concat([Buffer.from('WEBP'), ...[header, unknown, ...rest].flatMap((one) => one ?? [])]),
    )
    return Buffer.concat([whole, Buffer.from(place)])
  },
  gif(plain: Buffer): Buffer {
    const block = (...bytes: number[]) =>
      Buffer.concat([Buffer.from(bytes), Buffer.from([place.length]), Buffer.from(place), Buffer.from([0])])
    const program = (name: string) =>
      Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from(name), block()])
    const hidden = Buffer.concat([
      block(0x21, 0xfe),
      program('XMP DataXMP'),
      program('MagickBand-'),
      block(0x21, 0x01, 12, ...Buffer.alloc(12)),
    ])
    const start = plain.indexOf(Buffer.from([0x21, 0xff, 11]))
    return Buffer.concat([
      plain.subarray(0, start),
      hidden,
      plain.subarray(start, -1),
      hidden,
      plain.subarray(-1),
      Buffer.from(place),
    ])
  },
}

describe('removes location data from images', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'a %s keeps only its pixels and its orientation',
    async (format) => {
      const original = await photograph(format)
      const before = await sharp(original).metadata()
      expect(original.includes(place)).toBe(true)
      expect(before.exif).toBeDefined()

      const file = await spool(original)
      const bytes = await readFile(file.path)
      expect(bytes.includes(place)).toBe(false)
      expect(bytes.includes('photoshop')).toBe(false)
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
    for (const hidden of [place, 'Photoshop', '8BIM']) expect(bytes.includes(hidden)).toBe(false)
    expect((await sharp(bytes, { failOn: 'warning' }).metadata()).width).toBe(5)
  })

  test('removes texts, times and private chunks from a PNG, also after the image data and its end', async () => {
    const plain = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const packed = deflateSync(Buffer.from(place))
    const end = plain.length - 12
    const original = Buffer.concat([
      plain.subarray(0, 33),
      pngChunk('tEXt', Buffer.from(`Comment\0${place}`)),
      pngChunk('zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0'), packed])),
      pngChunk('tIME', Buffer.from([7, 234, 11, 20, 10, 0, 0])),
      pngChunk('sPLT', Buffer.from(`${place}\0\x08`)),
      plain.subarray(33, end),
      pngChunk('caBX', Buffer.from(place)),
      pngChunk(
        'iTXt',
        Buffer.concat([Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${place}`), Buffer.alloc(70_000, 'x')]),
      ),
      pngChunk('IEND', Buffer.from(place)),
      Buffer.from(place),
    ])
    const bytes = await readFile((await spool(original)).path)
    expect(bytes.equals(plain)).toBe(true)
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

  test('blanks names, texts among the properties, and bytes of no picture in a HEIF image (OQ-167)', async () => {
    const plain = await photograph('avif')
    const names = Buffer.from(plain)
    // The names of items, the handler's name and a property that no program needs to draw.
    const property = names.indexOf('pasp') < 0 ? names.indexOf('pixi') : names.indexOf('pasp')
    names.write('udes', property, 'latin1')
    const original = Buffer.concat([names, box('free', place), box('mdat', place), box('mpvd', place)])
    const bytes = await readFile((await spoolAny(original)).path)
    expect(bytes.length).toBe(original.length)
    for (const hidden of [place, 'udes', 'mpvd', 'photoshop'])
      expect(bytes.includes(hidden), hidden).toBe(false)
    expect((await drawn(bytes)).pixels).toBe((await drawn(plain)).pixels)
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

  const jpeg = (width = 64, height = 48) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })

  test.each([
    ['a second picture with its own place (MPF)', async () => photograph('jpeg')],
    ['a video (motion photo)', async () => Buffer.concat([box('ftyp', 'mp42'), box('mdat', place)])],
    ['a text', async () => Buffer.from(place)],
  ])('a JPEG ends with its picture, without %s behind it (OQ-167)', async (_name, behind) => {
    const plain = await jpeg().jpeg().toBuffer()
    const file = await spool(Buffer.concat([plain, await behind()]))
    expect((await readFile(file.path)).equals(plain)).toBe(true)
    expect(file.byteSize).toBe(plain.length)
  })

  test('removes comments and all application data from a JPEG, also between its scans (OQ-167)', async () => {
    const plain = await jpeg().jpeg({ progressive: true, optimiseScans: true }).toBuffer()
    const hidden = [
      segment(0xfe, `Photo by ${place}`),
      segment(0xe0, 'JFXX\0\x10', place),
      segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', place),
      segment(0xe2, 'MPF\0', place),
      segment(0xe3, place),
      segment(0xeb, 'JP\0\0', place),
      segment(0xec, 'Ducky', place),
      segment(0xef, place),
      Buffer.from([0xff, 0xff]),
    ]
    // The last scan starts with the last marker FFDA.
    const lastScan = plain.lastIndexOf(Buffer.from([0xff, 0xda]))
    const original = Buffer.concat([
      plain.subarray(0, 2),
      segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'rgb', place),
      ...hidden,
      plain.subarray(2, lastScan),
      ...hidden,
      plain.subarray(lastScan),
    ])
    const bytes = await readFile((await spool(original)).path)
    const resolution = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
    expect(bytes.equals(Buffer.concat([plain.subarray(0, 2), resolution, plain.subarray(2)]))).toBe(true)
  })

  test('keeps the colours of a JPEG for printing (OQ-167)', async () => {
    const original = await jpeg().toColourspace('cmyk').jpeg().toBuffer()
    expect(original.includes('Adobe')).toBe(true)
    const bytes = await readFile((await spool(original)).path)
    expect(await drawn(bytes)).toEqual(await drawn(original))
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
  })

  test('keeps the part of a JPEG that arrived', async () => {
    const whole = await jpeg().jpeg().toBuffer()
    const part = whole.subarray(0, whole.length - 500)
    expect((await readFile((await spool(part)).path)).equals(part)).toBe(true)
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'keeps the colours of a %s with a profile that names its maker (OQ-167)',
    async (format) => {
      const stated = await jpeg().withIccProfile('p3').toFormat(format).toBuffer()
      const before = (await sharp(stated).metadata()).icc
      const read = format === 'avif' ? spoolAny : spool
      const bytes = await readFile((await read(stated)).path)
      const after = (await sharp(bytes, { failOn: 'warning' }).metadata()).icc
      expect(before?.includes('desc')).toBe(true)
      expect(after?.includes('rTRC')).toBe(true)
      for (const name of ['desc', 'cprt', 'mluc', 'lcms']) expect(after?.includes(name), name).toBe(false)
      const colours = (picture: Buffer) => sharp(picture).toColourspace('srgb').raw().toBuffer()
      expect((await colours(bytes)).equals(await colours(stated))).toBe(true)
    },
  )

  test.each(['webp', 'gif'] as const)(
    'a %s keeps moving, without what is hidden in it (OQ-167)',
    async (format) => {
      const frames = await Promise.all([1, 2, 3].map(() => jpeg(16, 12).png().toBuffer()))
      const plain = await sharp(frames, { join: { animated: true } })
        .toFormat(format, { loop: 3, delay: [100, 200, 300] })
        .toBuffer()
      const original = hideIn[format](plain)
      const bytes = await readFile((await spool(original)).path)
      expect(original.includes(place)).toBe(true)
      expect(bytes.includes(place)).toBe(false)
      expect(bytes.equals(plain)).toBe(true)
      expect(await drawn(bytes)).toMatchObject({ pages: 3, loop: 3 })
    },
  )

  test('a BMP ends with its pixels and names no file of a profile (OQ-167)', async () => {
    const header = Buffer.alloc(14 + 124)
    header.write('BM')
    for (const [at, value] of [
      [2, 138 + 12],
      [10, 138],
      [14, 124],
      [18, 1],
      [22, 3],
      [34, 12],
      [126, 150 - 14],
      [130, place.length],
    ] as const)
      header.writeUInt32LE(value, at)
    header.writeUInt32LE(0x18_0001, 26)
    header.write('KNIL', 70)
    const pixels = Buffer.from('0000ff0000ff000000ff0000', 'hex')
    const bmpRule = { ...imageRule, mediaTypes: ['image/bmp'] }
    const stream = Readable.from([Buffer.concat([header, pixels, Buffer.from(place)])])
    const bytes = await readFile((await spoolPart(stream, { folder, rule: bmpRule })).path)
    expect(bytes.includes(place)).toBe(false)
    expect(bytes.length).toBe(150)
    expect(bytes.subarray(138).equals(pixels)).toBe(true)
    expect(bytes.toString('latin1', 70, 74)).toBe('BGRs')
  })

  test('keeps the frames of an animated PNG (OQ-167)', async () => {
    const frame = await jpeg(8, 8).png().toBuffer()
    const at = frame.indexOf('IDAT') - 4
    const data = frame.subarray(at + 8, at + 8 + frame.readUInt32BE(at))
    const control = (number: number) =>
      pngChunk(
        'fcTL',
        Buffer.concat([
          uint(number, 4),
          uint(8, 4),
          uint(8, 4),
          Buffer.alloc(8),
          Buffer.from([0, 1, 0, 2, 0, 0]),
        ]),
      )
    const original = Buffer.concat([
      frame.subarray(0, 33),
      pngChunk('acTL', Buffer.concat([uint(2, 4), uint(0, 4)])),
      control(0),
      frame.subarray(at, at + 12 + data.length),
      control(1),
      pngChunk('fdAT', Buffer.concat([uint(2, 4), data])),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
    expect((await readFile((await spool(original)).path)).equals(original)).toBe(true)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'stores or rejects a %s with any byte changed or cut off anywhere, and never fails (OQ-167)',
    async (format) => {
      const original = await jpeg(8, 8).withIccProfile('p3').toFormat(format).toBuffer()
      for (let at = 0; at < Math.min(original.length, 700); at += 1) {
        const changed = Buffer.from(original)
        changed[at] = 0xff - (changed[at] ?? 0)
        for (const input of [changed, original.subarray(0, at + 1)]) {
          const outcome = await spool(input).then(
            (file) => file.discard().then(() => 'stored'),
            (error) => error.code,
          )
          expect(['stored', 'UNSUPPORTED_TYPE']).toContain(outcome)
        }
      }
      expect(await readdir(folder)).toEqual([])
    },
  )
})
