import type { FileHandle } from 'node:fs/promises'

const zeros = Buffer.alloc(65_536)

/** Overwrites a span with zeros, or with `start` followed by zeros if it fits. */
export async function blank(
  file: FileHandle,
  position: number,
  length: number,
  start?: Buffer,
): Promise<void> {
  const { size } = await file.stat()
  const end = Math.min(position + length, size)
  let at = position
  if (start && start.length <= end - at) {
    await writeAt(file, start, at)
    at += start.length
  }
  while (at < end) {
    const part = zeros.subarray(0, Math.min(zeros.length, end - at))
    await writeAt(file, part, at)
    at += part.length
  }
}

/** Reads up to `length` bytes; fewer at the end of the file. */
export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Writes all bytes at a position. */
export async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset, position + offset)
    offset += bytesWritten
  }
}
