import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { canEnter, type ServerUser } from '../server-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { hashOf } from './private-folder.ts'

export interface Layout {
  /** The folder with all files of this server. */
  folder: string
  /** PostgreSQL's own data folder. */
  cluster: string
  logFile: string
  passwordFile: string
}

/** Outside every home folder, so that the server's user can reach it. */
export const sharedFolder = '/var/lib/greenroom'

export function layoutOf(folder: string): Layout {
  return {
    folder,
    cluster: join(folder, 'cluster'),
    logFile: join(folder, 'server.log'),
    passwordFile: join(folder, 'password'),
  }
}

export function locationFile(dataDirectory: string): string {
  return `${resolve(dataDirectory)}-location`
}

export async function readLocation(dataDirectory: string): Promise<string | undefined> {
  const text = await readFile(locationFile(dataDirectory), 'utf8').catch(() => '')
  return text.trim() || undefined
}

export async function recordLocation(dataDirectory: string, layout: Layout): Promise<void> {
  const file = locationFile(dataDirectory)
  if (layout.folder === dataDirectory || existsSync(file)) return
  const draft = `${file}-${randomUUID()}`
  await writeFile(draft, `${layout.folder}\n`)
  await rename(draft, file)
}

/**
 * Chooses the folder of the server's files: the data folder or, if the server's user cannot reach it, a shared folder
 * whose path is written to a text file next to the data folder.
 */
export async function placeCluster(dataDirectory: string, user: ServerUser | undefined): Promise<Layout> {
  const recorded = await readLocation(dataDirectory)
  if (recorded) {
    if (!existsSync(layoutOf(recorded).cluster)) {
      throw new EmbeddedPostgresError(
        `${locationFile(dataDirectory)} says that the database is in ${recorded}, but it is not there. Bring it back, or remove that file to start with an empty database.`,
      )
    }
    return layoutOf(recorded)
  }
  const here = layoutOf(dataDirectory)
  if (user) await chmod(dataDirectory, 0o711)
  if (canEnter(user, dataDirectory)) return here
  if (existsSync(here.cluster)) {
    throw new EmbeddedPostgresError(
      `The user ${user?.name} of the database server cannot reach ${dataDirectory}. Allow passing through its parent folders.`,
    )
  }
  // A random part, so that a new data folder never finds the data of a removed one with the same path.
  const elsewhere = join(sharedFolder, `${hashOf(dataDirectory)}-${randomBytes(4).toString('hex')}`)
  await mkdir(elsewhere, { recursive: true, mode: 0o711 })
  return layoutOf(await realpath(elsewhere))
}
