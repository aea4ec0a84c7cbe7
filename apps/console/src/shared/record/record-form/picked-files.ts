import { del, entries, get, set } from 'idb-keyval'
import { minuteMs } from '../../../lib/minute.ts'

/** A picked file that waits to be saved, kept in IndexedDB so that it survives a reload and the end of a session. */
interface KeptFile {
  file: File
  /** Milliseconds since 1970. */
  keptAt: number
  /** Where it was uploaded for a record that may not be saved yet, and when. */
  upload?: { url: string; at: number }
}

/** A closed tab cannot clean up after itself: its files are removed after this time. */
const longestKeptMs = 24 * 60 * 60 * 1000
/** As long as a create keeps its Idempotency-Key. */
const longestUploadMs = 60 * minuteMs
const tabKey = 'tab'
const prefix = 'picked-file'

/**
 * Stores a picked file under its mark in the form's values. Without IndexedDB (a private window, a full
 * disk) the file is only kept in memory, and the form asks for it again after a reload.
 */
export async function keepPickedFile(mark: string, file: File): Promise<void> {
  try {
    await set(keyOf(mark), { file, keptAt: Date.now() } satisfies KeptFile)
  } catch {
    // The form works without the stored copy.
  }
}

/** @returns the kept file, or undefined when there is none */
export async function readPickedFile(mark: string): Promise<File | undefined> {
  try {
    return (await get<KeptFile>(keyOf(mark)))?.file
  } catch {
    return undefined
  }
}

/**
 * Keeps the URL of an upload until its record is saved, or the file is picked again: sent again with another URL, the
 * record would be another write.
 * @param begun when the upload began; a file that was picked since belongs to another record
 */
export async function keepUpload(mark: string, url: string, begun: number): Promise<void> {
  try {
    const kept = await get<KeptFile>(keyOf(mark))
    if (kept && kept.keptAt <= begun) await set(keyOf(mark), { ...kept, upload: { url, at: Date.now() } })
  } catch {
    // The form keeps it as long as it is open.
  }
}

/** @returns the URL of an upload in the last hour */
export async function readUpload(mark: string): Promise<string | undefined> {
  try {
    const upload = (await get<KeptFile>(keyOf(mark)))?.upload
    return upload && Date.now() - upload.at < longestUploadMs ? upload.url : undefined
  } catch {
    return undefined
  }
}

/** Removes the kept files of these marks, and those that closed tabs left behind. */
export async function forgetPickedFiles(marks: readonly string[]): Promise<void> {
  try {
    for (const mark of marks) await del(keyOf(mark))
    for (const [key, kept] of await entries<string, KeptFile>()) {
      if (key.startsWith(`${prefix}:`) && Date.now() - kept.keptAt > longestKeptMs) await del(key)
    }
  } catch {
    // They are removed with the next form that is saved.
  }
}

// IndexedDB is shared by all tabs, while a draft belongs to one (sessionStorage).
function keyOf(mark: string): string {
  let tab = sessionStorage.getItem(tabKey)
  if (tab === null) {
    tab = String(crypto.getRandomValues(new Uint32Array(1))[0])
    sessionStorage.setItem(tabKey, tab)
  }
  return `${prefix}:${tab}:${mark}`
}
