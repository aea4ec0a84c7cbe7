import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { ImportRefused } from './import-refused.ts'

/** How far a file was imported, kept beside it, so that an interrupted import goes on there. */
export interface ImportProgress {
  /** How many records are stored or were refused by the server. */
  readonly done: number
  /** The file of refused rows that an unfinished run began; null without one. */
  readonly refusedFile: string | null
  /** Keeps that a file of refused rows is begun. */
  begin(refusedFile: string): Promise<void>
  save(done: number): Promise<void>
  /** Deletes what was kept, after the last record. */
  finish(): Promise<void>
}

/**
 * Loads the progress of a file. A file that changed since, and another server or kind of records, begin at the start.
 * @param target the server and the kind of records
 * @throws ImportRefused if progress cannot be kept, before anything is sent
 */
export async function loadProgress(file: string, target: string): Promise<ImportProgress> {
  const place = `${file}.progress`
  const { size, mtimeMs } = await stat(file)
  const key = JSON.stringify([target, size, Math.floor(mtimeMs)])
  let done = 0
  let refusedFile: string | null = null
  try {
    const kept = JSON.parse(await readFile(place, 'utf8')) as Record<string, unknown>
    if (kept.key === key && Number.isSafeInteger(kept.done)) {
      done = Number(kept.done)
      refusedFile = typeof kept.refusedFile === 'string' ? kept.refusedFile : null
    }
  } catch {
    // None, or half of one.
  }
  const kept = { key, done, refusedFile }
  const save = async (changes: Partial<typeof kept>) => {
    Object.assign(kept, changes)
    await writeFile(`${place}.new`, JSON.stringify(kept))
    await rename(`${place}.new`, place)
  }
  await writeFile(`${place}.new`, '').catch((error: Error) => {
    throw new ImportRefused(`The progress of the import cannot be kept beside the file: ${error.message}`)
  })
  await rm(`${place}.new`)
  return {
    done,
    refusedFile,
    begin: (begun) => save({ refusedFile: begun }),
    save: (count) => save({ done: count }),
    finish: () => rm(place, { force: true }),
  }
}
