import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '../../apps/api/src/platform/clock.ts'
import { placePreparedCluster } from '../../apps/api/src/platform/database/prepared-cluster.ts'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { placePreparedKeys } from '../../apps/api/src/platform/identity/prepared-keys.ts'
import { issueSandboxToken, sandboxIssuer } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { beginSandboxSession } from '../../apps/api/src/platform/identity/sandbox-credential.ts'
import { loadSandboxKeys } from '../../apps/api/src/platform/identity/sandbox-keys.ts'
import { nodeFlags } from '../../tools/node-flags.mjs'
import { keepLog, keepsLogs } from '../process/keep-log.ts'

interface Answer<Data> {
  status: number
  body: { data: Data; message: string }
}

/** A running program with its own data folder. */
export interface Program {
  url: string
  /** Folder of its data. */
  dataDir: string
  /** Returns an ID token of the sandbox, with which one session can begin. */
  idToken(email?: string): Promise<string>
  /** Signs in and returns the credential of the session. */
  token(email?: string): Promise<string>
  /** Calls the API, to prepare a case or check its effect. */
  call<Data = never>(method: string, path: string, body?: unknown): Promise<Answer<Data>>
  /** Queries the program's database, for a state that no call creates. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Suspends the process: it accepts connections but doesn't respond until thaw. */
  freeze(): void
  thaw(): void
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')

/** What the server said of each credential. */
const begun = new Map<string, { subject: string; name: string; email: string; endsAt: number }>()

/** Returns what a tab stores of a credential that `Program.token` returned. */
export function storedCredential(credential: string): { credential: string; session: string } {
  return { credential, session: JSON.stringify(begun.get(credential)) }
}

/**
 * Starts the built program on a free port.
 * @param environment additional settings
 * @throws Error with the program's output if it doesn't become ready
 */
export async function startProgram(environment: Record<string, string> = {}): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-journey-'))
  // The database server may run as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  await placePreparedCluster(join(dataDir, 'postgres'))
  await placePreparedKeys(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'apps/api/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: keepsLogs ? 'info' : 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_WRITES_PER_MINUTE: '0',
      RATE_LIMIT_SIGN_INS_PER_MINUTE: '0',
      // A list that a case asserts must not change by what another one does. live.spec.ts turns it on.
      LIVE_STREAMS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  keepLog(child)
  await ready(child)
  const idToken = async (email = 'meera.nair@greenroom.example') =>
    issueSandboxToken(email, {
      keys: await loadSandboxKeys(dataDir),
      issuer: sandboxIssuer(url),
      clock: systemClock,
    })
  const token = async (email?: string) => {
    const { credential, ...session } = await beginSandboxSession(url, await idToken(email))
    const { subject, name, ends_at } = session
    begun.set(credential, { subject, name, email: session.email, endsAt: Date.parse(ends_at) })
    return credential
  }
  let own: Promise<string> | undefined

  return {
    url,
    dataDir,
    idToken,
    token,
    async call<Data>(method: string, path: string, body?: unknown) {
      own ??= token()
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await own}`,
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Answer<Data>['body'] }
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const client = new pg.Client(databaseOf(dataDir))
      await client.connect()
      try {
        return (await client.query<Row>(text, [...values])).rows
      } finally {
        await client.end()
      }
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the connection of a data folder's embedded server, read from the server's own file. */
function databaseOf(dataDir: string): pg.ClientConfig {
  const elsewhere = join(dataDir, 'postgres-location')
  const folder = existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8').trim() : join(dataDir, 'postgres')
  const [, , , port, socket, address] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split(
    '\n',
  )
  const password = join(folder, 'password')
  return {
    host: socket?.trim() || address?.trim() || '127.0.0.1',
    port: Number(port),
    user: 'greenroom',
    database: 'greenroom',
    ...(existsSync(password) ? { password: readFileSync(password, 'utf8').trim() } : {}),
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += String(chunk)
      if (/^Greenroom is ready at /m.test(output)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}:\n${output}`)))
  })
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return Promise.resolve()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}
