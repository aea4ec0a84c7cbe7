import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from '../postgres-binaries.ts'
import type { ServerUser } from '../server-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Layout } from './layout.ts'
import { makePrivateFolder } from './private-folder.ts'
import { userName } from './server-address.ts'
import { onWindows, run, serverProcess } from './server-process.ts'

/**
 * Creates the cluster if there is none. It is built in a draft folder and renamed, so that an interrupted start
 * leaves no partial cluster.
 */
export async function makeCluster(
  layout: Layout,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(layout.folder)) {
    if (name.startsWith('draft-')) {
      await rm(join(layout.folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  }
  if (existsSync(layout.cluster)) {
    const version = (await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8')).trim()
    if (version !== binaries.majorVersion) {
      throw new EmbeddedPostgresError(
        `The database in ${layout.folder} was created by PostgreSQL ${version}; this Greenroom includes PostgreSQL ${binaries.majorVersion}. Restore a backup into a new data folder.`,
      )
    }
    return
  }
  const draft = join(layout.folder, `draft-${randomUUID()}`)
  await makePrivateFolder(draft, user)
  const access = onWindows ? await passwordAccess(layout) : ['--auth=trust']
  await initialise(draft, durable ? access : [...access, '--no-sync'], binaries, user)
  await rename(draft, layout.cluster)
  await syncFolder(layout.folder)
}

async function initialise(
  draft: string,
  access: string[],
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<void> {
  const options = [
    `--pgdata=${draft}`,
    `--username=${userName}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...access,
  ]
  // Trigrams of other scripts need the system's UTF-8 character classes, which not every system has.
  try {
    await run(binaries.initdb, [...options, '--lc-ctype=C.UTF-8'], serverProcess(user))
  } catch (error) {
    if (!/locale/.test(String((error as { stderr?: string }).stderr))) throw describeFailure(error)
    await run(binaries.initdb, options, serverProcess(user)).catch((second) => {
      throw describeFailure(second)
    })
  }
}

function describeFailure(error: unknown): Error {
  const text = String((error as { stderr?: string }).stderr ?? '').trim()
  return new EmbeddedPostgresError(`The built-in database could not be created. ${text || String(error)}`, {
    cause: error,
  })
}

async function passwordAccess(layout: Layout): Promise<string[]> {
  await writeFile(layout.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${layout.passwordFile}`]
}

async function syncFolder(folder: string): Promise<void> {
  if (onWindows) return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
