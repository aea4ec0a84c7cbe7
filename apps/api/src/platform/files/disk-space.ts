import { stat, statfs } from 'node:fs/promises'

/** How long a reading of the free space is cached, in milliseconds: a system call per write would be wasted. */
const freshFor = 100

/** Folders that the program writes to. Each may be on a disk of its own. */
interface WrittenFolders {
  /** The data folder, with the spool folder. */
  data: string
  /** The folder of the file store; undefined if it is elsewhere. */
  files?: string | undefined
  /** The folder of the embedded database; undefined for a server. */
  database?: string | undefined
}

/** An upload in progress. */
export interface Upload {
  /** Max size in bytes. */
  byteSize: number
  /** Bytes that have arrived. */
  received(): number
}

export interface DiskSpace {
  /** Free bytes of the fullest disk, at most a tenth of a second old. */
  freeBytes(): Promise<number>
  /** Tells whether less than the reserve will be free on a disk once the uploads in progress are stored. */
  isNearlyFull(): Promise<boolean>
  /**
   * Reserves room for an upload.
   * @returns false, without a reservation, if less than the reserve would be left
   */
  reserve(upload: Upload): Promise<boolean>
  /** Ends a reservation; does nothing if there is none. */
  release(upload: Upload): void
}

/**
 * Watches the disks of some folders. An upload is written to the data folder as it arrives. If the file store is on
 * another disk, the whole of it is copied there at the end.
 * @param reserveBytes what must stay free: room for the database's writes and for its clean shutdown
 * @param look reads a folder's disk; tests pass their own
 */
export function watchDiskSpace(
  folders: WrittenFolders,
  reserveBytes: number,
  look: typeof readDisk = readDisk,
): DiskSpace {
  const uploads = new Set<Upload>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: ReturnType<typeof readDisks>

  function read() {
    if (performance.now() - readAt > freshFor) {
      readAt = performance.now()
      reading = readDisks(folders, look)
    }
    return reading
  }

  async function isNearlyFull(): Promise<boolean> {
    const { data, files, database } = await read()
    let arriving = 0
    let copied = 0
    for (const upload of uploads) {
      arriving += Math.max(0, upload.byteSize - upload.received())
      copied += upload.byteSize
    }
    const left = [data.free - arriving, database.free]
    if (files.device !== data.device) left.push(files.free - copied)
    return Math.min(...left) < reserveBytes
  }

  return {
    isNearlyFull,
    async freeBytes() {
      const disks = await read()
      return Math.min(...Object.values(disks).map(({ free }) => free))
    },
    async reserve(upload) {
      // Before the check, so that two concurrent uploads cannot both take the last room.
      uploads.add(upload)
      if (!(await isNearlyFull())) return true
      uploads.delete(upload)
      return false
    },
    release(upload) {
      uploads.delete(upload)
    },
  }
}

async function readDisks(folders: WrittenFolders, look: typeof readDisk) {
  const data = await look(folders.data)
  // A store that is absent makes the program unready, and doesn't stop writes that need no files.
  const other = (folder: string | undefined) => (folder ? look(folder).catch(() => data) : data)
  return { data, files: await other(folders.files), database: await other(folders.database) }
}

async function readDisk(folder: string): Promise<{ device: number; free: number }> {
  const [disk, { dev: device }] = await Promise.all([statfs(folder), stat(folder)])
  return { device, free: disk.bavail * disk.bsize }
}
