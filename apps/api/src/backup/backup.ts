import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { unlimitedSession } from '../platform/database/connect.ts'
import {
  copyOut,
  installationOf,
  migrationsOf,
  tablesInOrder,
  waitingJobs,
} from '../platform/database/table-copy.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { BackupError, type Manifest, manifestFile, storedFile, tableFile } from './manifest.ts'

interface Place {
  /** URL of the database. */
  url: string
  store: FileStore
}

type FileEntry = Manifest['files'][number]

/**
 * Copies the database as of one instant, then every file that its rows name, while programs keep running. The database
 * is read in one short snapshot, which is closed before the first file. Files that are deleted meanwhile are read from
 * the store's trash. A file that cannot be copied is listed in the manifest and stops nothing.
 * @param folder must not exist, or be empty
 * @param tell receives progress messages
 * @throws BackupError if the folder is not empty or the database is
 */
export async function makeBackup(
  { url, store }: Place,
  folder: string,
  tell: (words: string) => void,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`)
  const { files, ...database } = await copyDatabase(url, folder)
  tell(
    `Copied ${database.tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${database.tables.length} tables`,
  )
  const copies = await copyFiles(store, files, folder)
  tell(`Copied ${copies.files.length} files`)
  const manifest: Manifest = { format: 1, made_at: new Date().toISOString(), ...database, ...copies }
  await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  return manifest
}

/** Copies all rows in one snapshot and returns what the manifest says about them, with the files that they name. */
async function copyDatabase(url: string, folder: string) {
  const client = new pg.Client({ connectionString: url, options: unlimitedSession })
  // A connection lost between two statements fails at the next one; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await migrationsOf(client)
    if (migrations.length === 0) throw new BackupError('The database is empty: there is nothing to copy.')
    const database_id = await installationOf(client)
    const tables: Manifest['tables'] = []
    for (const table of await tablesInOrder(client)) {
      const copied = await copyTable(client, table, folder)
      tables.push({ name: table.name, columns: table.columns, ...copied })
    }
    const jobs = await waitingJobs(client)
    const { rows } = await client.query<{ [Name in keyof FileEntry]: string }>(
      'select key, media_type, byte_size::text, sha256 from file order by key',
    )
    await client.query('commit')
    const files = rows.map((row) => ({ ...row, byte_size: Number(row.byte_size) }))
    return { migrations, database_id, tables, jobs, files }
  } finally {
    await client.end()
  }
}

async function copyTable(
  client: pg.ClientBase,
  table: Parameters<typeof copyOut>[1],
  folder: string,
): Promise<{ rows: number; sha256: string }> {
  const path = await withFolder(tableFile(folder, table.name))
  const rows = copyOut(client, table)
  const sha256 = await write(rows, path, createGzip({ level: 6 }))
  return { rows: (rows as typeof rows & { rowCount: number }).rowCount, sha256 }
}

async function copyFiles(store: FileStore, named: FileEntry[], folder: string) {
  const files: FileEntry[] = []
  const missing: Manifest['missing'] = []
  let storeProblem: string | undefined
  for (const file of named) {
    const reason = storeProblem ?? (await copyFile(store, file, folder))
    if (reason === undefined) {
      files.push(file)
      continue
    }
    missing.push({ key: file.key, reason })
    // Without the store, asking for each of its files would only take long.
    storeProblem ??= await store.check().then(
      () => undefined,
      (error: unknown) => `the file store cannot be used: ${messageOf(error)}`,
    )
  }
  return { files, missing }
}

/** Copies a file and returns undefined, or the reason why it cannot be copied. */
async function copyFile(store: FileStore, file: FileEntry, folder: string): Promise<string | undefined> {
  const path = await withFolder(storedFile(folder, file.key))
  try {
    const found = await store.read(file.key).catch(unreadable)
    if (!found) return 'it has a row but no bytes'
    if ((await write(withReadErrors(found.stream), path)) === file.sha256) return undefined
    await rm(path)
    return 'its bytes are not those that were stored'
  } catch (error) {
    // A full disk, for instance, is no problem of this file.
    if (!(error instanceof UnreadableFile)) throw error
    await rm(path, { force: true })
    return `it cannot be read: ${messageOf(error.cause)}`
  }
}

class UnreadableFile extends Error {}

function unreadable(cause: unknown): never {
  throw new UnreadableFile('A stored file cannot be read.', { cause })
}

/** Passes a stream on and marks its own errors, because a pipeline's error may also come from its target. */
async function* withReadErrors(stream: Readable): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  try {
    while (true) {
      const next = await chunks.next().catch(unreadable)
      if (next.done) return
      yield next.value
    }
  } finally {
    stream.destroy()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}

/** Creates the folder of a path. */
async function withFolder(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return path
}

/**
 * Writes a stream to disk, syncs it, and returns the hash of its bytes. Handles the stream's errors from the call on: one
 * that nobody handles would end the process.
 */
async function write(
  source: NodeJS.ReadableStream | AsyncIterable<Buffer>,
  path: string,
  packing?: Transform,
): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await (packing ? pipeline(source, hashing, packing, target) : pipeline(source, hashing, target))
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
  return hash.digest('hex')
}
