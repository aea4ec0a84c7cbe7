import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { officeFile, pdf, picture, video, zip } from './test-records.ts'

const hex = (...parts: string[]) => new Blob([Buffer.from(parts.join('').replaceAll(' ', ''), 'hex')])
const text = (value: string) => new Blob([value])
/** The file type box at the start of MP4 and related files. */
const brand = (name: string) => text(`\0\0\0\x18ftyp${name}\0\0\0\0${name}isom`)
const openDocument = (kind: string) => zip({ mimetype: `application/vnd.oasis.opendocument.${kind}` })
/** The header of a Matroska file: an EBML element with its document type. */
const matroska = (type: string) =>
  new Blob([
    new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x83 + type.length, 0x42, 0x82, 0x80 + type.length]),
    type,
  ])

async function avif(brandName: string): Promise<Blob> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#246' } })
    .avif()
    .toBuffer()
  bytes.write(brandName, 8, 'latin1')
  return new Blob([new Uint8Array(bytes)])
}

function tar(): Blob {
  const header = Buffer.alloc(1024)
  header.write('notes.txt', 0)
  header.write('ustar\x0000', 257, 'latin1')
  return new Blob([header])
}

function transportStream(): Blob {
  const packets = Buffer.alloc(376)
  packets[0] = 0x47
  packets[188] = 0x47
  return new Blob([packets])
}

function theora(): Blob {
  const page = Buffer.alloc(64)
  page.write('OggS', 0, 'latin1')
  page.write('\x80theora', 28, 'latin1')
  return new Blob([page])
}

/** Minimal files by media type: one for each that may be stored, GIF with its real size. */
export async function sampleFiles(): Promise<Record<string, Blob>> {
  const office = 'application/vnd.openxmlformats-officedocument.'
  return {
    'image/jpeg': await picture('jpeg'),
    'image/png': await picture('png'),
    'image/webp': await picture('webp'),
    'image/gif': hex('474946383961 0100 0100 800000 000000ffffff 2c 0000000001000100 00 02024401003b'),
    'video/mp4': brand('isom'),
    'video/webm': await video(),
    'video/quicktime': brand('qt  '),
    'application/pdf': await pdf(),
    ...Object.fromEntries(
      [
        'wordprocessingml.document',
        'spreadsheetml.sheet',
        'presentationml.presentation',
        'wordprocessingml.template',
        'spreadsheetml.template',
        'presentationml.template',
        'presentationml.slideshow',
      ].map((kind) => [`${office}${kind}`, officeFile(kind)]),
    ),
    ...Object.fromEntries(
      ['text', 'spreadsheet', 'presentation', 'graphics'].map((kind) => [
        `application/vnd.oasis.opendocument.${kind}`,
        openDocument(kind),
      ]),
    ),
    'application/zip': zip({ 'notes.txt': 'notes' }),
    'application/rtf': text('{\\rtf1 notes}'),
    'application/epub+zip': zip({ mimetype: 'application/epub+zip' }),
    'application/x-7z-compressed': hex('377abcaf271c 0004'),
    'application/x-rar-compressed': hex('526172211a0700'),
    'application/x-tar': tar(),
    'application/gzip': new Blob([new Uint8Array(gzipSync('notes'))]),
    'application/x-bzip2': text('BZh91AY&SY'),
    'application/x-xz': hex('fd377a585a00 0004'),
    'application/zstd': hex('28b52ffd 2400'),
    'image/avif': await avif('avif'),
    'image/heic': await avif('heic'),
    'image/heif': await avif('mif1'),
    'image/bmp': hex(
      '424d3a0000000000000036000000280000000100000001000000010018000000000004000000130b0000130b0000000000000000000000ff0000',
    ),
    'video/matroska': matroska('matroska'),
    'video/vnd.avi': text('RIFF\x10\0\0\0AVI LIST'),
    'video/mpeg': hex('000001ba 2100 0100'),
    'video/mp2t': transportStream(),
    'video/ogg': theora(),
    'video/3gpp': brand('3gp5'),
    'video/3gpp2': brand('3g2a'),
    'video/x-ms-asf': hex('3026b2758e66cf11a6d9 00aa0062ce6c', '00'.repeat(32)),
    'video/x-flv': hex('464c5601 05000000'),
  }
}
