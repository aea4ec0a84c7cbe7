import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openLiveStream, type TestStream } from '../../apps/api/src/test-live.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { dataOf, newCreator } from './records.ts'
import {
  databaseProcess,
  makeDataFolder,
  type RunningProgram,
  removeEverything,
  startProgram,
} from './running-program.ts'
import { noteFigure } from './test-size.ts'

const finance = 'farida.khan@greenroom.example'

let database: DatabaseServer
let environment: Record<string, string>
let first: RunningProgram
let second: RunningProgram
const opened: TestStream[] = []

beforeAll(async () => {
  database = await startDatabaseServer()
  environment = { DATABASE_URL: database.url, FILES_URL: makeDataFolder() }
  first = await startProgram({ environment })
  second = await startProgram({ environment })
})
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
afterAll(async () => {
  await first?.stop()
  await second?.stop()
  await database.stop()
  await removeEverything()
})

async function open(program: RunningProgram, email?: string): Promise<TestStream> {
  const stream = await openLiveStream(program, { ...(email && { email }) })
  opened.push(stream)
  await stream.ready()
  return stream
}

test('a change by one program is heard on another (OQ-485)', async () => {
  const stream = await open(first)
  const begun = Date.now()
  const { _id } = dataOf(await second.call('POST', '/admin/creator', { json: newCreator() }))
  await stream.hears('creator', _id)
  noteFigure('A change was heard on another program', `${Date.now() - begun} ms after its call began`)
})

test('a change by a program that is killed at once is heard (OQ-485)', async () => {
  const stream = await open(first)
  const { _id } = dataOf(await second.call('POST', '/admin/creator', { json: newCreator() }))
  await second.kill('SIGKILL')
  await stream.hears('creator', _id)
  second = await startProgram({ environment })
})

test('people on two programs see each other at a record (OQ-489)', async () => {
  const [meera, farida] = [await open(first), await open(second, finance)]
  const place = { kind: 'transaction', id: '01931f6e-0000-7000-8000-000000000001' }
  const json = async (stream: TestStream, is_editing: boolean) => ({
    stream: await stream.id(),
    tab: 'a',
    place,
    item: null,
    is_editing,
  })
  await first.call('POST', '/admin/live/place', { json: await json(meera, false) })
  await second.call('POST', '/admin/live/place', {
    json: await json(farida, true),
    headers: { authorization: `Bearer ${await second.tokenFor(finance)}` },
  })
  await expect
    .poll(() => meera.latest('people')?.people)
    .toMatchObject([{ name: 'Farida Khan', is_editing: true }])
  await expect
    .poll(() => farida.latest('people')?.people)
    .toMatchObject([{ name: 'Meera Nair', is_editing: false }])
  farida.close()
  await expect.poll(() => meera.latest('people')?.people).toEqual([])
})

test('open streams do not delay the end of a program (OQ-488)', async () => {
  const program = await startProgram()
  const streams = await Promise.all(Array.from({ length: 10 }, () => openLiveStream(program)))
  const begun = Date.now()
  expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  noteFigure('A program with ten open streams stopped', `within ${Date.now() - begun} ms`)
  for (const stream of streams) {
    await stream.ended
    expect(stream.latest('bye')).toEqual({ reason: 'stopping' })
  }
})

test('a stream survives a crash of the database, and its screen is asked to read again (OQ-487)', async () => {
  const program = await startProgram()
  const stream = await open(program)
  const killed = databaseProcess(program.dataDir)
  if (killed === undefined) throw new Error('The database server has no process.')
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => stream.latest('catch-up')).toEqual({})
  await expect.poll(async () => (await program.call('GET', '/readyz')).status).toBe(200)
  const { _id } = dataOf(await program.call('POST', '/admin/creator', { json: newCreator() }))
  await stream.hears('creator', _id)
  await program.stop()
})
