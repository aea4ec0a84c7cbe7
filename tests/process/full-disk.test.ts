import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dataOf, jpegOf, jpegPart, newCreator } from './records.ts'
import { filesIn, makeDataFolder, removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

afterAll(removeEverything)

const megabyte = 1_048_576

/** Fills the disk of a folder by so many megabytes that are really there. */
function ballast(folder: string, megabytes: number): () => void {
  const path = join(folder, 'ballast')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(megabyte, 1)
  for (let written = 0; written < megabytes; written++) writeSync(file, block)
  closeSync(file)
  return () => rmSync(path)
}

test('when the disk fills up to the reserve writes are 507 and reads work; with room again both do', async () => {
  const dataDir = makeDataFolder()
  const { bavail, bsize } = statfsSync(dataDir)
  // Others use the same disk meanwhile, so the reserve lies well below what is free now.
  const reserve = Math.floor((bavail * bsize) / megabyte) - 400
  const program = await startProgram({ dataDir, environment: { DISK_RESERVE_MB: String(reserve) } })
  const write = () => program.call('POST', '/admin/creator', { json: newCreator() })
  expect((await write()).status).toBe(201)

  const giveBack = ballast(dataDir, 800)
  const refused = await until('writes are refused', async () => {
    const answer = await write()
    return answer.status === 507 && answer
  })
  expect(refused.body).toMatchObject({ code: 'STORAGE_FULL', success: false })
  const upload = await program.call('POST', '/admin/upload', {
    form: { file: jpegPart(await jpegOf(1)) },
  })
  expect(upload.status).toBe(507)
  expect(filesIn(dataDir, 'spool')).toEqual([])
  expect((await program.call('GET', '/admin/creators')).status).toBe(200)
  expect((await program.call('GET', '/readyz')).status).toBe(503)
  const before = dataOf(await program.call('GET', '/admin/creators')).length

  giveBack()
  await until('writes are taken again', async () => (await write()).status === 201)
  expect((await program.call('GET', '/readyz')).status).toBe(200)
  expect(dataOf(await program.call('GET', '/admin/creators'))).toHaveLength(before + 1)
  await program.stop()
})
