import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

let count = 0

/** Whether what programs print is kept, for the search that ends `npm test`. */
export const keepsLogs = process.env.TEST_LOG_FOLDER !== undefined

/** Copies what a program prints into the folder that TEST_LOG_FOLDER names; does nothing without it. */
export function keepLog(child: ChildProcess): void {
  const folder = process.env.TEST_LOG_FOLDER
  if (folder === undefined) return
  count++
  const file = createWriteStream(join(folder, `program-${process.pid}-${count}.log`), { flags: 'a' })
  child.stdout?.on('data', (chunk) => file.write(chunk))
  child.stderr?.on('data', (chunk) => file.write(chunk))
  child.once('close', () => file.end())
}
