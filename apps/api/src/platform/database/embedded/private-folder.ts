import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import type { ServerUser } from '../server-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { onWindows } from './server-process.ts'

/** A short name for a path, for folders that stand in for it elsewhere. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

export async function makePrivateFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const owner = user?.uid ?? process.getuid?.()
  // In a folder that everybody may write to, somebody else may have made it first.
  if (
    !found.isDirectory() ||
    (owner !== undefined && found.uid !== owner && found.uid !== process.getuid?.())
  ) {
    throw new EmbeddedPostgresError(`${folder} belongs to somebody else.`)
  }
  if (user) await chown(folder, user.uid, user.gid)
  if (!onWindows) await chmod(folder, 0o700)
}
