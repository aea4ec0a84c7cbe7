import type { ByteRange } from './file-store.ts'

/**
 * Parses a Range header (RFC 9110, section 14) for a file size in bytes.
 * @returns the range; 'unsatisfiable' if it is past the end; null to send the whole file: no header, an invalid one,
 * or several ranges
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
