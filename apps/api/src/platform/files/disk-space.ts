import { statfs } from 'node:fs/promises'

/** How long a reading of the free space is cached, in milliseconds: a system call per write would be wasted. */
const freshFor = 1_000

export interface DiskSpace {
  /** Bytes that may still be written, at most a second old. */
  freeBytes(): Promise<number>
  /** Tells whether less than the reserve is free, so that nothing more should be stored. */
  isNearlyFull(): Promise<boolean>
}

/**
 * Watches the disk of a folder.
 * @param reserveBytes what must stay free: room for writes in progress and for a clean shutdown of the database
 */
export function watchDiskSpace(folder: string, reserveBytes: number): DiskSpace {
  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve(Number.POSITIVE_INFINITY)
  const freeBytes = () => {
    if (performance.now() - readAt > freshFor) {
      readAt = performance.now()
      reading = statfs(folder).then((disk) => disk.bavail * disk.bsize)
    }
    return reading
  }
  return { freeBytes, isNearlyFull: async () => (await freeBytes()) < reserveBytes }
}
