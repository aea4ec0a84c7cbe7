import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../apps/api/src/platform/clock.ts'
import { removeEmbeddedPostgres } from '../../apps/api/src/platform/database/embedded-postgres.ts'
import { placePreparedCluster } from '../../apps/api/src/platform/database/prepared-cluster.ts'
import { ownerFile } from '../../apps/api/src/platform/files/file-store.ts'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { placePreparedKeys } from '../../apps/api/src/platform/identity/prepared-keys.ts'
import { issueSandboxToken, sandboxIssuer } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { beginSandboxSession } from '../../apps/api/src/platform/identity/sandbox-credential.ts'
import { loadSandboxKeys } from '../../apps/api/src/platform/identity/sandbox-keys.ts'
import { nodeFlags } from '../../tools/node-flags.mjs'
import { keepLog, keepsLogs } from './keep-log.ts'
import { until } from './until.ts'

/** A response as a test sees it. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members it expects, and fails if one is missing.
  body: any
}

export interface CallOptions {
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart. */
  form?: Record<string, string | Blob>
  headers?: Record<string, string>
}

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunningProgram {
  url: string
  port: number
  dataDir: string
  /** Process id of the API, not of its database. */
  pid: number
  /** A sandbox credential of the same person in every program. */
  token: string
  /** Returns a sandbox credential of another person. */
  tokenFor(email: string): Promise<string>
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Sends a signal and waits until the process has ended. */
  kill(signal: NodeJS.Signals): Promise<Ending>
  ended: Promise<Ending>
  hasEnded(): boolean
  /** Memory of the API's process in bytes: now, and the maximum since its start. Linux only. */
  memory(): { resident: number; peak: number }
  stdout(): string
  stderr(): string
  /** Sends SIGTERM and waits; kills the program after two minutes. */
  stop(): Promise<Ending>
}

export interface StartOptions {
  /** Default: a new folder with a migrated, empty database. */
  dataDir?: string
  /** Default: a free port. */
  port?: number
  environment?: Record<string, string>
}

const root = join(import.meta.dirname, '..', '..')
/** Main file of the built program; set PROGRAM_FILE to test another build. */
export const mainFile = process.env.PROGRAM_FILE ?? join(root, 'apps', 'api', 'dist', 'main.js')
const startPatience = 180_000
const folders: string[] = []
const programs: ChildProcess[] = []

/** Creates an empty data folder, by default in the temporary folder. removeEverything deletes it. */
export function makeDataFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'greenroom-process-'))
  // The database server may run as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** Kills every program that this file's tests started, stops their databases and deletes their data. */
export async function removeEverything(): Promise<void> {
  for (const child of programs.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) await endOf(child, 'SIGKILL')
  }
  for (const folder of folders.splice(0)) {
    await until('the data folder is free', () => removeEmbeddedPostgres(join(folder, 'postgres')))
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/** The public address of programs that share a database. Nobody listens there. */
const sharedUrl = 'http://127.0.0.1:3999'

/**
 * Starts the built program and waits until it reports that it is ready.
 * @throws Error with its output if it ends instead
 */
export async function startProgram(options: StartOptions = {}): Promise<RunningProgram> {
  const dataDir = options.dataDir ?? makeDataFolder()
  if (options.dataDir === undefined) {
    await placePreparedKeys(dataDir)
    if (!options.environment?.DATABASE_URL) await placePreparedCluster(join(dataDir, 'postgres'))
  }
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  // Programs on one database have one address, as behind a load balancer: a session belongs to its issuer.
  const isShared = options.environment?.DATABASE_URL !== undefined
  const environment = { ...(isShared && { PUBLIC_URL: sharedUrl }), ...options.environment }
  const publicUrl = environment.PUBLIC_URL ?? url
  const { child, stdout, stderr, ended } = spawnProgram(dataDir, port, environment)
  await until(
    'the program is ready',
    async () => {
      if (hasEnded(child)) throw new Error(`The program ended: ${JSON.stringify(await ended)}\n${stderr()}`)
      return stdout().includes(`Greenroom is ready at ${publicUrl}/masterclass`)
    },
    startPatience,
  )
  const keys = await loadSandboxKeys(dataDir)
  const tokenFor = async (email: string) => {
    const token = await issueSandboxToken(email, {
      keys,
      issuer: sandboxIssuer(publicUrl),
      clock: systemClock,
    })
    return (await beginSandboxSession(url, token)).credential
  }
  // A case may start it with another sign-in, or with a database that is away.
  const token = await tokenFor('meera.nair@greenroom.example').catch(() => '')
  return {
    url,
    port,
    dataDir,
    pid: child.pid ?? 0,
    token,
    tokenFor,
    ended,
    stdout,
    stderr,
    hasEnded: () => hasEnded(child),
    kill: (signal) => endOf(child, signal),
    memory: () => memoryOf(child.pid ?? 0),
    async call(method, path, { json, form, headers = {} } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: form ? formOf(form) : json === undefined ? null : JSON.stringify(json),
        redirect: 'manual',
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
    async stop() {
      if (hasEnded(child)) return ended
      const late = setTimeout(() => child.kill('SIGKILL'), 120_000)
      return endOf(child, 'SIGTERM').finally(() => clearTimeout(late))
    },
  }
}

/** Runs the program until it ends by itself. */
export async function runUntilEnd(
  options: StartOptions = {},
): Promise<Ending & { stdout: string; stderr: string }> {
  const dataDir = options.dataDir ?? makeDataFolder()
  const port = options.port ?? (await freePort())
  const { child, stdout, stderr, ended } = spawnProgram(dataDir, port, options.environment ?? {})
  const late = setTimeout(() => child.kill('SIGKILL'), startPatience)
  const ending = await ended.finally(() => clearTimeout(late))
  return { ...ending, stdout: stdout(), stderr: stderr() }
}

/** Returns the process id of a data folder's database server, or undefined if none runs. */
export function databaseProcess(dataDir: string): number | undefined {
  const moved = join(dataDir, 'postgres-location')
  const folder = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : join(dataDir, 'postgres')
  try {
    const pid = Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Returns the paths of all files below the spool or files folder, without the mark of the store's owner. */
export function filesIn(dataDir: string, folder: 'spool' | 'files'): string[] {
  const start = join(dataDir, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ownerFile)
    .map((entry) => join(entry.parentPath, entry.name))
}

function spawnProgram(dataDir: string, port: number, environment: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeFlags, mainFile], {
    cwd: root,
    env: {
      ...inherited(),
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'off',
      LOG_LEVEL: keepsLogs ? 'info' : 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_WRITES_PER_MINUTE: '0',
      RATE_LIMIT_SIGN_INS_PER_MINUTE: '0',
      // Sandboxes need it beside a database server.
      ...(environment.DATABASE_URL ? { DEMO: 'on' } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  programs.push(child)
  keepLog(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ending>((done, fail) => {
    child.once('error', fail)
    // On "exit" the last output would be missing.
    child.once('close', (code, signal) => done({ code, signal }))
  })
  ended.catch(() => {})
  return { child, ended, stdout: () => out, stderr: () => err }
}

/** Returns the variables that a program needs, without the developer's settings. */
export function inherited(): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP']) {
    const value = process.env[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<Ending> {
  if (hasEnded(child)) return Promise.resolve({ code: child.exitCode, signal: child.signalCode })
  return new Promise((done) => {
    child.once('exit', (code, by) => done({ code, signal: by }))
    child.kill(signal)
  })
}

function memoryOf(pid: number): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { resident: read('VmRSS'), peak: read('VmHWM') }
}

function formOf(parts: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  return form
}
