import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { makeDataFolder, type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { type Write, webhookSettings, writes } from './writes.ts'

/**
 * Guarantees for every call that changes data, tested on two programs that share a database and a file store: it
 * happens once however often it is repeated, it is audited, and it is refused as a whole if it is stale.
 */

let database: DatabaseServer
let first: RunningProgram
let second: RunningProgram

beforeAll(async () => {
  database = await startDatabaseServer()
  const environment = { DATABASE_URL: database.url, FILES_URL: makeDataFolder(), ...webhookSettings }
  const both = await Promise.all([startProgram({ environment }), startProgram({ environment })])
  first = both[0]
  second = both[1]
})

afterAll(async () => {
  await first?.stop()
  await second?.stop()
  await database.stop()
  await removeEverything()
})

const writing = endpoints
  .map(({ endpoint }) => endpoint)
  // Those of sessions would end this test's own; session-processes.test.ts in apps/api tries them. A sign-in that begins
  // is a new one each time, and nothing is done yet.
  .filter(({ method, path }) => method !== 'GET' && !/\/(sessions?|sign-in)(\/|$)/.test(path))

test('has an example for every call that changes data', () => {
  expect(Object.keys(writes).sort()).toEqual(writing.map(({ name }) => name).sort())
})

/** Counts the changes in the audit log, without those of jobs, which erase people and refund orders of batches. */
async function audited(): Promise<number> {
  const { rows } = await database.query(
    `select count(*)::int as n from audit_entry where entity_type <> 'session' and actor_id <> 'system'`,
  )
  return rows[0].n
}

async function prepare(endpoint: EndpointDeclaration): Promise<Write> {
  const example = writes[endpoint.name]
  if (!example) throw new Error(`${endpoint.name} has no example.`)
  return example({ program: first, query: database.query })
}

function send(program: RunningProgram, endpoint: EndpointDeclaration, write: Write, headers = {}) {
  return program.call(endpoint.method, write.path, {
    ...(write.json === undefined ? {} : { json: write.json }),
    ...(write.form === undefined ? {} : { form: write.form }),
    headers,
  })
}

describe.each(writing.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  test('happens once and is audited when both programs receive it at once with one Idempotency-Key', async () => {
    const write = await prepare(endpoint)
    const before = await audited()
    const key = { 'idempotency-key': `key-of-${name}` }
    const answers = await Promise.all(
      [first, second, first, second].map((program) => send(program, endpoint, write, key)),
    )
    const done = answers.filter(({ status }) => status === (endpoint.status ?? 200))
    if (endpoint.ownTransactions) {
      // These call a provider and prevent repeats themselves: a later request may get 409.
      expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true)
      expect(done.length).toBeGreaterThan(0)
    } else if (endpoint.secret !== undefined) {
      const { secret } = endpoint
      const made = answers.map(({ status, body }) => [status, body.data.key?._id ?? body.data.id])
      expect(made).toEqual(answers.map(() => [endpoint.status ?? 200, expect.any(String)]))
      expect(new Set(made.map(([, id]) => id)).size).toBe(1)
      // A secret is shown once: each repeat replaces it (OQ-605).
      expect(new Set(answers.map(({ body }) => body.data[secret])).size).toBe(answers.length)
    } else {
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        answers.map(() => [endpoint.status ?? 200, answers[0]?.body]),
      )
    }
    expect(await audited()).toBe(before + (write.audited ?? 1))

    if (endpoint.ownTransactions || write.json === undefined) return
    const other = { ...write, json: { ...(write.json as object), another: 'member' } }
    const reused = await send(second, endpoint, other, key)
    expect([reused.status, reused.body.code]).toEqual([422, 'KEY_REUSED'])
  })

  if (endpoint.versioned) {
    test('is refused with the current record and changes nothing if the version is stale', async () => {
      const write = await prepare(endpoint)
      const before = await audited()
      const answer = await send(second, endpoint, write, { 'if-match': '"999"' })
      expect([answer.status, answer.body.code]).toEqual([409, 'STALE'])
      expect(answer.body.data.version).toBe(write.version ?? 1)
      expect(await audited()).toBe(before)
    })
  }
})
