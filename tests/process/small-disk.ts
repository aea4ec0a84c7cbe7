import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDataFolder } from './running-program.ts'

/** A folder for a program's data, on a disk that a test can fill. */
export interface SmallDisk {
  /** An empty folder on it. */
  dataDir: string
  /** Whether nothing else writes there, so that it may be filled to the last byte. */
  isItsOwn: boolean
  /** Bytes that may still be written. */
  free(): number
  /** Takes the disk away, after removeEverything. */
  remove(): void
}

/**
 * A file system in memory of so many megabytes, where the system lets us mount one (Linux, as root); elsewhere a folder
 * for temporary files, on a disk shared with everybody.
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
