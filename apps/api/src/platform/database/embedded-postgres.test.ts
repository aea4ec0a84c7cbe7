import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPool } from './connect.ts'
import { isUnavailable } from './database-errors.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 60_000, interval: 20 }
const isRoot = process.getuid?.() === 0
let parent: string
let dataDirectory: string
type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>
const servers: EmbeddedPostgres[] = []
const programs: ChildProcess[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'greenroom-launch-'))
  await chmod(parent, 0o755)
  dataDirectory = join(parent, 'postgres')
})
afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode === null && program.signalCode === null) {
      program.kill('SIGKILL')
      await once(program, 'exit')
    }
  }
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await removeEmbeddedPostgres(dataDirectory)
  await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

async function start(durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, log, durable })
  servers.push(server)
  return server
}

/** Starts the server from a separate process, as in production. */
function startProgram(): ChildProcess {
  // Not durable against a power failure, which is faster; no test here cuts the power.
  const script = fileURLToPath(new URL('./test-program.ts', import.meta.url))
  const program = spawn(process.execPath, ['--import', 'tsx', script, dataDirectory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(program)
  return program
}

interface ProgramReport {
  url?: string
  processId?: number
  refused?: string
}

async function report(program: ChildProcess): Promise<ProgramReport> {
  if (!program.stdout) throw new Error('The program has no output.')
  const [chunk] = (await once(program.stdout, 'data')) as [Buffer]
  return JSON.parse(chunk.toString()) as ProgramReport
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** The server process and all its children. */
function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return [pid, ...children.map(Number)]
}

/** Kills a server with its children, of which some may end meanwhile. */
function killTree(pid: number): number[] {
  const tree = processTree(pid)
  for (const victim of tree) {
    try {
      process.kill(victim, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  return tree
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/cwd`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

test('creates a durable UTF-8 server on a private socket and keeps the data over a restart', async () => {
  const first = await start(true)
  await query(first.url, `create table note (words text); insert into note values ('kept')`)
  const settings = await query<{ name: string; setting: string }>(
    first.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
      'listen_addresses', 'data_checksums', 'TimeZone', 'server_encoding', 'max_connections')`,
  )
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    data_checksums: 'on',
    TimeZone: 'UTC',
    server_encoding: 'UTF8',
    max_connections: '60',
  })
  const [words] = await query<{ upper: string }>(first.url, `select upper('höhe') as upper`)
  expect(words?.upper).toBe('HÖHE')
  const socket = decodeURIComponent(new URL(first.url).hostname)
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  const before = first.processId()
  await first.stop()
  expect(before && isAlive(before)).toBe(false)
  const second = await start()
  expect(await query(second.url, 'select words from note')).toEqual([{ words: 'kept' }])
})

test.runIf(isRoot)('started by root, the server runs as another user', async () => {
  const server = await start()
  const pid = server.processId()
  const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  expect(Number(uid)).toBeGreaterThan(0)
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Groups:\s*$/m)
})

test('loses no acknowledged row when killed during writes, and restarts the server', async () => {
  const server = await start(true)
  const pool = createPool(server.url, { size: 4, log })
  await pool.query('create table entry (n int primary key)')
  const acknowledged: number[] = []
  const failures: unknown[] = []
  let n = 0
  for (let round = 0; round < 2; round++) {
    const until = acknowledged.length + 100
    let killed = false
    const write = async () => {
      while (!killed) {
        const mine = ++n
        try {
          await pool.query('insert into entry values ($1)', [mine])
          acknowledged.push(mine)
        } catch (error) {
          failures.push(error)
          return
        }
      }
    }
    const writers = [write(), write(), write()]
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(until), soon)
    // A restarted server can respond before its starter reports its process.
    const pid = await vi.waitUntil(() => server.processId(), soon)
    killTree(pid)
    await vi.waitFor(() => expect(server.processId()).not.toBe(pid), soon)
    killed = true
    await Promise.all(writers)
    await vi.waitFor(() => pool.query('select 1'), soon)
  }
  const stored = await pool.query<{ n: number }>('select n from entry')
  const present = new Set(stored.rows.map((row) => row.n))
  expect(acknowledged.filter((each) => !present.has(each))).toEqual([])
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([])
  await pool.end()
})

test('leaves no server behind when stopped during a restart', async () => {
  const server = await start()
  const tree = killTree(server.processId() ?? 0)
  // When it first responds, its starter is about to take it over.
  await vi.waitFor(() => query(server.url, 'select 1'), { timeout: 60_000, interval: 1 })
  const [file] = readFileSync(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  await server.stop()
  expect(tree).not.toContain(Number(file))
  expect(isAlive(Number(file))).toBe(false)
})

test('rejects a second program on the same folder with a message, while the first continues', async () => {
  const program = startProgram()
  const { url = '' } = await report(program)
  await expect(start()).rejects.toThrow(
    `Another Greenroom is already running on ${parent} (process ${program.pid}).`,
  )
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('runs exactly one of two programs that start together on a new folder', async () => {
  const reports = await Promise.all([report(startProgram()), report(startProgram())])
  expect(reports.filter((each) => each.url)).toHaveLength(1)
  expect(reports.find((each) => each.refused)?.refused).toMatch(/^Another Greenroom is already running on /)
})

test('stops the server after its program was killed, and finds the data at the next start', async () => {
  const program = startProgram()
  const { url = '', processId = 0 } = await report(program)
  await query(url, `create table note (words text); insert into note values ('kept')`)
  program.kill('SIGKILL')
  await once(program, 'exit')
  const server = await start()
  expect(await query(server.url, 'select words from note')).toEqual([{ words: 'kept' }])
  expect(isAlive(processId)).toBe(false)
})

test('stops a leftover server at the next start', async () => {
  const program = startProgram()
  const { url = '', processId = 0 } = await report(program)
  await query(url, `create table note (words text); insert into note values ('kept')`)
  // Without its watcher the server outlives its program.
  const watcher = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false
    const command = `/proc/${name}/cmdline`
    return existsSync(command) && readFileSync(command, 'utf8').endsWith(`kill -INT "$1"\0sh\0${processId}\0`)
  })
  process.kill(Number(watcher), 'SIGKILL')
  program.kill('SIGKILL')
  await once(program, 'exit')
  expect(isAlive(processId)).toBe(true)
  const server = await start()
  expect(isAlive(processId)).toBe(false)
  expect(await query(server.url, 'select words from note')).toEqual([{ words: 'kept' }])
})

test('ignores an old process file with the id of another process', async () => {
  const first = await start()
  await first.stop()
  const file = join(first.folder, 'cluster', 'postmaster.pid')
  const { uid, gid } = statSync(join(first.folder, 'cluster'))
  const stranger = spawn('/bin/sleep', ['60'], { stdio: 'ignore', cwd: '/', ...(isRoot ? { uid, gid } : {}) })
  programs.push(stranger)
  await writeFile(file, `${stranger.pid}\n${join(first.folder, 'cluster')}\n1\n5432\n\n\n`, { mode: 0o644 })
  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts over after a first start was killed', async () => {
  const program = startProgram()
  await vi.waitFor(
    () => expect(readdirSync(dataDirectory).some((name) => name.startsWith('draft-'))).toBe(true),
    soon,
  )
  program.kill('SIGKILL')
  await once(program, 'exit')
  expect(existsSync(join(dataDirectory, 'cluster'))).toBe(false)
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDirectory).some((name) => name.startsWith('draft-'))).toBe(false)
})

test('rejects a cluster of another major version with a message', async () => {
  const server = await start()
  await server.stop()
  await writeFile(join(server.folder, 'cluster', 'PG_VERSION'), '12\n')
  await expect(start()).rejects.toThrow(
    /was created by PostgreSQL 12; this Greenroom includes PostgreSQL \d+\./,
  )
})

test('serves a folder with a long path through a short socket', async () => {
  dataDirectory = join(parent, 'a'.repeat(100), 'postgres')
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socket = decodeURIComponent(new URL(server.url).hostname)
  expect(socket.startsWith(parent)).toBe(false)
  await server.stop()
  expect(existsSync(socket)).toBe(false)
})

describe.runIf(isRoot)('a folder that the server user cannot reach', () => {
  beforeEach(async () => {
    const closed = join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    dataDirectory = join(closed, 'postgres')
  })

  test('stores the data elsewhere, in the folder that a file next to it names, and finds it at the next start', async () => {
    const first = await start()
    await query(first.url, `create table note (words text); insert into note values ('kept')`)
    await first.stop()
    const file = join(dirname(dataDirectory), 'postgres-location')
    expect((await readFile(file, 'utf8')).trim()).toBe(first.folder)
    expect(first.folder.startsWith(dataDirectory)).toBe(false)
    const second = await start()
    expect(await query(second.url, 'select words from note')).toEqual([{ words: 'kept' }])
    await second.stop()
    await rm(first.folder, { recursive: true })
    await expect(start()).rejects.toThrow(/but it is not there/)
  })
})
