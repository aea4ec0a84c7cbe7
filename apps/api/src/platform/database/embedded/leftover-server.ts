import { readFileSync, readlinkSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from '../postgres-binaries.ts'
import type { ServerUser } from '../server-user.ts'
import type { Layout } from './layout.ts'
import { pauseFor, run, serverProcess } from './server-process.ts'

/** Seconds that a server gets to shut down before it is killed. */
export const stopPatienceSeconds = 60

/** Returns the id of a server process that a killed program left running on this cluster. */
export function leftoverProcess(layout: Layout): number | undefined {
  let pid: number
  try {
    pid = Number(readFileSync(join(layout.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
  if (!(pid > 1)) return undefined
  if (process.platform === 'linux') {
    // A zombie has a name but no working folder, and another process with a reused id has another folder.
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === layout.cluster ? pid : undefined
    } catch {
      return undefined
    }
  }
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

export async function stopLeftover(
  layout: Layout,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<void> {
  if (leftoverProcess(layout) === undefined) return
  const stop = (mode: string) =>
    run(
      binaries.controller,
      ['stop', `--pgdata=${layout.cluster}`, `--mode=${mode}`, '--wait', `--timeout=${stopPatienceSeconds}`],
      serverProcess(user),
    )
  try {
    await stop('fast')
  } catch {
    if (leftoverProcess(layout) !== undefined) await stop('immediate')
  }
}

/**
 * Removes the process file of a server that is gone. PostgreSQL refuses to start if another process of the same user
 * now has the id in it, as in a restarted container.
 */
export async function removeStaleProcessFile(layout: Layout): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    if (!(await someProcessWorksIn(layout.cluster))) {
      await rm(join(layout.cluster, 'postmaster.pid'), { force: true })
      return
    }
    await pauseFor(50)
  }
}

async function someProcessWorksIn(folder: string): Promise<boolean> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) === folder) return true
    } catch {
      // It ended, is a zombie, or belongs to another user and is therefore not our server.
    }
  }
  return false
}
