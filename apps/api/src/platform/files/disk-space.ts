import { statfs } from 'node:fs/promises'

/** How long a reading of the free space counts, in milliseconds: a system call a write would be for nothing. */
const freshFor = 1_000

export interface DiskSpace {
  /** Bytes that may still be written, as the system told within the last second. */
  freeBytes(): Promise<number>
  /** Whether less than the reserve is free, so that nothing more should be stored. */
  isNearlyFull(): Promise<boolean>
}

/**
 * Watches the disk of a folder.
 * @param reserveBytes what must stay free: room for what is on its way, and for the database to end in order
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
