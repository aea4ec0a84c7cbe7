import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

/** How far a file was imported, kept beside it, so that an interrupted import goes on there. */
export interface ImportProgress {
  /** How many records are stored or were refused by the server. */
  readonly done: number
  save(done: number): Promise<void>
  /** Deletes what was kept, after the last record. */
  finish(): Promise<void>
}

/**
 * Loads the progress of a file. A file that changed since, and another server or kind of records, begin at the start.
 * @param target the server and the kind of records
 */
export async function loadProgress(file: string, target: string): Promise<ImportProgress> {
  const place = `${file}.progress`
  const { size, mtimeMs } = await stat(file)
  const key = JSON.stringify([target, size, Math.floor(mtimeMs)])
  let done = 0
  try {
    const kept = JSON.parse(await readFile(place, 'utf8')) as { key?: unknown; done?: unknown }
    if (kept.key === key && Number.isSafeInteger(kept.done)) done = Number(kept.done)
  } catch {
    // None, or half of one.
  }
  return {
    done,
    async save(count) {
      await writeFile(`${place}.new`, JSON.stringify({ key, done: count }))
      await rename(`${place}.new`, place)
    },
    finish: () => rm(place, { force: true }),
  }
}
