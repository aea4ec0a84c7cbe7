import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP as text. */
export function unzipped(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06') + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset, place) =>
      place === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    files[zip.toString('utf8', at + 46, at + 46 + name)] = (
      isDeflated ? inflateRawSync(bytes) : bytes
    ).toString()
    at += 46 + name + extra + comment
  }
  return files
}
