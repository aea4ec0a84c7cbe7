import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Logger, pino } from 'pino'
import { type App, createApp } from './app.ts'
import { limitsOf } from './platform/database/connect.ts'
import { createTestDatabase, patientLimits, type TestDatabase } from './platform/database/test-database.ts'
import { erasuresFile, ownerFile, trashFolder } from './platform/files/file-store.ts'
import { followConnections } from './platform/http/unused-connections.ts'
import { placePreparedKeys } from './platform/identity/prepared-keys.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { issueSandboxToken, sandboxIssuer } from './platform/identity/sandbox-accounts.ts'
import { loadSandboxKeys } from './platform/identity/sandbox-keys.ts'
import { chooseProviders } from './providers.ts'
import { readSettings } from './settings.ts'
import { auditTextsMissing } from './test-history.ts'

/** A clock that moves only when a test sets it. */
interface TestClock {
  now(): Date
  set(moment: string | Date): void
}

/** What a test sees of a response. */
export interface TestResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever members they expect
  body: any
}

interface CallOptions {
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart: texts or files. */
  form?: Record<string, string | Blob | Blob[]>
  /** Sent unchanged. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream
  headers?: Record<string, string>
  /** The credential; null sends none. */
  token?: string | null
}

export interface TestApp {
  app: App
  database: TestDatabase
  clock: TestClock
  url: string
  dataDir: string
  /** Signs an ID token of the sandbox for an e-mail address, with which `signIn` begins a session. */
  idTokenFor(email: string): Promise<string>
  /** Begins a session with an ID token. */
  signIn(idToken: string): Promise<TestResponse>
  /**
   * Returns the credential of a session for an e-mail address: the same one until the clock moves.
   * @throws Error if the sign-in is refused
   */
  tokenFor(email: string): Promise<string>
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>
  /** Names of the files in the file store, without those in its trash. */
  storedFiles(): Promise<string[]>
  /** Names of the files in the spool folder. */
  spooledFiles(): Promise<string[]>
  close(): Promise<void>
}

/** The time at which every test starts: a Saturday noon in India. */
export const testNow = '2026-11-21T06:30:00.000Z'

/**
 * Starts the whole API with its own database on a free port, with a clock that the test sets. Rate limits are off
 * unless the test sets them.
 * @param log the log; silent unless TEST_LOG_LEVEL names a level
 */
export async function createTestApp(
  environment: Record<string, string> = {},
  log: Logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'greenroom-app-'))
  await placePreparedKeys(dataDir)
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:3999',
    DATA_DIR: dataDir,
    CONSOLE: 'off',
    DATABASE_LOCK_TIMEOUT_SECONDS: String(patientLimits.lock),
    DATABASE_STATEMENT_TIMEOUT_SECONDS: String(patientLimits.statement),
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
    RATE_LIMIT_PER_KEY_PER_MINUTE: '0',
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '0',
    ...environment,
  })
  const database = await createTestDatabase(6, limitsOf(settings))
  let moment = new Date(testNow)
  const clock: TestClock = {
    now: () => new Date(moment),
    set(next) {
      moment = new Date(next)
    },
  }
  const providers = await chooseProviders(settings, { clock, log })
  const app = await createApp({ settings, providers, database, clock, log })
  const connections = followConnections(app.fastify.server)
  const url = await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const keys = await loadSandboxKeys(dataDir)
  const idTokenFor = (email: string) =>
    issueSandboxToken(email, { keys, issuer: sandboxIssuer(publicUrlOf(settings)), clock })
  const signIn = (idToken: string) =>
    call('POST', '/admin/session', { token: null, json: { id_token: idToken } })
  /** Sign-ins by e-mail address and time. */
  const begun = new Map<string, Promise<TestResponse>>()
  const sessionOf = (email: string): Promise<TestResponse> => {
    const key = `${email} ${moment.getTime()}`
    const session = begun.get(key) ?? idTokenFor(email).then(signIn)
    begun.set(key, session)
    return session
  }
  const tokenFor = async (email: string): Promise<string> => {
    const { status, body } = await sessionOf(email)
    if (status !== 201) throw new Error(`${email} cannot sign in: ${status} ${JSON.stringify(body)}`)
    return body.data.credential
  }
  // Not before the first call: a case may prepare the database.
  let own: Promise<TestResponse> | undefined

  async function call(method: string, path: string, options: CallOptions = {}): Promise<TestResponse> {
    const headers: Record<string, string> = { ...options.headers }
    if (typeof options.token === 'string') headers.authorization = `Bearer ${options.token}`
    if (options.token === undefined) {
      own ??= sessionOf('meera.nair@greenroom.example')
      const session = await own
      if (session.status !== 201) {
        own = undefined
        begun.clear()
        return session
      }
      headers.authorization = `Bearer ${session.body.data.credential}`
    }
    let body: string | Uint8Array<ArrayBuffer> | ReadableStream | FormData | null = options.raw ?? null
    if (options.json !== undefined) {
      headers['content-type'] ??= 'application/json'
      body = JSON.stringify(options.json)
    }
    if (options.form) body = formData(options.form)
    const response = await fetch(`${url}${path}`, { method, headers, body, redirect: 'manual' })
    // A stream goes on: live.test.ts reads it with test-live.ts.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    // Whoever has signed out signs in again.
    if (method === 'DELETE' && path.split('?')[0] === '/admin/session') {
      own = undefined
      begun.clear()
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  return {
    app,
    database,
    clock,
    url,
    dataDir,
    idTokenFor,
    signIn,
    tokenFor,
    call,
    storedFiles: async () =>
      (await filesBelow(join(dataDir, 'files'))).filter(
        (name) => name !== ownerFile && name !== erasuresFile,
      ),
    spooledFiles: () => filesBelow(join(dataDir, 'spool')),
    async close() {
      // fetch opens connections in advance or leaves one open; the server would wait for them for up to 65 seconds.
      const closing = setInterval(() => {
        app.fastify.server.closeIdleConnections()
        connections.closeUnused()
      }, 20)
      await app.fastify.close().finally(() => clearInterval(closing))
      const wordless = await auditTextsMissing(database)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (wordless.length > 0) throw new Error(`The history has no text for ${wordless.join(', ')}.`)
    },
  }
}

function formData(parts: Record<string, string | Blob | Blob[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one)
  }
  return form
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !relative(folder, entry.parentPath).startsWith(trashFolder))
    .map((entry) => entry.name)
}
