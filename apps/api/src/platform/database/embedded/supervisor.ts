import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import type { PostgresBinaries } from '../postgres-binaries.ts'
import type { ServerUser } from '../server-user.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { Layout } from './layout.ts'
import { stopLeftover, stopPatienceSeconds } from './leftover-server.ts'
import { type Address, chooseAddress, newClient } from './server-address.ts'
import { onWindows, pauseFor, serverProcess } from './server-process.ts'

/** The longest pause between two attempts to start the server again, in milliseconds. */
const longestPause = 10_000
/** How long a starting server may take to accept connections, in milliseconds. */
const startPatience = 300_000
const largestLog = 10 * 1024 * 1024

interface ServerParts {
  layout: Layout
  binaries: PostgresBinaries
  user: ServerUser | undefined
  log: Logger
  durable: boolean
}

interface RunningServer {
  address: Address
  processId(): number | undefined
  stop(): Promise<void>
}

export async function superviseServer(parts: ServerParts): Promise<RunningServer> {
  const { layout, user, log } = parts
  const address = await chooseAddress(layout, user)
  const stopping = new AbortController()
  let child = await launch(parts, address, stopping.signal)
  const supervised = supervise()

  async function supervise(): Promise<void> {
    let pause = 500
    for (;;) {
      const startedAt = Date.now()
      await Promise.race([ended(child), aborted(stopping.signal)])
      if (stopping.signal.aborted) return stopServer(child, parts)
      if (Date.now() - startedAt > 60_000) pause = 500
      log.error({ code: child.exitCode, signal: child.signalCode }, 'database server ended, restarting')
      for (;;) {
        await abortablePause(pause, stopping.signal)
        pause = Math.min(pause * 2, longestPause)
        if (stopping.signal.aborted) return
        try {
          child = await launch(parts, address, stopping.signal)
          log.info('database server restarted')
          break
        } catch (error) {
          if (!stopping.signal.aborted) log.error({ err: error }, 'could not restart the database server')
        }
      }
    }
  }

  return {
    address,
    processId: () => (hasEnded(child) ? undefined : child.pid),
    async stop() {
      stopping.abort()
      await supervised
      if (!onWindows && dirname(address.host) !== layout.folder) {
        await rm(address.host, { recursive: true, force: true })
      }
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
}

async function abortablePause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((done) => {
    timer = setTimeout(done, milliseconds)
  })
  await Promise.race([passed, aborted(signal)])
  clearTimeout(timer)
}

/** Tells whether a process has ended. One that could not be started has no id and never reports its end. */
function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve()
  return new Promise((done) => child.once('exit', () => done()))
}

async function stopServer(child: ChildProcess, { layout, binaries, user }: ServerParts): Promise<void> {
  const end = ended(child)
  if (onWindows) await stopLeftover(layout, binaries, user)
  else child.kill('SIGINT') // fast shutdown: rolls back transactions and writes everything to disk
  const late = setTimeout(() => child.kill('SIGQUIT'), stopPatienceSeconds * 1_000)
  await end
  clearTimeout(late)
}

/**
 * Starts the server process and waits until it accepts connections. Retries while processes of a killed server are
 * still ending.
 */
async function launch(parts: ServerParts, address: Address, signal: AbortSignal): Promise<ChildProcess> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const child = spawnServer(parts, address)
    try {
      await untilAnswering(child, address, signal)
      return child
    } catch (error) {
      await stopServer(child, parts)
      const words = await lastLogLines(parts.layout)
      const transient = /pre-existing shared memory block|lock file .* already exists/.test(words)
      if (signal.aborted || !transient || Date.now() > deadline) {
        throw new EmbeddedPostgresError(`The built-in database could not start. ${words}`, { cause: error })
      }
      await pauseFor(200)
    }
  }
}

function spawnServer({ layout, binaries, user, durable }: ServerParts, address: Address): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: onWindows ? address.host : '',
    unix_socket_directories: onWindows ? '' : address.host,
    unix_socket_permissions: '0700',
    port: address.port,
    max_connections: 60,
    shared_buffers: '128MB',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    logging_collector: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
  }
  const output = openSync(layout.logFile, 'a', 0o600)
  try {
    const child = spawn(
      binaries.postgres,
      [
        '-D',
        layout.cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...serverProcess(user),
        stdio: ['ignore', output, output],
        // In its own process group, so that Ctrl+C reaches only this program, which stops the server after the last
        // request.
        detached: !onWindows,
      },
    )
    child.on('error', () => {})
    stopWithThisProcess(child, user)
    return child
  } finally {
    closeSync(output)
  }
}

/**
 * Starts a small watcher that stops the server when this process ends for any reason: the watcher's input closes
 * then.
 */
function stopWithThisProcess(server: ChildProcess, user: ServerUser | undefined): void {
  if (onWindows || server.pid === undefined) return
  const watcher = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$1"', 'sh', String(server.pid)], {
    ...serverProcess(user),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  server.once('exit', () => watcher.kill('SIGKILL'))
}

async function untilAnswering(child: ChildProcess, address: Address, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + startPatience
  for (;;) {
    if (hasEnded(child)) throw new Error('The server ended at its start.')
    if (signal.aborted || Date.now() > deadline) throw new Error('The server did not respond.')
    const client = newClient(address)
    try {
      await client.connect()
      return
    } catch {
      await pauseFor(30)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Rotates a large server log at a start, so that it does not grow without end. */
export async function setOldLogAside(layout: Layout): Promise<void> {
  const size = await stat(layout.logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > largestLog) await rename(layout.logFile, `${layout.logFile}.old`)
}

async function lastLogLines(layout: Layout): Promise<string> {
  const text = await readFile(layout.logFile, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-6).join('\n')
}
