// npx tsx tests/load/measure-export.ts ROWS: exports that many orders as CSV and XLSX, and measures what others notice.
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/api/src/platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../../apps/api/src/platform/database/migrate.ts'
import { buildAll } from '../../tools/build.mjs'
import { dataOf } from '../process/records.ts'
import {
  makeDataFolder,
  type RunningProgram,
  removeEverything,
  startProgram,
} from '../process/running-program.ts'
import { fillOrders } from './fill-orders.ts'

const rows = Number(process.argv[2] ?? 300_000)
const log = pino({ level: 'warn' })
const megabyte = 1_048_576
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns a figure of a process in MB: VmRSS is its memory now, VmHWM the most so far. */
function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** Asks /healthz every 20 ms while something runs. Returns the response times in milliseconds, sorted. */
async function timesOfHealth(program: RunningProgram, isRunning: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (isRunning()) {
    const begun = performance.now()
    await (await fetch(`${program.url}/healthz`)).text()
    times.push(performance.now() - begun)
    await pause(20)
  }
  return times.sort((one, other) => one - other)
}

function timesText(times: readonly number[]): string {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return `/healthz ${times.length} times: median ${at(0.5).toFixed(1)} ms, 99 of 100 ${at(0.99).toFixed(1)} ms, max ${at(1).toFixed(0)} ms`
}

async function measure(program: RunningProgram, pid: number, format: string): Promise<void> {
  let isRunning = true
  const before = memoryOf(pid, 'VmRSS')
  const health = timesOfHealth(program, () => isRunning)
  const begun = performance.now()
  const json = { kind: 'transactions', format, filters: {} }
  const { _id } = dataOf(await program.call('POST', '/admin/exports', { json }))
  for (;;) {
    const { state, rows_done, byte_size, problem } = dataOf(
      await program.call('GET', `/admin/exports/${_id}`),
    )
    if (state === 'failed') throw new Error(problem)
    if (state === 'done') {
      const seconds = (performance.now() - begun) / 1000
      isRunning = false
      console.log(
        `${format}: ${rows_done.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, ${Math.round(rows_done / seconds).toLocaleString('en')} rows/s, ${(byte_size / megabyte).toFixed(0)} MB stored`,
      )
      break
    }
    await pause(200)
  }
  console.log(timesText(await health))
  console.log(`memory ${before.toFixed(0)} MB before, at most ${memoryOf(pid, 'VmHWM').toFixed(0)} MB`)
}

await buildAll('API')
const dataDirectory = await mkdtemp(join(tmpdir(), 'greenroom-export-'))
const server = await startEmbeddedPostgres({ dataDirectory, log, durable: false })
try {
  await migrateDatabase({ url: server.url }, log)
  const pool = new pg.Pool({ connectionString: server.url, max: 1, options: '-c timezone=UTC' })
  await fillOrders(pool, rows, () => {})
  await pool.end()
  console.log(`${rows.toLocaleString('en')} orders are filled`)
  const environment = { DATABASE_URL: server.url, FILES_URL: makeDataFolder(), RATE_LIMIT_PER_MINUTE: '0' }
  const program = await startProgram({ environment })
  const pid = program.pid
  await pause(3_000)
  let isIdle = true
  setTimeout(() => {
    isIdle = false
  }, 5_000)
  console.log(`idle: ${timesText(await timesOfHealth(program, () => isIdle))}`)
  for (const format of ['csv', 'xlsx']) await measure(program, pid, format)
  await program.stop()
} finally {
  await server.stop()
  await removeEmbeddedPostgres(dataDirectory)
  await removeEverything()
}
