import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../apps/api/src/platform/payments/test-gateway.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { insertOrder } from './orders.ts'
import { dataOf } from './records.ts'
import {
  type Answer,
  filesIn,
  makeDataFolder,
  type RunningProgram,
  removeEverything,
  startProgram,
} from './running-program.ts'
import { until } from './until.ts'

/** One gateway for each program, with the same books, so that its reads tell which program compares. */
let gateways: [TestGateway, TestGateway]
let database: DatabaseServer
let files: string
let programs: [RunningProgram, RunningProgram]

beforeAll(async () => {
  gateways = [await startTestGateway(), await startTestGateway()]
  database = await startDatabaseServer()
  files = makeDataFolder()
  const first = await start(0)
  programs = [first, await start(1)]
}, 240_000)
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  await database.stop()
  await removeEverything()
  await Promise.all(gateways.map((gateway) => gateway.close()))
})

type Place = 0 | 1

function start(place: Place, dataDir?: string): Promise<RunningProgram> {
  return startProgram({
    ...(dataDir === undefined ? {} : { dataDir }),
    environment: {
      ...gateways[place].environment,
      DATABASE_URL: database.url,
      FILES_URL: files,
      PAYMENT_TIMEOUT_SECONDS: '60',
    },
  })
}

const rowsOf = async (text: string) => (await database.query(text)).rows

/** Kills a program and starts it again. Its job and its comparison count as given up, as after some minutes. */
async function killAndRestart(place: Place): Promise<void> {
  await programs[place].kill('SIGKILL')
  await database.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_at is not null",
  )
  await database.query(
    "update gateway_comparison set running_until = now() - interval '1 second' where running_until is not null",
  )
  programs[place] = await start(place, programs[place].dataDir)
}

test('two programs finish a comparison with the gateway that is killed between its steps, and find each difference once (OQ-271)', async () => {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const at = `${day}T08:00:00Z`
  for (let n = 0; n < 4; n++) await insertOrder(database, { completedAt: at })
  for (const { books } of gateways) {
    for (let n = 0; n < 3; n++) books.payments.push({ id: `pay_unknown${n}`, amount: 5000 + n, at })
  }
  const differences = () => rowsOf('select subject from gateway_difference order by subject')
  const comparison = async () => (await rowsOf(`select * from gateway_comparison where day = '${day}'`))[0]

  /** Stops the reads of both gateways at a step, and returns the program that compares once it has come there. */
  async function comparerAt(isStep: (path: string) => boolean): Promise<Place> {
    let held: Place | undefined
    gateways.forEach(({ books }, place) => {
      books.onRead = (path) => {
        if (!isStep(path)) return
        held = place as Place
        return new Promise(() => {})
      }
    })
    await until('a program compares', () => held !== undefined)
    return held as Place
  }

  expect((await programs[0].call('POST', '/admin/comparisons', { json: { day } })).status).toBeLessThan(300)
  // Between two lists: nothing of the first may be stored.
  const first = await comparerAt((path) => path.startsWith('/refunds?'))
  expect(await differences()).toEqual([])
  expect(await comparison()).toMatchObject({ state: 'running', finished_at: null })
  const second = comparerAt((path) => path === '/payments/pay_unknown1')
  await killAndRestart(first)
  // Between two differences: the other one is stored already, or is not.
  const killed = await second
  const found = await differences()
  for (const { books } of gateways) books.onRead = null
  await killAndRestart(killed)
  await until('the comparison is complete', async () => (await comparison()).state === 'done')

  const all = await differences()
  expect(all).toHaveLength(7)
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(7)
  for (const row of found) expect(all).toContainEqual(row)
  expect(await comparison()).toMatchObject({
    differences: 7,
    payments: 3,
    running_until: null,
    failure: null,
  })
  expect(await rowsOf("select count(*)::int as n from audit_entry where action = 'difference.find'")).toEqual(
    [{ n: 7 }],
  )
}, 240_000)

test('makes an export whose program was killed in the middle from its start, and removes the unfinished file (OQ-290)', async () => {
  const count = 40_000
  await database.query(`
    insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
      entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
    select gen_random_uuid(), 'EXP-' || n, 'failed', 100, 'USD', now(), 'custom', gen_random_uuid(), 'Export',
      gen_random_uuid(), 'Kavya', 'Menon', '+919876543210', 'kavya@buyer.example'
    from generate_series(1, ${count}) as n`)
  const request = { kind: 'transactions', format: 'xlsx', filters: { status: 'others' } }
  const { _id: id } = dataOf(await programs[0].call('POST', '/admin/exports', { json: request }))
  const parts = (place: Place) => filesIn(programs[place].dataDir, 'spool')
  const maker = await until('a file is being made', () => {
    const place = ([0, 1] as const).find((one) => parts(one).length > 0)
    return place === undefined ? false : { place }
  })
  await killAndRestart(maker.place)
  expect((await rowsOf(`select state from export where id = '${id}'`))[0].state).not.toBe('done')
  const made = await until('the file is made', async () => {
    const { data } = (await programs[0].call('GET', `/admin/exports/${id}`)).body
    return data.state !== 'waiting' && data.state !== 'running' && data
  })
  expect(made).toMatchObject({ state: 'done', rows_done: count, rows_total: count })
  await until('the unfinished files are removed', () => parts(0).length + parts(1).length === 0)
  const { url } = dataOf(await programs[1].call('POST', `/admin/exports/${id}/link`))
  const file = await fetch(new URL(url, programs[1].url))
  expect(file.status).toBe(200)
  expect((await file.arrayBuffer()).byteLength).toBe(made.byte_size)
}, 240_000)

test('gives every number once and leaves none out when a program is killed between the number and its document (OQ-319)', async () => {
  const orders = [await insertOrder(database), await insertOrder(database)] as const
  const invoice = (place: Place, id: string): Promise<Answer> =>
    programs[place].call('POST', '/admin/masterclass/invoice', { json: { order_id: id } })
  const waiting = (what: string) =>
    rowsOf(`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '${what}%'`)
  const numbers = () =>
    rowsOf("select number from tax_document where kind = 'invoice' order by number").then((rows) =>
      rows.map(({ number }) => number),
    )
  const before = await numbers()
  const blocker = new pg.Client(database.url)
  await blocker.connect()
  try {
    // Documents cannot be stored, so the first program keeps the number that it has taken.
    await blocker.query('begin; lock table tax_document in share mode')
    invoice(0, orders[0].id).catch(() => undefined)
    await until('a number is taken', async () => (await waiting('insert into "tax_document"')).length > 0)
    const other = invoice(1, orders[1].id)
    await until(
      'the other program waits for its number',
      async () => (await waiting('select pg_advisory')).length > 0,
    )
    await programs[0].kill('SIGKILL')
    await blocker.query('commit')
    expect((await other).status).toBe(200)
  } finally {
    await blocker.end()
  }
  programs[0] = await start(0, programs[0].dataDir)
  expect((await invoice(0, orders[0].id)).status).toBe(200)
  const after = await numbers()
  expect(after.length).toBeGreaterThanOrEqual(before.length + 2)
  expect(after).toEqual(after.map((_, index) => index + 1))
  const counters = await rowsOf("select last_number from invoice_counter where series = 'GR'")
  expect(counters).toEqual([{ last_number: after.length }])
  expect(await rowsOf('select transaction_id from tax_document group by 1 having count(*) > 1')).toEqual([])
}, 240_000)
