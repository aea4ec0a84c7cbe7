import { expect, test } from 'vitest'
import { type Upload, watchDiskSpace } from './disk-space.ts'

/** Watches disks with 1000 free bytes each unless given, and a reserve of 100 bytes. */
function watch(folders: Partial<Parameters<typeof watchDiskSpace>[0]>, free: Record<string, number> = {}) {
  // Folders with the same first letter are on the same disk.
  const look = async (folder: string) => {
    if (folder === 'gone') throw new Error('ENOENT')
    return { device: folder.charCodeAt(0), free: free[folder] ?? 1000 }
  }
  return watchDiskSpace({ data: 'data', ...folders }, 100, look)
}

const upload = (byteSize: number, received = 0): Upload => ({ byteSize, received: () => received })

test('counts the part of uploads in progress that has not arrived', async () => {
  const disk = watch({})
  const [first, second] = [upload(600), upload(301)]
  expect(await disk.reserve(first)).toBe(true)
  expect(await disk.reserve(second)).toBe(false)
  expect(await disk.reserve(upload(300))).toBe(true)
  disk.release(first)
  expect(await disk.reserve(second)).toBe(true)

  const other = watch({})
  expect(await other.reserve(upload(900, 899))).toBe(true)
  expect(await other.reserve(upload(899))).toBe(true)
  expect(await other.isNearlyFull()).toBe(false)
})

test('never lets concurrent uploads share the last room', async () => {
  const disk = watch({})
  const taken = await Promise.all(Array.from({ length: 3 }, () => disk.reserve(upload(500))))
  expect(taken.filter(Boolean).length).toBeLessThan(2)
})

test('counts whole uploads on the disk of the file store if it is another one', async () => {
  const elsewhere = watch({ files: 'files' })
  expect(await elsewhere.reserve(upload(900, 899))).toBe(true)
  expect(await elsewhere.reserve(upload(1))).toBe(false)
  const same = watch({ files: 'data/files' })
  expect(await same.reserve(upload(900, 899))).toBe(true)
  expect(await same.reserve(upload(1))).toBe(true)
})

test.each([
  ['the data folder', { data: 99 }],
  ['the file store', { files: 99 }],
  ['the database', { postgres: 99 }],
])('is nearly full if the disk of %s is', async (_name, free) => {
  const folders = { files: 'files', database: 'postgres' }
  const disk = watch(folders, free)
  expect(await disk.isNearlyFull()).toBe(true)
  expect(await disk.freeBytes()).toBe(99)
  expect(await disk.reserve(upload(0))).toBe(false)
  expect(await watch(folders).isNearlyFull()).toBe(false)
})

test('ignores a file store that is absent', async () => {
  expect(await watch({ files: 'gone' }).reserve(upload(900))).toBe(true)
})
