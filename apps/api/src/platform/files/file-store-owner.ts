import type { Database } from '../database/database.ts'
import { installationId, newestFiles } from './file-repository.ts'
import type { FileStore } from './file-store.ts'

/** The file store cannot be used, or is not this database's. The message is written for the operator. */
export class FileStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileStoreError'
  }
}

const remedy =
  'check DATABASE_URL, DATA_DIR and FILES_URL, or hand the store to this database with npm run files:adopt.'
/** Any of these files in the store shows that the store is this database's. */
const sampleSize = 20
/** How long the result of a check is cached, in milliseconds: /readyz is public, and a check may cost requests. */
const freshFor = 5_000

/**
 * Claims an unclaimed store for this database. Without a claim it accepts an empty store for a database without files,
 * and a store that has files of this database, as before an upgrade from a version without claims.
 * @throws FileStoreError if the store cannot be used, belongs to another database, has files that this database does
 * not know, or has none of this database's files, as an unmounted folder has
 */
export async function claimFileStore(db: Database, store: FileStore): Promise<void> {
  const id = await installationId(db)
  const owner = await ownerOf(store)
  if (owner === id) return
  if (owner !== null) throw belongsToAnother(store)
  const known = await newestFiles(db, sampleSize)
  if (known.length > 0 && !(await holdsOneOf(store, known))) {
    throw new FileStoreError(`The file store ${store.place} has none of this database's files: ${remedy}`)
  }
  if (known.length === 0 && !(await isEmpty(store))) {
    throw new FileStoreError(`The file store ${store.place} has files of another database: ${remedy}`)
  }
  await store.writeOwner(id)
}

/**
 * Checks that the store can be used and is this database's.
 * @throws FileStoreError if not
 */
export async function requireOwnStore(db: Database, store: FileStore): Promise<void> {
  const owner = await ownerOf(store)
  if (owner === null) {
    throw new FileStoreError(`The file store ${store.place} is gone or was emptied: it has no owner.`)
  }
  if (owner !== (await installationId(db))) throw belongsToAnother(store)
}

/** Returns a check like `requireOwnStore` whose result is cached for a few seconds. */
export function watchFileStore(db: Database, store: FileStore): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking = Promise.resolve()
  return () => {
    if (performance.now() - checkedAt > freshFor) {
      checkedAt = performance.now()
      checking = requireOwnStore(db, store)
    }
    return checking
  }
}

/**
 * Hands the store to this database, whatever database it belonged to.
 * @returns the id of the previous owner
 */
export async function adoptFileStore(db: Database, store: FileStore): Promise<string | null> {
  const previous = await ownerOf(store)
  await store.writeOwner(await installationId(db))
  return previous
}

async function ownerOf(store: FileStore): Promise<string | null> {
  try {
    await store.check()
    return await store.readOwner()
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new FileStoreError(`The file store ${store.place} cannot be used: ${reason}`, { cause: error })
  }
}

function belongsToAnother(store: FileStore): FileStoreError {
  return new FileStoreError(`The file store ${store.place} belongs to another database: ${remedy}`)
}

async function holdsOneOf(store: FileStore, keys: string[]): Promise<boolean> {
  for (const key of keys) {
    const found = await store.read(key)
    found?.stream.destroy()
    if (found) return true
  }
  return false
}

async function isEmpty(store: FileStore): Promise<boolean> {
  for await (const _key of store.list()) return false
  return true
}
