import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { createKysely, createPool } from '../../apps/api/src/platform/database/connect.ts'
import { adoptFileStore } from '../../apps/api/src/platform/files/file-store-owner.ts'
import { createFolderFileStore } from '../../apps/api/src/platform/files/folder-file-store.ts'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { makeDataFolder, removeEverything, startProgram } from '../process/running-program.ts'
import { until } from '../process/until.ts'
import type { Load, LoadResult } from './generate-load.ts'
import type { LoadCase } from './load-case.ts'
import { processorTimeOf, processorTimeOfFamily } from './processor-time.ts'

/** A server's figures for one kind of request. */
export interface Measured {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  /** Processor time per request in milliseconds: the server's process, and the database's share. */
  serverTime: number
  databaseTime: number
}

export interface CaseResult {
  case: LoadCase
  api: Measured
  /** undefined for a case without comparison. */
  bare: Measured | undefined
  /** The program's median for one caller alone, in milliseconds; for a case with a limit. */
  alone: number | undefined
}

export interface MeasureOptions {
  databaseUrl: string
  /** Process id of the database server, for its processor time. */
  databasePid: number
  cases: LoadCase[]
  connections: number
  /** Total measuring time per server and case. */
  seconds: number
}

interface Server {
  pid: number
  port: number
  headers: Record<string, string>
}

const here = import.meta.dirname
/** Short turns, so that other load on the machine affects both servers equally. */
const rounds = 8
const poolSize = '8'

/** Creates a data folder whose empty file store is the database's: its rows name files that were never stored. */
async function makeOwnDataFolder(databaseUrl: string): Promise<string> {
  const dataDir = makeDataFolder()
  const pool = createPool(databaseUrl, { size: 1, log: pino({ level: 'silent' }) })
  await adoptFileStore(createKysely(pool), createFolderFileStore(join(dataDir, 'files')))
  await pool.end()
  return dataDir
}

/**
 * Measures the built program and the bare server in turns over one database.
 * @throws Error if their responses differ or aren't 200
 */
export async function measureLists(
  options: MeasureOptions,
): Promise<{ results: CaseResult[]; memory: { resident: number; peak: number } }> {
  const bare = await startBareServer(options.databaseUrl)
  const generator = fork(join(here, 'generate-load.ts'), { execArgv: ['--import', 'tsx'] })
  try {
    const program = await startProgram({
      dataDir: await makeOwnDataFolder(options.databaseUrl),
      environment: { DATABASE_URL: options.databaseUrl, DATABASE_POOL_SIZE: poolSize, CONSOLE: 'off' },
    })
    const api: Server = {
      pid: program.pid,
      port: program.port,
      headers: { authorization: `Bearer ${program.token}` },
    }
    const results: CaseResult[] = []
    for (const one of options.cases) {
      const isCompared = one.isCompared !== false
      await compareAnswers(one, isCompared ? [api, bare.server] : [api])
      for (const server of isCompared ? [api, bare.server] : [api]) {
        await warmUp(generator, server, one, options.connections)
      }
      const turns: { api: Turn[]; bare: Turn[] } = { api: [], bare: [] }
      for (let round = 0; round < rounds; round++) {
        const order = round % 2 === 0 ? (['api', 'bare'] as const) : (['bare', 'api'] as const)
        for (const name of isCompared ? order : (['api'] as const)) {
          turns[name].push(await takeTurn(generator, name === 'api' ? api : bare.server, one, options))
        }
      }
      const alone =
        one.mostTime === undefined
          ? undefined
          : summary([await takeTurn(generator, api, one, { ...options, connections: 1 })]).p50
      const bareSummary = isCompared ? summary(turns.bare) : undefined
      results.push({ case: one, api: summary(turns.api), bare: bareSummary, alone })
    }
    const memory = program.memory()
    await program.stop()
    return { results, memory }
  } finally {
    bare.process.kill('SIGKILL')
    generator.kill('SIGKILL')
    await removeEverything()
  }
}

async function startBareServer(databaseUrl: string): Promise<{ server: Server; process: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'bare-server.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: poolSize, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await until(
    'the bare server answers',
    () =>
      fetch(`http://127.0.0.1:${port}/admin/orders?limit=1&offset=0`).then(
        (answer) => answer.ok,
        () => false,
      ),
    30_000,
  )
  return { server: { pid: child.pid ?? 0, port, headers: {} }, process: child }
}

/** Checks that the servers return the same, or the comparison would be meaningless, and that something is found. */
async function compareAnswers(one: LoadCase, servers: Server[]): Promise<void> {
  let seen = 0
  for (const path of one.paths.slice(0, 20)) {
    const ask = async ({ port, headers }: Server) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      return (await answer.json()) as { data?: object }
    }
    const answers = await Promise.all(servers.map(ask))
    const [ours] = answers
    // A list is the response's data, or a member of it; so is a count.
    const members = [ours?.data, ...Object.values(ours?.data ?? {})]
    seen += members.flatMap((found) => (Array.isArray(found) ? found : found > 0 ? [found] : [])).length
    if (!ours?.data || answers.some((answer) => !isDeepStrictEqual(ours, answer))) {
      const shown = answers.map((answer) => JSON.stringify(answer).slice(0, 600)).join('\n')
      throw new Error(`The servers return different responses to "${one.name}":\n${shown}`)
    }
  }
  if (seen === 0) throw new Error(`"${one.name}" finds nothing.`)
}

async function sendLoad(
  generator: ChildProcess,
  { port, headers }: Server,
  { paths }: LoadCase,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const load: Load = { port, headers, paths, connections, seconds }
  const ended = new AbortController()
  const message = once(generator, 'message', { signal: ended.signal })
  const end = () => ended.abort()
  generator.once('exit', end)
  generator.send(load)
  const [{ result, error }] = (await message) as [{ result?: LoadResult; error?: string }]
  generator.off('exit', end)
  if (!result) throw new Error(error)
  return result
}

/** Warms up the compiler, however busy the machine is. */
async function warmUp(
  generator: ChildProcess,
  server: Server,
  one: LoadCase,
  connections: number,
): Promise<void> {
  for (let [sent, turn] = [0, 0]; sent < 5000 && turn < 10; turn++) {
    sent += (await sendLoad(generator, server, one, connections, 1)).times.length
  }
}

interface Turn extends LoadResult {
  serverTime: number
  databaseTime: number
}

async function takeTurn(
  generator: ChildProcess,
  server: Server,
  one: LoadCase,
  options: MeasureOptions,
): Promise<Turn> {
  const times = () => [processorTimeOf(server.pid), processorTimeOfFamily(options.databasePid)] as const
  const before = times()
  const result = await sendLoad(generator, server, one, options.connections, options.seconds / rounds)
  const after = times()
  return { ...result, serverTime: after[0] - before[0], databaseTime: after[1] - before[1] }
}

function summary(turns: Turn[]): Measured {
  const times = turns.flatMap((turn) => turn.times).sort((a, b) => a - b)
  const sum = (value: (turn: Turn) => number) => turns.reduce((total, turn) => total + value(turn), 0)
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    requestsPerSecond: times.length / sum((turn) => turn.seconds),
    p50: quantile(0.5),
    p95: quantile(0.95),
    serverTime: sum((turn) => turn.serverTime) / times.length,
    databaseTime: sum((turn) => turn.databaseTime) / times.length,
  }
}
