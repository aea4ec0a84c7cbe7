// npm run bench: fills its own databases and measures the lists of transactions, leads and the community over them, and the
// intake of orders.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { transactionCounts } from '../apps/api/src/modules/money/transaction/transaction-counts.repository.ts'
import { leadCounts } from '../apps/api/src/modules/people/advisory/lead-counts.repository.ts'
import { createKysely } from '../apps/api/src/platform/database/connect.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/api/src/platform/database/embedded-postgres.ts'
import { foldCounts, type KeptCounts } from '../apps/api/src/platform/database/kept-counts.ts'
import { migrateDatabase, migrationsFolder } from '../apps/api/src/platform/database/migrate.ts'
import { communityCases } from '../tests/load/community-cases.ts'
import { fillCommunity } from '../tests/load/fill-community.ts'
import { fillLeads } from '../tests/load/fill-leads.ts'
import { fillOrders } from '../tests/load/fill-orders.ts'
import { fillPeople } from '../tests/load/fill-people.ts'
import { leadCases } from '../tests/load/lead-cases.ts'
import type { LoadCase } from '../tests/load/load-case.ts'
import { type IntakeResult, measureIntake, senders } from '../tests/load/measure-intake.ts'
import { type CaseResult, type Measured, measureLists } from '../tests/load/measure-lists.ts'
import { type LiveResult, liveStreams, measureLive } from '../tests/load/measure-live.ts'
import { measureWrites, type WriteResult, writers } from '../tests/load/measure-writes.ts'
import { orderCases } from '../tests/load/order-cases.ts'
import { peopleCases } from '../tests/load/people-cases.ts'
import { leadWrite, orderWrite, type WriteCase } from '../tests/load/write-case.ts'
import { buildAll } from './build.mjs'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs', 'performance.md')

type Part = 'orders' | 'leads' | 'posts' | 'people'

/** How a part is filled and measured. */
const parts: Record<
  Part,
  {
    /** Rows of the full table, whose figures docs/performance.md shows. */
    full: number
    /** The smaller table as the baseline of growth, and the largest exponent of growth. */
    small: number
    mostGrowth: number
    fill: (pool: pg.Pool, rows: number, report: (done: number) => void) => Promise<void>
    filledBy: string
    cases: (rows: number) => LoadCase[]
    /** The counts of the list, and the inserts that measure what they cost. */
    counted?: { counts: KeptCounts; write: WriteCase }
  }
> = {
  orders: {
    full: 1_000_000,
    small: 10_000,
    mostGrowth: 0.25,
    fill: fillOrders,
    filledBy: 'fill-orders.ts',
    cases: (rows) => orderCases(rows, new Date()),
    counted: { counts: transactionCounts, write: orderWrite },
  },
  leads: {
    full: 500_000,
    small: 10_000,
    mostGrowth: 0.25,
    fill: fillLeads,
    filledBy: 'fill-leads.ts',
    cases: leadCases,
    counted: { counts: leadCounts, write: leadWrite },
  },
  posts: {
    full: 200_000,
    small: 2_000,
    mostGrowth: 0.1,
    fill: fillCommunity,
    filledBy: 'fill-community.ts',
    cases: communityCases,
  },
  people: {
    full: 250_000,
    small: 2_000,
    mostGrowth: 0.25,
    fill: fillPeople,
    filledBy: 'fill-people.ts',
    cases: peopleCases,
  },
}

/** What the benchmark measures and docs/performance.md shows: lists, the intake of orders, and live streams. */
type Block = Part | 'intake' | 'live'

const beginMark = (part: Block) => `<!-- ${part} measured by npm run bench -->`
const endMark = (part: Block) => `<!-- end of ${part} that npm run bench measured -->`
const log = pino({ level: 'warn' })

const usage = `npm run bench -- [--only LIST] [--rows N] [--seconds S] [--connections C] [--keep]
  --only         orders, leads, posts with their comments and reports, people with their orders, the intake of orders, or live; default all
  --cases        words in the names of the requests, separated by commas; the others are left out, and
                 docs/performance.md stays as it is
  --rows         rows in the table; default ${parts.orders.full} orders, ${parts.leads.full} leads, ${parts.posts.full} posts and ${parts.people.full} people. With fewer,
                 docs/performance.md stays as it is
  --seconds      how long each server is measured for each request; default 12
  --connections  connections that ask at the same time; default 8
  --keep         leaves the filled databases in .cache/bench for the next run`

interface Options {
  parts: Part[]
  /** Whether to measure the intake of orders. */
  intake: boolean
  /** Whether to measure open live streams. */
  live: boolean
  /** Words in the names of the requests to measure; undefined for all. */
  cases: string[] | undefined
  /** undefined fills the full table. */
  rows: number | undefined
  seconds: number
  connections: number
  keep: boolean
}

interface Run {
  part: Part
  rows: number
  results: CaseResult[]
  memory: { resident: number; peak: number }
  database: string
  writes: { alone: WriteResult; besideSnapshot: WriteResult } | undefined
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      cases: { type: 'string' },
      rows: { type: 'string' },
      seconds: { type: 'string', default: '12' },
      connections: { type: 'string', default: '8' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  const number = (name: string, text: string) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number\n${usage}`)
    return value
  }
  const { only } = values
  const isPart = only !== undefined && only in parts
  if (only !== undefined && only !== 'intake' && only !== 'live' && !isPart)
    throw new Error(`--only is unknown\n${usage}`)
  return {
    parts: only === undefined ? ['orders', 'leads', 'posts', 'people'] : isPart ? [only as Part] : [],
    intake: only === undefined || only === 'intake',
    live: only === undefined || only === 'live',
    cases: values.cases?.split(','),
    rows: values.rows === undefined ? undefined : number('rows', values.rows),
    seconds: number('seconds', values.seconds),
    connections: number('connections', values.connections),
    keep: values.keep,
  }
}

async function measure(part: Part, rows: number, options: Options): Promise<Run> {
  const folder = join(root, '.cache', 'bench', `${part}-${rows}`)
  const dataDirectory = join(folder, 'postgres')
  const filledBy = join(folder, 'filled-by')
  const isFilled = existsSync(filledBy) && readFileSync(filledBy, 'utf8') === fillVersion(part)
  if (!isFilled) await removeData(folder)
  await mkdir(dataDirectory, { recursive: true })
  // The data is disposable.
  const server = await startEmbeddedPostgres({ dataDirectory, log, durable: false })
  try {
    await migrateDatabase({ url: server.url }, log)
    const database = await prepare(server.url, part, isFilled ? 0 : rows)
    writeFileSync(filledBy, fillVersion(part))
    console.log(`Measuring over ${rows.toLocaleString('en')} ${part}`)
    const measured = await measureLists({
      databaseUrl: server.url,
      databasePid: server.processId() ?? 0,
      cases: parts[part]
        .cases(rows)
        .filter(({ name }) => options.cases?.some((word) => name.includes(word)) ?? true),
      connections: options.connections,
      seconds: options.seconds,
    })
    await server.stop()
    const isWhole = options.cases === undefined && rows > parts[part].small
    const writes = isWhole ? await measureInserts(part, folder, options) : undefined
    return { part, rows, database, writes, ...measured }
  } finally {
    await server.stop()
    if (!options.keep) await removeData(folder)
  }
}

/** Measures inserts into the filled tables, on a server that waits for the disk. Afterwards the data is stale. */
async function measureInserts(part: Part, folder: string, options: Options): Promise<Run['writes']> {
  const { counted } = parts[part]
  if (!counted) return undefined
  console.log(`Measuring inserts of ${part}`)
  await rm(join(folder, 'filled-by'))
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), log })
  try {
    const { counts, write } = counted
    return await measureWrites({ databaseUrl: server.url, counts, case: write, seconds: options.seconds / 4 })
  } finally {
    await server.stop()
  }
}

/** Identifies the source of the rows; a kept database with another source, or of another day, is stale. */
function fillVersion(part: Part): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  hash.update(readFileSync(join(root, 'tests', 'load', parts[part].filledBy)))
  for (const name of readdirSync(migrationsFolder()).sort()) {
    hash.update(readFileSync(join(migrationsFolder(), name)))
  }
  return hash.digest('hex')
}

async function removeData(folder: string): Promise<void> {
  const dataDirectory = join(folder, 'postgres')
  if (existsSync(dataDirectory) && !(await removeEmbeddedPostgres(dataDirectory))) {
    throw new Error(`Another program uses ${dataDirectory}.`)
  }
  await rm(folder, { recursive: true, force: true })
}

/** Fills this many rows. @returns the database's version */
async function prepare(url: string, part: Part, rows: number): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC' })
  try {
    const begun = Date.now()
    await parts[part].fill(pool, rows, (done) => {
      process.stdout.write(`\rFilling: ${done.toLocaleString('en')} of ${rows.toLocaleString('en')} ${part}`)
    })
    const { counted } = parts[part]
    if (counted && rows > 0) {
      await foldCounts(createKysely(pool), counted.counts, log)
      await pool.query(`vacuum (analyze) ${[...counted.counts.tables, counted.counts.changes].join(', ')}`)
    }
    if (rows > 0) process.stdout.write(` in ${((Date.now() - begun) / 1000).toFixed(0)} s\n`)
    return (await pool.query('show server_version')).rows[0].server_version
  } finally {
    await pool.end()
  }
}

const total = (measured: Measured) => measured.serverTime + measured.databaseTime

/** Returns the exponent with which a figure grows with the number of rows: 0 constant, 1 proportional. */
function growth(small: number, large: number, { part, rows }: Run): number {
  return Math.log(large / small) / Math.log(rows / parts[part].small)
}

function report(run: Run, small: Run | undefined, options: Options): { text: string; failed: string[] } {
  const failed: string[] = []
  const check = (name: string, value: number, limit: number, isMost: boolean) => {
    if (isMost ? value > limit : value < limit) {
      failed.push(`${name}: ${value.toFixed(2)} instead of at ${isMost ? 'most' : 'least'} ${limit}`)
    }
    return value.toFixed(2)
  }
  const lines = run.results.map(({ case: one, api, bare, alone }) => {
    const cells = [
      one.name,
      api.requestsPerSecond.toFixed(0),
      alone === undefined ? api.p50.toFixed(1) : `${api.p50.toFixed(1)} (${alone.toFixed(1)})`,
      api.p95.toFixed(1),
      `${api.serverTime.toFixed(2)} + ${api.databaseTime.toFixed(2)}`,
      ...(bare
        ? [
            bare.requestsPerSecond.toFixed(0),
            bare.p50.toFixed(1),
            bare.p95.toFixed(1),
            `${bare.serverTime.toFixed(2)} + ${bare.databaseTime.toFixed(2)}`,
            check(
              `${one.name}, requests a second against the bare handler`,
              api.requestsPerSecond / bare.requestsPerSecond,
              0.6,
              false,
            ),
            check(
              `${one.name}, processor time against the bare handler`,
              total(api) / total(bare),
              1.5,
              true,
            ),
          ]
        : Array<string>(6).fill('')),
    ]
    if (one.mostTime !== undefined && alone !== undefined) {
      check(`${one.name}, median time of one caller in ms`, alone, one.mostTime, true)
    }
    const before = small?.results.find((other) => other.case.name === one.name)?.api
    if (before) {
      const most = one.isConstant === false ? Number.POSITIVE_INFINITY : parts[run.part].mostGrowth
      cells.push(
        check(`${one.name}, growth of the median time`, growth(before.p50, api.p50, run), most, true),
        check(`${one.name}, growth of processor time`, growth(total(before), total(api), run), most, true),
      )
    }
    return cells
  })
  const heads = [
    'Request',
    'req/s',
    'p50',
    'p95',
    'CPU',
    'bare: req/s',
    'p50',
    'p95',
    'CPU',
    'req/s ratio',
    'CPU ratio',
    ...(small ? ['growth of p50', 'growth of CPU'] : []),
  ]
  const writeTable = (writes: NonNullable<Run['writes']>) => {
    const rows = [
      { name: `${writers} writers`, result: writes.alone },
      { name: `${writers} writers beside a held snapshot`, result: writes.besideSnapshot },
    ]
    const cells = rows.map(({ name, result }) => [
      name,
      result.counted.toFixed(0),
      result.uncounted.toFixed(0),
      check(`${name}, inserts a second against no counting`, result.ratio, 0.7, false),
    ])
    return [markdownTable(['Inserts', 'per second', 'without counting', 'ratio'], cells), '']
  }
  const megabytes = (bytes: number) => bytes / 1024 / 1024
  check('Memory of the API in MB', megabytes(run.memory.peak), 150, true)
  const text = [
    `${run.rows.toLocaleString('en')} ${run.part}, ${options.connections} connections, ${options.seconds} s for each server and request; ` +
      `${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, PostgreSQL ${run.database}.`,
    '',
    markdownTable(heads, lines),
    '',
    ...(run.writes ? writeTable(run.writes) : []),
    `Memory of the API's process after all of it: ${megabytes(run.memory.resident).toFixed(0)} MB, at most ${megabytes(run.memory.peak).toFixed(0)} MB.`,
  ]
  return { text: text.join('\n'), failed }
}

function markdownTable(heads: string[], lines: string[][]): string {
  const width = (column: number) =>
    Math.max(...[heads, ...lines].map((cells) => cells[column]?.length ?? 0), 3)
  const row = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(width(column)) : cell.padStart(width(column)))).join(' | ')} |`
  const rule = `| ${heads.map((_, column) => (column === 0 ? '-'.repeat(width(column)) : `${'-'.repeat(width(column) - 1)}:`)).join(' | ')} |`
  return [row(heads), rule, ...lines.map(row)].join('\n')
}

function writePage(part: Block, text: string): void {
  const before = readFileSync(page, 'utf8')
  const mark = beginMark(part)
  const [begin, end] = [before.indexOf(mark), before.indexOf(endMark(part))]
  if (begin < 0 || end < begin) throw new Error('docs/performance.md has lost the marks around its tables.')
  writeFileSync(page, `${before.slice(0, begin + mark.length)}\n${text}\n${before.slice(end)}`)
}

/** How many pairs of turns the intake is measured for. */
const intakePairs = 7

/** Measures the intake of orders on a server that waits for the disk. */
async function measureOrdersSent(options: Options): Promise<{ results: IntakeResult[]; version: string }> {
  const folder = join(root, '.cache', 'bench', 'intake')
  await removeData(folder)
  const dataDirectory = join(folder, 'postgres')
  await mkdir(dataDirectory, { recursive: true })
  console.log('Measuring the intake of orders')
  const server = await startEmbeddedPostgres({ dataDirectory, log })
  try {
    await migrateDatabase({ url: server.url }, log)
    const results = await measureIntake({
      databaseUrl: server.url,
      seconds: options.seconds / 4,
      pairs: intakePairs,
    })
    const pool = new pg.Pool({ connectionString: server.url, max: 1 })
    const { rows } = await pool.query('show server_version')
    await pool.end()
    return { results, version: rows[0].server_version }
  } finally {
    await server.stop()
    await removeData(folder)
  }
}

function reportIntake(
  { results, version }: { results: IntakeResult[]; version: string },
  { seconds }: Options,
): { text: string; failed: string[] } {
  const failed = results.flatMap(({ case: one, ratio }) =>
    one.leastRatio !== undefined && ratio < one.leastRatio
      ? [`Intake, ${one.name}: ${ratio.toFixed(2)} instead of at least ${one.leastRatio}`]
      : [],
  )
  const lines = results.map(({ case: one, api, plain, ratio }) => [
    one.name,
    api.toFixed(0),
    plain.toFixed(0),
    ratio.toFixed(2),
  ])
  const text = [
    `${senders} senders, ${seconds / 4} s for each of ${intakePairs} turns; ${cpus().length} processors (${cpus()[0]?.model.trim()}), ` +
      `Node ${process.versions.node}, PostgreSQL ${version}.`,
    '',
    markdownTable(['Orders', 'per second', 'plain inserts', 'ratio'], lines),
  ]
  return { text: text.join('\n'), failed }
}

/** Measures open live streams on a server that waits for the disk. */
async function measureStreams(options: Options): Promise<LiveResult> {
  const folder = join(root, '.cache', 'bench', 'live')
  await removeData(folder)
  const dataDirectory = join(folder, 'postgres')
  await mkdir(dataDirectory, { recursive: true })
  console.log('Measuring live streams')
  const server = await startEmbeddedPostgres({ dataDirectory, log })
  try {
    await migrateDatabase({ url: server.url }, log)
    return await measureLive({
      databaseUrl: server.url,
      databasePid: server.processId() ?? 0,
      seconds: options.seconds * 2,
    })
  } finally {
    await server.stop()
    await removeData(folder)
  }
}

/** Max share of a processor that open streams may take while nothing happens, program and database. */
const mostIdle = 0.05
/** Max milliseconds from a change to its event. */
const mostLatency = 1_000

function reportLive(result: LiveResult, { seconds }: Options): { text: string; failed: string[] } {
  const { idle, alone, afterCall, afterStatement } = result
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const failed = [
    ...(idle.server + idle.database > mostIdle
      ? [`Live, idle: ${percent(idle.server + idle.database)} instead of at most ${percent(mostIdle)}`]
      : []),
    ...(Math.max(afterCall.p95, afterStatement.p95) > mostLatency
      ? [
          `Live, p95: ${Math.max(afterCall.p95, afterStatement.p95).toFixed(0)} ms instead of at most ${mostLatency}`,
        ]
      : []),
  ]
  const time = ({ p50, p95 }: { p50: number; p95: number }) => [
    `${p50.toFixed(0)} ms`,
    `${p95.toFixed(0)} ms`,
  ]
  const text = [
    `${liveStreams} open streams of 50 people, ${seconds * 2} s without a change; ${cpus().length} processors (${cpus()[0]?.model.trim()}), ` +
      `Node ${process.versions.node}.`,
    '',
    markdownTable(
      ['While nothing happens', 'program', 'database'],
      [
        ['Without streams', percent(alone.server), percent(alone.database)],
        [`${liveStreams} streams`, percent(idle.server), percent(idle.database)],
      ],
    ),
    '',
    markdownTable(
      ['From the end of a change to its event', 'p50', 'p95'],
      [
        ['Made by a call', ...time(afterCall)],
        ['Made by a statement that no program announces', ...time(afterStatement)],
      ],
    ),
  ]
  return { text: text.join('\n'), failed }
}

async function bench(): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('The benchmark needs Linux, where it reads processor times.')
  const options = readOptions()
  await buildAll('API')
  const failed: string[] = []
  for (const part of options.parts) {
    const rows = options.rows ?? parts[part].full
    const small = rows > parts[part].small ? await measure(part, parts[part].small, options) : undefined
    const run = await measure(part, rows, options)
    const reported = report(run, small, options)
    console.log(`\n${reported.text}\n`)
    failed.push(...reported.failed)
    if (rows >= parts[part].full && options.cases === undefined) {
      writePage(part, reported.text)
      console.log('Written to docs/performance.md.')
    }
  }
  if (options.intake) {
    const reported = reportIntake(await measureOrdersSent(options), options)
    console.log(`\n${reported.text}\n`)
    failed.push(...reported.failed)
    writePage('intake', reported.text)
    console.log('Written to docs/performance.md.')
  }
  if (options.live) {
    const reported = reportLive(await measureStreams(options), options)
    console.log(`\n${reported.text}\n`)
    failed.push(...reported.failed)
    writePage('live', reported.text)
    console.log('Written to docs/performance.md.')
  }
  if (failed.length > 0) {
    process.exitCode = 1
    console.log(`Missed targets:\n  ${failed.join('\n  ')}`)
  } else {
    console.log('All targets are met.')
  }
}

await bench().catch((error: unknown) => {
  console.error(`The benchmark could not finish. ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})
