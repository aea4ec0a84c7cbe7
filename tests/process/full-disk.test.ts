import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, jpegOf, jpegPart, newCreator } from './records.ts'
import { databaseProcess, filesIn, removeEverything, startProgram } from './running-program.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'
import { noteFigure } from './test-size.ts'
import { until } from './until.ts'

const megabyte = 1_048_576
/** Megabytes. The reserve on a disk of our own, and the distance from the free space to the reserve on a shared disk. */
const reserveOfOwn = 120
const spareOfShared = 400

let disk: SmallDisk

beforeAll(() => {
  disk = makeSmallDisk(600)
})

afterAll(async () => {
  await removeEverything()
  disk.remove()
})

/**
 * Fills the disk with real bytes until at most this many megabytes are free.
 * @returns a function that removes them
 */
function fillUntilFree(megabytes: number): () => void {
  const path = join(disk.dataDir, 'ballast')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(megabyte, 1)
  try {
    while (disk.free() > megabytes * megabyte) writeSync(file, block)
  } catch (error) {
    // The last block may not fit.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  return () => rmSync(path)
}

test('refuses writes with 507 and serves reads while the disk is below its reserve', async (context) => {
  const free = Math.floor(disk.free() / megabyte)
  const reserve = disk.isItsOwn ? reserveOfOwn : free - spareOfShared
  if (reserve < 0) context.skip('the disk of temporary files has too little space for this test')
  const program = await startProgram({
    dataDir: disk.dataDir,
    environment: { DISK_RESERVE_MB: String(reserve) },
  })
  const write = () => program.call('POST', '/admin/creator', { json: newCreator() })
  const creators = async () => dataOf(await program.call('GET', '/admin/creators')).length
  expect((await write()).status).toBe(201)

  const giveBack = fillUntilFree(reserve - 50)
  const refused = await until('writes are refused', async () => {
    const answer = await write()
    return answer.status === 507 && answer
  })
  expect(refused.body).toMatchObject({ code: 'STORAGE_FULL', success: false })
  const upload = await program.call('POST', '/admin/upload', {
    form: { file: jpegPart(await jpegOf(1)) },
  })
  expect(upload.status).toBe(507)
  expect(filesIn(disk.dataDir, 'spool')).toEqual([])
  expect((await program.call('GET', '/readyz')).status).toBe(503)
  const before = await creators()

  giveBack()
  await until('writes are taken again', async () => (await write()).status === 201)
  expect((await program.call('GET', '/readyz')).status).toBe(200)
  expect(await creators()).toBe(before + 1)
  await program.stop()
})

test('restarts a database that died on a full disk once there is space', async (context) => {
  if (!disk.isItsOwn) context.skip('only a disk of our own may be filled completely')
  const program = await startProgram({
    dataDir: disk.dataDir,
    environment: { DISK_RESERVE_MB: String(reserveOfOwn) },
  })
  const creators = async () => dataOf(await program.call('GET', '/admin/creators')).length
  const before = await creators()
  const killed = databaseProcess(disk.dataDir)
  if (killed === undefined) throw new Error('The database server has no process.')
  const giveBack = fillUntilFree(0)
  process.kill(killed, 'SIGKILL')
  const away = await until('the database is down', async () => {
    const answer = await program.call('GET', '/admin/creators')
    return answer.status !== 200 && answer
  })
  expect(away).toMatchObject({ status: 503, body: { success: false } })
  expect(away.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(program.hasEnded()).toBe(false)

  giveBack()
  const roomAgain = performance.now()
  await until(
    'writes are taken again',
    async () => (await program.call('POST', '/admin/creator', { json: newCreator() })).status === 201,
  )
  noteFigure(
    'Writes resumed after the full disk had space, seconds',
    ((performance.now() - roomAgain) / 1000).toFixed(1),
  )
  expect(databaseProcess(disk.dataDir)).not.toBe(killed)
  expect(await creators()).toBe(before + 1)
  await program.stop()
})
