import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import type { Logger } from 'pino'
import { addToErasureList, readErasureList } from '../modules/people/person/erasure-list.ts'
import { unlimitedSession } from '../platform/database/connect.ts'
import { migrateDatabase, unfinishedRestore } from '../platform/database/migrate.ts'
import {
  addJob,
  continueIdentities,
  copyIn,
  emptyTables,
  existingTables,
  findFilledTable,
  installationOf,
  migrationsOf,
  setTriggers,
  tablesInOrder,
} from '../platform/database/table-copy.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { readNumbers, secureSeries } from './document-series.ts'
import { eraseAgain } from './erase-again.ts'
import { BackupError, type Manifest, readManifest, storedFile, tableFile } from './manifest.ts'

interface Place {
  url: string
  store: FileStore
  /** A folder for temporary copies of files. */
  scratch: string
  log: Logger
}

/**
 * Restores a backup into an empty place. First everything is read and compared with the manifest, then the backup's
 * schema is created, the files are stored, all rows are inserted in one transaction, and last the schema is migrated
 * to this program's, all sessions of staff end, and documents get a series of numbers that nothing has used. After a
 * failure no program starts on the database: start over in another empty place.
 * @param numbers the prefix of invoices, and the last document numbers that were given; see `secureSeries`
 * @param erasures a list of erasures from another file store
 * @throws BackupError if the backup is damaged or the place is not empty
 * @throws DatabaseTooNewError if a newer program made the backup
 */
export async function restoreBackup(
  place: Place,
  folder: string,
  tell: (words: string) => void,
  numbers: { prefix: string; lastNumbers: readonly string[] },
  erasures?: string,
): Promise<Manifest> {
  readNumbers(numbers.lastNumbers)
  const listed = readListed(erasures)
  const manifest = await readManifest(folder)
  await verify(folder, manifest)
  tell(`The backup of ${manifest.made_at} is whole`)
  await requireEmpty(place, manifest)
  // Until the end the database has rows, but no series of numbers of its own: no program may run on it.
  await withClient(place.url, async (client) => {
    await client.query(`create table if not exists ${unfinishedRestore} ()`)
  })
  await migrateDatabase(place, place.log, { only: manifest.migrations, isRestore: true })
  await storeFiles(place, folder, manifest)
  tell(`Stored ${manifest.files.length} files`)
  const loaded = await loadRows(place, folder, manifest)
  tell(`Loaded ${loaded.reduce((sum, table) => sum + table.rows, 0)} rows of ${loaded.length} tables`)
  const others = manifest.tables.filter((table) => !loaded.includes(table)).map(({ name }) => name)
  if (others.length > 0) tell(`Left out the tables of another program: ${others.join(', ')}`)
  await migrateDatabase(place, place.log, { isRestore: true })
  await withClient(place.url, async (client) => {
    // One that ended after the backup must not open again.
    await client.query(
      "update session set ended_at = now(), ended_because = 'restored' where ended_at is null",
    )
    tell(await secureRestored(client, numbers))
    await place.store.writeOwner((await installationOf(client)) ?? '')
  })
  await addToErasureList(place.store, listed)
  const erased = await eraseAgain(place)
  if (erased > 0) tell(`${erased} people who were erased after the backup are erased again`)
  await withClient(place.url, async (client) => {
    await client.query(`drop table ${unfinishedRestore}`)
  })
  return manifest
}

/** @throws BackupError if the text is no list of erasures */
function readListed(erasures: string | undefined) {
  try {
    return erasures === undefined ? [] : readErasureList(erasures)
  } catch (error) {
    throw new BackupError('The file of --erasures is no list of erasures.', { cause: error })
  }
}

/** Continues after the numbers that were named, or opens a new series if they contradict the backup. */
async function secureRestored(
  client: pg.Client,
  numbers: { prefix: string; lastNumbers: readonly string[] },
): Promise<string> {
  const given = { ...numbers, now: new Date(), by: 'restore' }
  try {
    return await secureSeries(client, given)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return `${error.message} ${await secureSeries(client, { ...given, lastNumbers: [] })}`
  }
}

async function verify(folder: string, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const path = tableFile(folder, table.name)
    if ((await hashOf(path, true)) !== table.sha256) throw new BackupError(`${path} is damaged.`)
  }
  for (const file of manifest.files) {
    const path = storedFile(folder, file.key)
    if ((await hashOf(path, false)) !== file.sha256) throw new BackupError(`${path} is damaged.`)
  }
}

async function hashOf(path: string, packed: boolean): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done()
    },
  })
  const source = createReadStream(path)
  await (packed ? pipeline(source, createGunzip(), hashing) : pipeline(source, hashing)).catch((error) => {
    throw new BackupError(`${path} cannot be read.`, { cause: error })
  })
  return hash.digest('hex')
}

async function requireEmpty({ url, store }: Place, { database_id }: Manifest): Promise<void> {
  const owner = await store.readOwner()
  if (owner !== null && owner !== database_id) {
    throw new BackupError(
      `The file store ${store.place} belongs to another database. Restore into an empty place.`,
    )
  }
  for await (const key of store.list()) {
    if (owner === database_id) break
    throw new BackupError(`There are files already, for instance ${key}. Restore into an empty place.`)
  }
  await withClient(url, async (client) => {
    if ((await migrationsOf(client)).length === 0) return
    const filled = await findFilledTable(client, await tablesInOrder(client))
    if (filled)
      throw new BackupError(`The database is not empty: ${filled} has rows. Restore into an empty place.`)
    throw new BackupError('The database has tables already. Restore into an empty one.')
  })
}

async function storeFiles({ store, scratch }: Place, folder: string, manifest: Manifest): Promise<void> {
  const drafts = await mkdtemp(join(scratch, 'restore-'))
  try {
    for (const { key, media_type: mediaType, byte_size: byteSize } of manifest.files) {
      // Storing moves a file away, and the backup must stay as it is.
      const draft = join(drafts, key)
      await copyFile(storedFile(folder, key), draft)
      await store.put(key, draft, { mediaType, byteSize })
    }
  } finally {
    await rm(drafts, { recursive: true, force: true })
  }
}

/** Loads the tables that the backup's migrations made, and returns them. */
async function loadRows({ url }: Place, folder: string, manifest: Manifest): Promise<Manifest['tables']> {
  return withClient(url, async (client) => {
    const tables = await existingTables(client, manifest.tables)
    await client.query('begin')
    await setTriggers(client, tables, 'disable')
    await emptyTables(client, tables)
    for (const table of tables) {
      const target = copyIn(client, table) as ReturnType<typeof copyIn> & { rowCount: number }
      await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), target)
      if (target.rowCount !== table.rows) {
        throw new BackupError(`${table.name} came to ${target.rowCount} rows instead of ${table.rows}.`)
      }
    }
    await continueIdentities(client, tables)
    await setTriggers(client, tables, 'enable')
    for (const job of manifest.jobs) await addJob(client, { ...job, payload: job.payload ?? {} })
    await client.query('commit')
    await client.query('analyze')
    return tables
  })
}

/** Connects for the duration of some work. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: unlimitedSession })
  // A connection lost between two statements fails at the next one; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
