import { Agent, request } from 'node:http'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { removeEverything, startProgram } from '../process/running-program.ts'

/** How many orders a request has, and how many a plain statement; and the least ratio of the two rates. */
export interface IntakeCase {
  name: string
  size: number
  plainSize: number
  leastRatio?: number
}

export const intakeCases: IntakeCase[] = [
  { name: 'Batches of 1,000, a statement for each order', size: 1_000, plainSize: 1, leastRatio: 0.7 },
  { name: 'Batches of 1,000, a statement for 1,000', size: 1_000, plainSize: 1_000 },
  { name: 'Single orders, a statement for each', size: 1, plainSize: 1 },
]

/** Medians of orders per second, and of the ratio of two neighbouring turns. */
export interface IntakeResult {
  case: IntakeCase
  api: number
  plain: number
  ratio: number
}

export const senders = 12
const entities = 40

type Send = () => Promise<void>

/**
 * Measures orders that are sent to the built program beside plain inserts of the same columns into the same
 * database, in turns, by the same number of senders.
 * @param options.seconds measuring time of each turn
 */
export async function measureIntake({
  databaseUrl,
  seconds,
  pairs,
}: {
  databaseUrl: string
  seconds: number
  pairs: number
}): Promise<IntakeResult[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: senders, options: '-c timezone=UTC' })
  // A connection may report the server's stop before it has closed.
  pool.on('error', () => {})
  const agent = new Agent({ keepAlive: true, maxSockets: senders })
  try {
    const program = await startProgram({
      environment: { DATABASE_URL: databaseUrl, CONSOLE: 'off', RATE_LIMIT_PER_KEY_PER_MINUTE: '0' },
    })
    const made = await program.call('POST', '/admin/api-keys', {
      json: { name: 'Benchmark', permissions: ['intake.write'] },
    })
    const key = made.body.data.secret as string
    await pool.query(
      `insert into membership (id, name, currency_code, current_price, original_price)
       select md5('bench ' || n)::uuid, 'Membership number ' || n || ' of the season', 'INR', 49900, 79900
       from generate_series(1, $1) as n`,
      [entities],
    )
    const { rows } = await pool.query<{ id: string; name: string }>(
      'select id, name from membership order by id',
    )
    const results: IntakeResult[] = []
    for (const one of intakeCases) {
      const ways = {
        api: () => post(agent, program.port, key, bodyOf(one.size, rows)),
        plain: () => insertOrders(pool, one.plainSize, rows),
      }
      const turns: { api: number; plain: number }[] = []
      // The first pair warms up.
      for (let pair = 0; pair <= pairs; pair++) {
        const rates = { api: 0, plain: 0 }
        const sizes = { api: one.size, plain: one.plainSize }
        for (const way of pair % 2 === 0 ? (['api', 'plain'] as const) : (['plain', 'api'] as const)) {
          rates[way] = await takeTurn(ways[way], sizes[way], seconds)
        }
        if (pair > 0) turns.push(rates)
      }
      results.push({
        case: one,
        api: median(turns.map(({ api }) => api)),
        plain: median(turns.map(({ plain }) => plain)),
        ratio: median(turns.map(({ api, plain }) => api / plain)),
      })
    }
    await program.stop()
    return results
  } finally {
    agent.destroy()
    await pool.end()
    await removeEverything()
  }
}

/** Returns the orders per second of all senders. */
async function takeTurn(send: Send, size: number, seconds: number): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const work = async () => {
    let sent = 0
    for (; performance.now() < end; sent += size) await send()
    return sent
  }
  const counts = await Promise.all(Array.from({ length: senders }, work))
  return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - begun)
}

const buyer = {
  first_name: 'Priya',
  last_name: 'Sharma',
  email: 'priya@mail.example',
  phone: '+919876543210',
}

function bodyOf(size: number, entities: readonly { id: string }[]): string {
  const now = new Date().toISOString()
  const records = Array.from({ length: size }, (_, place) => {
    const id = uuidv7()
    return {
      external_id: id,
      user: buyer,
      entity_type: 'membership',
      entity_id: entities[place % entities.length]?.id,
      amount: 49_900,
      currency_code: 'INR',
      status: 'pending',
      created_at: now,
      gateway_order_id: `order_${id}`,
      source: 'meta',
      changed_at: now,
    }
  })
  return JSON.stringify({ records })
}

/** Sends orders, and throws unless all of them were created. */
function post(agent: Agent, port: number, key: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request({ agent, port, method: 'POST', path: '/intake/orders', headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const answer = Buffer.concat(parts).toString()
        if (response.statusCode === 200 && answer.includes('"unchanged":0,"refused":0')) resolve()
        else reject(new Error(`The API returned ${response.statusCode}: ${answer.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const columns =
  `id, reference_order_id, gateway_order_id, status, amount, currency_code, created_at, entity_type,
  entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, source`.split(
    ',',
  )

async function insertOrders(
  pool: pg.Pool,
  size: number,
  entities: readonly { id: string; name: string }[],
): Promise<void> {
  const now = new Date().toISOString()
  const values: unknown[] = []
  for (let place = 0; place < size; place++) {
    const id = uuidv7()
    const entity = entities[place % entities.length]
    values.push(
      id,
      id,
      `order_${id}`,
      'pending',
      49_900,
      'INR',
      now,
      'membership',
      entity?.id,
      entity?.name,
      id,
    )
    values.push(buyer.first_name, buyer.last_name, buyer.phone, buyer.email, 'meta')
  }
  await pool.query({ name: `insert ${size}`, text: statementOf(size), values })
}

const statements = new Map<number, string>()

function statementOf(size: number): string {
  let text = statements.get(size)
  if (text === undefined) {
    const rows = Array.from(
      { length: size },
      (_, row) => `(${columns.map((_, place) => `$${row * columns.length + place + 1}`).join(', ')})`,
    )
    text = `insert into transaction (${columns.join(',')}) values ${rows.join(', ')}`
    statements.set(size, text)
  }
  return text
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
