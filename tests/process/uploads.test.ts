import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LargePicture, largePicture, slowUpload } from './large-upload.ts'
import { filesIn, type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { noteFigure, uploadMegabytes } from './test-size.ts'
import { until } from './until.ts'

const megabyte = 1_048_576
const parallel = 10
/** Memory of the whole process, including the runtime and code. */
const mostMemory = 250 * megabyte

let program: RunningProgram
let picture: LargePicture

beforeAll(async () => {
  program = await startProgram()
  picture = await largePicture(uploadMegabytes * megabyte)
})
afterAll(removeEverything)

const spooled = () => filesIn(program.dataDir, 'spool')
const stored = () => filesIn(program.dataDir, 'files')

test(`accepts ten parallel uploads of ${uploadMegabytes} MB in less than 250 MB of memory`, async () => {
  const before = program.memory()
  const begun = Date.now()
  const answers = await Promise.all(
    Array.from({ length: parallel }, async () => {
      const upload = slowUpload(program, picture)
      await upload.begin()
      return upload.finish()
    }),
  )
  const seconds = (Date.now() - begun) / 1000
  expect(answers.map(({ status }) => status)).toEqual(Array(parallel).fill(201))
  const { peak } = program.memory()
  noteFigure('Parallel uploads', `${parallel} of ${uploadMegabytes} MB in ${seconds.toFixed(1)} s`)
  noteFigure('Memory before the uploads', `${Math.round(before.resident / megabyte)} MB`)
  noteFigure('Peak memory of the API process', `${Math.round(peak / megabyte)} MB`)
  expect(peak).toBeLessThan(mostMemory)
  expect(spooled()).toEqual([])
  expect(stored().map((path) => statSync(path).size)).toEqual(Array(parallel).fill(picture.byteSize))
  expect(await hashOf(`${program.url}${answers[0]?.body.data?.url}`)).toBe(picture.sha256)
})

test('leaves nothing behind after ten interrupted uploads', async () => {
  const before = stored().length
  const uploads = Array.from({ length: parallel }, () => slowUpload(program, picture))
  await Promise.all(uploads.map((upload) => upload.begin()))
  await until('every upload has begun to be spooled', () => spooled().length === parallel)
  for (const upload of uploads) upload.cutOff()
  await until('the spool is empty', () => spooled().length === 0)
  expect(stored()).toHaveLength(before)
  expect((await program.call('GET', '/readyz')).status).toBe(200)
})

async function hashOf(url: string): Promise<string> {
  const hash = createHash('sha256')
  const response = await fetch(url)
  for await (const chunk of response.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}
