import type { ByteRange } from './file-store.ts'

/**
 * Reads a Range header (RFC 9110, section 14) against a size in bytes. Gives the one range that it asks for,
 * 'unsatisfiable' when that lies past the end, or null when the whole file is to be sent: there is no header, it
 * is not understood, or it asks for several ranges.
 */
export function readRange(header: string | undefined, byteSize: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), byteSize)
    return length === 0 ? 'unsatisfiable' : { start: byteSize - length, end: byteSize - 1 }
  }
  const start = Number(first)
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= byteSize ? 'unsatisfiable' : { start, end }
}
