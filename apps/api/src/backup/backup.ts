import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { copyOut, installationOf, migrationsOf, tablesInOrder, waitingJobs } from '../platform/database/table-copy.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { BackupError, type Manifest, manifestFile, storedFile, tableFile } from './manifest.ts'

interface Place {
  /** URL of the database. */
  url: string
  store: FileStore
}

/**
 * Copies the database as of one instant, with every file that its rows name, while programs keep running. Files
 * deleted meanwhile are read from the store's trash.
 * @param folder must not exist, or be empty
 * @param tell receives progress messages
 * @throws BackupError if the folder is not empty, or a row names a file whose bytes are missing or differ
 */
export async function makeBackup(
  { url, store }: Place,
  folder: string,
  tell: (words: string) => void,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`)
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  // A connection lost between two statements fails at the next one; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await migrationsOf(client)
    if (migrations.length === 0) throw new BackupError('The database is empty: there is nothing to copy.')
    const tables: Manifest['tables'] = []
    for (const table of await tablesInOrder(client)) {
      const copied = await copyTable(client, table, folder)
      tables.push({ name: table.name, columns: table.columns, ...copied })
    }
    tell(`Copied ${tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${tables.length} tables`)
    const jobs = await waitingJobs(client)
    const { rows: files } = await client.query<{ [Name in keyof Manifest['files'][number]]: string }>(
      'select key, media_type, byte_size::text, sha256 from file order by key',
    )
    const kept: Manifest['files'] = []
    for (const row of files) {
      const file = { ...row, byte_size: Number(row.byte_size) }
      await copyFile(store, file, folder)
      kept.push(file)
    }
    tell(`Copied ${kept.length} files`)
    await client.query('commit')
    const manifest: Manifest = {
      format: 1,
      made_at: new Date().toISOString(),
      migrations,
      database_id: await installationOf(client),
      tables,
      files: kept,
      jobs,
    }
    await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    return manifest
  } finally {
    await client.end()
  }
}

async function copyTable(
  client: pg.ClientBase,
  table: Parameters<typeof copyOut>[1],
  folder: string,
): Promise<{ rows: number; sha256: string }> {
  const rows = copyOut(client, table)
  const sha256 = await write(rows, tableFile(folder, table.name), createGzip({ level: 6 }))
  return { rows: (rows as typeof rows & { rowCount: number }).rowCount, sha256 }
}

async function copyFile(store: FileStore, file: Manifest['files'][number], folder: string): Promise<void> {
  const found = await store.read(file.key)
  if (!found) throw new BackupError(`The file ${file.key} has a row but no bytes.`)
  const sha256 = await write(found.stream, storedFile(folder, file.key))
  if (sha256 !== file.sha256)
    throw new BackupError(`The bytes of the file ${file.key} are not those that were stored.`)
}

/** Writes a stream to disk, syncs it, and returns the hash of its bytes. */
async function write(source: NodeJS.ReadableStream, path: string, packing?: Transform): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
