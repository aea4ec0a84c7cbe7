import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

let count = 0

/** Whether to keep the output of programs, which `npm test` searches for secrets. */
export const keepsLogs = process.env.TEST_LOG_FOLDER !== undefined

/** Copies a program's output into TEST_LOG_FOLDER, if it is set. */
export function keepLog(child: ChildProcess): void {
  const folder = process.env.TEST_LOG_FOLDER
  if (folder === undefined) return
  count++
  const file = createWriteStream(join(folder, `program-${process.pid}-${count}.log`), { flags: 'a' })
  child.stdout?.on('data', (chunk) => file.write(chunk))
  child.stderr?.on('data', (chunk) => file.write(chunk))
  child.once('close', () => file.end())
}
