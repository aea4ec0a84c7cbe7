import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemError } from '../system-error.ts'
import {
  erasuresFile,
  type FileStore,
  isFileKey,
  ownerFile,
  requireFileKey,
  trashFolder,
} from './file-store.ts'

/**
 * Creates a store in a folder. Files are in subfolders named by the first two characters of their key. A file is
 * moved in under a temporary name, synced, and then renamed, so that no reader and no crash ever sees half a file.
 */
export function createFolderFileStore(folder: string): FileStore {
  const folderOf = (key: string) => join(folder, requireFileKey(key).slice(0, 2))
  const finalPath = (key: string) => join(folderOf(key), key)
  const unfinishedPath = (key: string) => join(folderOf(key), `.${key}.unfinished`)
  const trashOf = (key: string) => join(folder, trashFolder, requireFileKey(key).slice(0, 2))
  const trashPath = (key: string) => join(trashOf(key), key)

  async function readText(name: string): Promise<string | null> {
    return (await readFile(join(folder, name), 'utf8').catch(unlessMissing)) ?? null
  }

  async function writeText(name: string, text: string): Promise<void> {
    const path = join(folder, name)
    // Two programs may write at once.
    const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`
    await writeFile(unfinished, text, { mode: 0o600, flush: true })
    await rename(unfinished, path)
    await syncFolder(folder)
  }

  return {
    place: folder,
    folder,
    async put(key, sourcePath, { byteSize }) {
      if (await moveIn(sourcePath, finalPath(key), unfinishedPath(key), byteSize)) return
      await syncFolder(folderOf(key))
      await syncFolder(folder)
    },
    async read(key, range) {
      const file = (await openOrNull(finalPath(key))) ?? (await openOrNull(trashPath(key)))
      if (!file) return null
      try {
        const { size } = await file.stat()
        return { stream: file.createReadStream(range ?? {}), byteSize: size }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async copy(key, newKey) {
      await mkdir(folderOf(newKey), { recursive: true, mode: 0o700 })
      try {
        await copyFile(finalPath(key), unfinishedPath(newKey))
      } catch (error) {
        if (isSystemError(error, 'ENOENT')) return false
        throw error
      }
      await syncAndRename(unfinishedPath(newKey), finalPath(newKey))
      await syncFolder(folderOf(newKey))
      await syncFolder(folder)
      return true
    },
    async trash(key) {
      // Half a file, left by a crash.
      await unlinkIfThere(unfinishedPath(key))
      await mkdir(trashOf(key), { recursive: true, mode: 0o700 })
      await rename(finalPath(key), trashPath(key)).catch(unlessMissing)
    },
    async remove(key) {
      for (const path of [finalPath(key), unfinishedPath(key), trashPath(key)]) await unlinkIfThere(path)
    },
    async *list() {
      for (const part of await namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue
        for (const name of await namesIn(join(folder, part))) if (isFileKey(name)) yield name
      }
    },
    async readOwner() {
      return (await readText(ownerFile))?.trim() ?? null
    },
    writeOwner: (databaseId) => writeText(ownerFile, `${databaseId}\n`),
    readErasures: () => readText(erasuresFile),
    writeErasures: (list) => writeText(erasuresFile, list),
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

/** Returns true if the file already existed. */
async function moveIn(
  source: string,
  target: string,
  unfinished: string,
  byteSize: number,
): Promise<boolean> {
  await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
  try {
    await rename(source, unfinished)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) {
      const there = await stat(target).catch(() => null)
      if (there?.size === byteSize) return true
      throw error
    }
    if (!isSystemError(error, 'EXDEV')) throw error
    await copyFile(source, unfinished)
  }
  await syncAndRename(unfinished, target)
  await unlinkIfThere(source)
  return false
}

async function syncAndRename(unfinished: string, target: string): Promise<void> {
  const file = await open(unfinished, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, target)
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  return (await open(path, 'r').catch(unlessMissing)) ?? null
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch(unlessMissing)
}

/** Ignores that a file doesn't exist. */
function unlessMissing(error: unknown): undefined {
  if (!isSystemError(error, 'ENOENT')) throw error
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return []
    throw error
  })
}

/**
 * Syncs a folder, so that a rename in it survives a power failure. Windows cannot open folders and does it by itself.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
