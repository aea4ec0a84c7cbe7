import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ServerUser {
  name: string
  uid: number
  gid: number
}

/**
 * Returns the user to run the database server as: PostgreSQL refuses to run as root. Root uses postgres if it exists,
 * else nobody; any other user needs no change (undefined).
 * @throws Error if root finds neither
 */
export function chooseServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('Running as root needs a user named postgres or nobody for the database server.')
}

/** Returns the spawn options for running a program as the user; none for the current one. */
export function runAs(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Tells whether the user can enter a folder. Asks the system, which also knows access lists and mounts. */
export function canEnter(user: ServerUser | undefined, folder: string): boolean {
  if (!user) return true
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...runAs(user),
    cwd: '/',
    stdio: 'ignore',
  })
  return result.status === 0
}
