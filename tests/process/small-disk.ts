import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDataFolder } from './running-program.ts'

/** A folder for a program's data, on a disk that a test can fill. */
export interface SmallDisk {
  /** An empty folder on it. */
  dataDir: string
  /** Whether nothing else writes there, so that it can be filled completely. */
  isItsOwn: boolean
  /** Free bytes. */
  free(): number
  /** Unmounts the disk. Call it after removeEverything. */
  remove(): void
}

/**
 * Mounts a file system in memory (Linux, as root). On other systems it uses a temporary folder on a shared disk.
 */
export function makeSmallDisk(megabytes: number): SmallDisk {
  const own = mountInMemory(megabytes)
  const dataDir = makeDataFolder(own)
  return {
    dataDir,
    isItsOwn: own !== undefined,
    free() {
      const { bavail, bsize } = statfsSync(dataDir)
      return bavail * bsize
    },
    remove() {
      if (own === undefined) return
      spawnSync('umount', ['--lazy', own])
      rmdirSync(own)
    },
  }
}

function mountInMemory(megabytes: number): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (status === 0) return folder
  rmdirSync(folder)
  return undefined
}
