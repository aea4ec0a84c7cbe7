import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKysely, createPool } from '../../apps/api/src/platform/database/connect.ts'
import type { Database } from '../../apps/api/src/platform/database/database.ts'
import { erasuresFile } from '../../apps/api/src/platform/files/file-store.ts'
import type { TestApp } from '../../apps/api/src/test-app.ts'
import {
  filesWith,
  leaveTraces,
  needlesOf,
  newPerson,
  type Person,
  tablesWith,
} from '../../apps/api/src/test-person.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { dataOf } from './records.ts'
import { makeDataFolder, type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

let database: DatabaseServer
let files: string
let program: RunningProgram
let db: Database & { destroy(): Promise<void> }

beforeAll(async () => {
  database = await startDatabaseServer()
  files = makeDataFolder()
  db = createKysely(createPool(database.url, { size: 2, log: pino({ level: 'silent' }) }))
  program = await start()
}, 240_000)
afterAll(async () => {
  await program.stop()
  await db.destroy()
  await database.stop()
  await removeEverything()
})

function start(dataDir?: string): Promise<RunningProgram> {
  return startProgram({
    ...(dataDir === undefined ? {} : { dataDir }),
    environment: { DATABASE_URL: database.url, FILES_URL: files },
  })
}

const rowsOf = async (text: string) => (await database.query(text)).rows
const erasure = async (id: string) =>
  (await rowsOf(`select state, step, counts from erasure where id = '${id}'`))[0]

/** Makes a person with traces everywhere. Returns the call that requests the erasure. */
async function makePerson(): Promise<{ person: Person; request: () => Promise<string> }> {
  const person = newPerson()
  const app = {
    call: program.call,
    clock: { now: () => new Date() },
    database: { kysely: db },
  } as unknown as TestApp
  const user = await leaveTraces(app, person)
  const json = { person: `user.${user}`, confirmation: person.email }
  const request = async () =>
    dataOf(await program.call('POST', '/admin/personal-data/erasures', { json }))._id as string
  return { person, request }
}

/** Locks a table, so that the erasure stops there. */
async function hold(table: string): Promise<pg.Client> {
  const client = new pg.Client(database.url)
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return client
}

/** Tells whether somebody waits for a table. */
async function isWanted(table: string): Promise<boolean> {
  const found = await rowsOf(
    `select from pg_locks where relation = '${table}'::regclass and not granted limit 1`,
  )
  return found.length > 0
}

/** Kills the program. Its job counts as given up, as after some minutes. */
async function kill(): Promise<void> {
  await program.kill('SIGKILL')
  await database.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null",
  )
}

/** Where the erasure is killed: its step, and the table that it wants then. */
const points = [
  ['community', 'post'],
  // After the orders were changed, and before the commit.
  ['orders', 'transaction_note'],
  ['leads', 'lead'],
  ['exports', 'export'],
  ['history', 'audit_entry'],
  // Between the file store and the database.
  ['files', 'erasure_file'],
  // Every step is done, and the erasure is on the list in the file store.
  [null, 'tax_document'],
] as const

test('an erasure that is killed at seven points ends completely, and is counted and recorded once (OQ-346)', async () => {
  const whole = await (await makePerson()).request()
  await until('the first erasure ends', async () => (await erasure(whole)).state === 'erased')

  const { person, request } = await makePerson()
  let held = await hold(points[0][1])
  const id = await request()
  for (const [index, [step, table]] of points.entries()) {
    await until(`the erasure wants ${table}`, async () => {
      const row = await erasure(id)
      expect(row.state).not.toBe('erased')
      return row.step === step && (await isWanted(table))
    })
    await kill()
    const next = points[index + 1]
    const later = next && (await hold(next[1]))
    await held.end()
    if (later) held = later
    program = await start(program.dataDir)
  }
  await until('the erasure ends', async () => (await erasure(id)).state === 'erased')

  // As if it had never been killed.
  expect((await erasure(id)).counts).toEqual((await erasure(whole)).counts)
  expect(await tablesWith(db, needlesOf(person))).toEqual([])
  expect(await filesWith(files, needlesOf(person))).toEqual([])
  expect(await rowsOf('select from erasure_file')).toEqual([])
  const entries = await rowsOf(
    `select entity_id from audit_entry where action = 'personal-data.erased' order by at`,
  )
  expect(entries.map((entry) => entry.entity_id)).toEqual([whole, id])
  const listed = JSON.parse(readFileSync(join(files, erasuresFile), 'utf8')).erasures
  expect(listed.map((one: { id: string }) => one.id)).toEqual([whole, id])
}, 300_000)
