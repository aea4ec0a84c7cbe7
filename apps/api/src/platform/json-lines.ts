import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type * as z from 'zod'
import { isSystemError } from './system-error.ts'

/** Appends objects to a file, one per line, and returns when they are on the disk. */
export async function appendLines(file: string, lines: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a', 0o600)
  try {
    // The leading line break closes a line that a crash left open.
    await handle.appendFile(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Returns a function that reads a file's valid lines, also those of other processes. It parses them again only after
 * the file has changed.
 */
export function readerOfLines<Line>(file: string, schema: z.ZodType<Line>): () => Promise<readonly Line[]> {
  let read = { state: '', lines: [] as Line[] }
  return async () => {
    try {
      const { mtimeMs, size } = await stat(file)
      const state = `${mtimeMs} ${size}`
      if (state !== read.state) {
        const lines = (await readFile(file, 'utf8')).split('\n').flatMap((line) => {
          const parsed = schema.safeParse(jsonOf(line))
          return parsed.success ? [parsed.data] : []
        })
        read = { state, lines }
      }
      return read.lines
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return []
      throw error
    }
  }
}

/** Parses JSON; undefined if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
