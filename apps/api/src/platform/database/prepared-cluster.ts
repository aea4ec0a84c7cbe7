import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { type Layout, layoutOf, placeCluster, readLocation, recordLocation } from './embedded/layout.ts'
import { onWindows } from './embedded/server-process.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrateDatabase, migrationsFolder } from './migrate.ts'
import { chooseServerUser } from './server-user.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const cache = join(root, '.cache', 'clusters')

/** What decides how a cluster is created and migrated. */
const sources = [migrationsFolder(), import.meta.dirname, join(root, 'package-lock.json')]

/**
 * Puts the files of a migrated, empty database into a data folder of tests, so that not every test creates and migrates
 * one: that takes 5 s of processor time. All copies have the same id (table installation); a test that compares the ids
 * of two databases creates one of them.
 * @param dataDirectory an empty folder, for instance DATA_DIR/postgres
 */
export async function placePreparedCluster(dataDirectory: string): Promise<void> {
  const prepared = await preparedCluster()
  await mkdir(dataDirectory, { recursive: true })
  const layout = await placeCluster(dataDirectory, chooseServerUser())
  await copyServer(prepared, layout)
  await recordLocation(dataDirectory, layout)
}

/** Returns the files of a stopped server, which is made again when a migration or a version has changed. */
async function preparedCluster(): Promise<Layout> {
  const folder = join(cache, await nameOfCluster())
  if (existsSync(folder)) return layoutOf(folder)
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    if (!name.startsWith('draft-')) await rm(join(cache, name), { recursive: true, force: true })
  }
  const dataDirectory = await mkdtemp(join(tmpdir(), 'greenroom-prepared-'))
  const log = pino({ level: 'warn' })
  try {
    const server = await startEmbeddedPostgres({ dataDirectory, log, durable: false })
    await migrateDatabase({ url: server.url }, log).finally(() => server.stop())
    const draft = join(cache, `draft-${randomUUID()}`)
    await mkdir(draft)
    await copyServer(layoutOf((await readLocation(dataDirectory)) ?? dataDirectory), layoutOf(draft))
    await rename(draft, folder).catch(async (error) => {
      await rm(draft, { recursive: true, force: true })
      // Another run was faster.
      if (!existsSync(folder)) throw error
    })
    return layoutOf(folder)
  } finally {
    await removeEmbeddedPostgres(dataDirectory)
  }
}

async function nameOfCluster(): Promise<string> {
  const hash = createHash('sha256')
  // The server refuses files of another user.
  hash.update(JSON.stringify([process.platform, process.arch, chooseServerUser() ?? process.getuid?.()]))
  for (const source of sources) {
    for (const path of await filesOf(source)) hash.update(`${path}\n`).update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesOf(source: string): Promise<string[]> {
  if (source.endsWith('.json')) return [source]
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Copies with modes and owners, which Node's own copy does not keep. */
async function copyServer(from: Layout, to: Layout): Promise<void> {
  if (onWindows) {
    await cp(from.cluster, to.cluster, { recursive: true })
    await cp(from.passwordFile, to.passwordFile)
  } else await promisify(execFile)('cp', ['-pR', from.cluster, to.cluster])
}
