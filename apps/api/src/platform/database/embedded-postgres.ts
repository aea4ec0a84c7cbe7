import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { isFolderLocked, lockFolder } from './data-folder-lock.ts'
import { makeCluster } from './embedded/cluster.ts'
import { EmbeddedPostgresError } from './embedded/embedded-postgres-error.ts'
import {
  layoutOf,
  locationFile,
  placeCluster,
  readLocation,
  recordLocation,
  sharedFolder,
} from './embedded/layout.ts'
import { leftoverProcess, removeStaleProcessFile, stopLeftover } from './embedded/leftover-server.ts'
import { addressText, createDatabase, databaseName } from './embedded/server-address.ts'
import { setOldLogAside, superviseServer } from './embedded/supervisor.ts'
import { preparePostgresBinaries } from './postgres-binaries.ts'
import { chooseServerUser } from './server-user.ts'

interface EmbeddedPostgres {
  /** URL of the database greenroom, for the driver. */
  url: string
  /** Id of the running server process; undefined during a restart. */
  processId(): number | undefined
  /** Folder of the server's files. It is elsewhere if the server's user cannot reach the data folder. */
  folder: string
  /** Closes connections, writes everything to disk, and releases the folder. May be called twice. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** Folder of the server's files, for instance DATA_DIR/postgres. */
  dataDirectory: string
  log: Logger
  /** False only for tests: a power failure may then lose the data. */
  durable?: boolean
}

/**
 * Starts a PostgreSQL server on a data folder, creates the folder if needed, and keeps the server running: if it ends
 * unexpectedly, it is restarted after 0.5 s doubling to 10 s. It listens on a private Unix socket only (on Windows on
 * loopback with a password).
 * @throws EmbeddedPostgresError if another program uses the folder, or the server cannot start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  const given = resolve(options.dataDirectory)
  await mkdir(given, { recursive: true })
  // The system reports a process's folder by its real path.
  const dataDirectory = await realpath(given)
  const lock = await lockFolder(join(dataDirectory, 'lock'))
  if ('heldBy' in lock) {
    throw new EmbeddedPostgresError(
      `Another Greenroom is already running on ${dirname(dataDirectory)} (process ${lock.heldBy}).`,
    )
  }
  try {
    const user = chooseServerUser()
    const layout = await placeCluster(dataDirectory, user)
    const binaries = await preparePostgresBinaries(user, user ? sharedFolder : dataDirectory)
    await makeCluster(layout, binaries, user, durable)
    await recordLocation(dataDirectory, layout)
    await stopLeftover(layout, binaries, user)
    await removeStaleProcessFile(layout)
    await setOldLogAside(layout)
    const server = await superviseServer({ layout, binaries, user, log, durable })
    await createDatabase(server.address).catch(async (error) => {
      await server.stop()
      throw error
    })
    let stopping: Promise<void> | undefined
    return {
      url: addressText({ ...server.address, database: databaseName }),
      processId: server.processId,
      folder: layout.folder,
      stop() {
        stopping ??= server.stop().finally(() => lock.release())
        return stopping
      },
    }
  } catch (error) {
    await lock.release()
    if (error instanceof EmbeddedPostgresError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(`The built-in database could not start. ${reason}`, { cause: error })
  }
}

/**
 * Deletes an embedded server that no program uses, with all its data; for test folders.
 * @returns false if it is in use
 */
export async function removeEmbeddedPostgres(dataDirectory: string): Promise<boolean> {
  if (await isFolderLocked(join(dataDirectory, 'lock'))) return false
  const elsewhere = await readLocation(dataDirectory)
  for (const folder of [elsewhere, dataDirectory]) {
    if (!folder) continue
    const layout = layoutOf(folder)
    const pid = leftoverProcess(layout)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  await rm(locationFile(dataDirectory), { force: true })
  return true
}

/**
 * Returns the URL of the database of an embedded server that a running program keeps on this folder; undefined if
 * there is none.
 */
export async function findRunningPostgres(dataDirectory: string): Promise<string | undefined> {
  if (!existsSync(dataDirectory)) return undefined
  const folder = await realpath(dataDirectory)
  if (!(await isFolderLocked(join(folder, 'lock')))) return undefined
  const layout = layoutOf((await readLocation(folder)) ?? folder)
  const written = await readFile(join(layout.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  // The lines of the file: process id, folder, start time, port, socket folder, address.
  const [, , , port, socket, address] = written.split('\n').map((line) => line.trim())
  if (!port) return undefined
  const password = await readFile(layout.passwordFile, 'utf8').catch(() => '')
  return addressText({
    host: socket || address || '127.0.0.1',
    port: Number(port),
    ...(password ? { password: password.trim() } : {}),
    database: databaseName,
  })
}
