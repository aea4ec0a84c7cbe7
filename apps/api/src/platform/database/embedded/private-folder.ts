import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import type { ServerUser } from '../server-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { onWindows } from './server-process.ts'

/** Returns a short name for a path, for a folder elsewhere that replaces it. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

export async function makePrivateFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const owner = user?.uid ?? process.getuid?.()
  // In a world-writable folder somebody else may have created it first.
  if (
    !found.isDirectory() ||
    (owner !== undefined && found.uid !== owner && found.uid !== process.getuid?.())
  ) {
    throw new EmbeddedPostgresError(`${folder} belongs to somebody else.`)
  }
  if (user) await chown(folder, user.uid, user.gid)
  if (!onWindows) await chmod(folder, 0o700)
}
