import * as z from 'zod'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { ListedErasure } from './erasure.repository.ts'

/**
 * The list of erasures in the file store. An older backup of the database doesn't know them; the list outlives a restore
 * and contains ids of records only.
 */
const List = z.object({
  erasures: z.array(
    z.object({
      id: z.uuid(),
      requested_by: z.string(),
      requested_at: z.iso.datetime(),
      anchors: z.array(z.string()).min(1),
    }),
  ),
})

/**
 * Reads a list of erasures.
 * @throws Error if the text is no such list: without it, erased people would come back unnoticed
 */
export function readErasureList(text: string): ListedErasure[] {
  try {
    return List.parse(JSON.parse(text)).erasures
  } catch (error) {
    throw new Error('The list of erasures cannot be read.', { cause: error })
  }
}

/** Returns the erasures that the file store lists. */
export async function listedErasures(store: FileStore): Promise<ListedErasure[]> {
  const text = await store.readErasures()
  return text === null ? [] : readErasureList(text)
}

/** Adds erasures to the list in the file store. Those that it has stay as they are. */
export async function addToErasureList(store: FileStore, added: readonly ListedErasure[]): Promise<void> {
  const listed = await listedErasures(store)
  const missing = added.filter(({ id }) => !listed.some((one) => one.id === id))
  if (missing.length === 0) return
  await store.writeErasures(`${JSON.stringify({ erasures: [...listed, ...missing] }, null, 2)}\n`)
}
