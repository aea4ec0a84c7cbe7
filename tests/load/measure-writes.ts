import pg from 'pg'
import { pino } from 'pino'
import { createKysely } from '../../apps/api/src/platform/database/connect.ts'
import { foldCounts, type KeptCounts } from '../../apps/api/src/platform/database/kept-counts.ts'
import type { WriteCase } from './write-case.ts'

export interface WriteOptions {
  databaseUrl: string
  counts: KeptCounts
  case: WriteCase
  /** Measuring time of each turn. */
  seconds: number
}

/** Medians of inserts per second, with and without counting, and of the ratio of two neighbouring turns. */
export interface WriteResult {
  counted: number
  uncounted: number
  ratio: number
}

export const writers = 12
const pairs = 9
/** As the program does at such rates. */
const foldInterval = 1_000

/**
 * Measures concurrent inserts of one row each, with and without counting in turns, and then again while another
 * transaction holds a snapshot. Turns without counting leave wrong counts behind.
 */
export async function measureWrites(
  options: WriteOptions,
): Promise<{ alone: WriteResult; besideSnapshot: WriteResult }> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: writers + 3,
    options: '-c timezone=UTC',
  })
  // A connection may report the server's stop before it has closed.
  pool.on('error', () => {})
  try {
    const alone = await measurePairs(pool, options)
    const holder = await pool.connect()
    await holder.query('begin isolation level repeatable read')
    await holder.query(`select from ${options.case.table} limit 1`)
    const besideSnapshot = await measurePairs(pool, options)
    await holder.query('rollback')
    holder.release()
    return { alone, besideSnapshot }
  } finally {
    await pool.end()
  }
}

async function measurePairs(pool: pg.Pool, options: WriteOptions): Promise<WriteResult> {
  // The first pair warms up.
  const turns: { counted: number; uncounted: number }[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const order = pair % 2 === 0 ? ([true, false] as const) : ([false, true] as const)
    const rates = new Map<boolean, number>()
    for (const isCounted of order) rates.set(isCounted, await takeTurn(pool, isCounted, options))
    if (pair > 0) turns.push({ counted: rates.get(true) ?? 0, uncounted: rates.get(false) ?? 0 })
  }
  return {
    counted: median(turns.map((turn) => turn.counted)),
    uncounted: median(turns.map((turn) => turn.uncounted)),
    ratio: median(turns.map((turn) => turn.counted / turn.uncounted)),
  }
}

/** Returns the inserts per second of all writers. */
async function takeTurn(
  pool: pg.Pool,
  isCounted: boolean,
  { counts, case: one, seconds }: WriteOptions,
): Promise<number> {
  await pool.query(`alter table ${one.table} ${isCounted ? 'enable' : 'disable'} trigger ${one.trigger}`)
  const begun = performance.now()
  const end = begun + seconds * 1000
  const write = async () => {
    const client = await pool.connect()
    let written = 0
    for (; performance.now() < end; written++) await client.query({ name: 'write', text: one.insert })
    client.release()
    return written
  }
  const fold = async () => {
    if (!isCounted) return
    const kysely = createKysely(pool)
    while (performance.now() + foldInterval < end) {
      await new Promise((resolve) => setTimeout(resolve, foldInterval))
      await foldCounts(kysely, counts, pino({ level: 'warn' }))
    }
  }
  const [written] = await Promise.all([Promise.all(Array.from({ length: writers }, write)), fold()])
  return (written.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - begun)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
