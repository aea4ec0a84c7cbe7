import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Logger } from 'pino'
import { isFolderLocked, lockFolder } from './data-folder-lock.ts'
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts'
import { canEnter, chooseServerUser, runAs, type ServerUser } from './server-user.ts'

/** The embedded server cannot start; the message is all that a person needs. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
  }
}

export interface EmbeddedPostgres {
  /** Address of the database greenroom, as the driver reads it. */
  url: string
  /** Process number of the running server; undefined while it is being started again. */
  processId(): number | undefined
  /** Folder that holds the server's files, which for an unreachable data folder lies elsewhere. */
  folder: string
  /** Ends connections, writes everything to disk, gives the folder back. May be called twice. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** Folder of the server's files, for instance DATA_DIR/postgres. */
  dataDirectory: string
  log: Logger
  /** False only for tests: a power failure may then lose the data. */
  durable?: boolean
}

interface Layout {
  /** Everything of this server. */
  folder: string
  /** PostgreSQL's own data folder. */
  cluster: string
  logFile: string
  passwordFile: string
}

const databaseName = 'greenroom'
const userName = 'greenroom'
const socketPort = 5432
/** Outside every home folder, so that another user can pass through. */
const sharedFolder = '/var/lib/greenroom'
const onWindows = process.platform === 'win32'
const longestPause = 10_000
const startPatience = 300_000
const stopPatienceSeconds = 60
const largestLog = 10 * 1024 * 1024

const run = promisify(execFile)
const pauseFor = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * Starts a PostgreSQL server on a data folder, making the folder at first, and keeps it running: when it ends
 * unexpectedly it is started again, after 0.5 s doubling to 10 s. It listens on a private Unix socket only
 * (on Windows on loopback with a password).
 * @throws EmbeddedPostgresError when another program uses the folder, or the server cannot start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  const given = resolve(options.dataDirectory)
  await mkdir(given, { recursive: true })
  // The system names a process's folder by its real path.
  const dataDirectory = await realpath(given)
  const lock = await lockFolder(join(dataDirectory, 'lock'))
  if ('heldBy' in lock) {
    throw new EmbeddedPostgresError(
      `Another Greenroom is already running on ${dirname(dataDirectory)} (process ${lock.heldBy}).`,
    )
  }
  try {
    const user = chooseServerUser()
    const layout = await placeCluster(dataDirectory, user)
    const binaries = await preparePostgresBinaries(user, user ? sharedFolder : dataDirectory)
    await makeCluster(layout, binaries, user, durable)
    await recordLocation(dataDirectory, layout)
    await stopLeftover(layout, binaries, user)
    await removeStaleProcessFile(layout)
    await setOldLogAside(layout)
    const server = await superviseServer({ layout, binaries, user, log, durable })
    await createDatabase(server.address).catch(async (error) => {
      await server.stop()
      throw error
    })
    let stopping: Promise<void> | undefined
    return {
      url: addressText({ ...server.address, database: databaseName }),
      processId: server.processId,
      folder: layout.folder,
      stop() {
        stopping ??= server.stop().finally(() => lock.release())
        return stopping
      },
    }
  } catch (error) {
    await lock.release()
    if (error instanceof EmbeddedPostgresError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(`The built-in database could not start. ${reason}`, { cause: error })
  }
}

/** Removes an embedded server that no program uses, with all its data; for folders of tests. Gives false when it is in use. */
export async function removeEmbeddedPostgres(dataDirectory: string): Promise<boolean> {
  if (await isFolderLocked(join(dataDirectory, 'lock'))) return false
  const elsewhere = await readLocation(dataDirectory)
  for (const folder of [elsewhere, dataDirectory]) {
    if (!folder) continue
    const layout = layoutOf(folder)
    const pid = leftoverProcess(layout)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  await rm(locationFile(dataDirectory), { force: true })
  return true
}

/**
 * The address of the database of an embedded server that a running program keeps on this folder; undefined when no
 * program does.
 */
export async function findRunningPostgres(dataDirectory: string): Promise<string | undefined> {
  if (!existsSync(dataDirectory)) return undefined
  const folder = await realpath(dataDirectory)
  if (!(await isFolderLocked(join(folder, 'lock')))) return undefined
  const layout = layoutOf((await readLocation(folder)) ?? folder)
  const written = await readFile(join(layout.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  // What the server writes there: its number, its folder, when it began, its port, its socket's folder, its address.
  const [, , , port, socket, address] = written.split('\n').map((line) => line.trim())
  if (!port) return undefined
  const password = await readFile(layout.passwordFile, 'utf8').catch(() => '')
  return addressText({
    host: socket || address || '127.0.0.1',
    port: Number(port),
    ...(password ? { password: password.trim() } : {}),
    database: databaseName,
  })
}

function layoutOf(folder: string): Layout {
  return {
    folder,
    cluster: join(folder, 'cluster'),
    logFile: join(folder, 'server.log'),
    passwordFile: join(folder, 'password'),
  }
}

function locationFile(dataDirectory: string): string {
  return `${resolve(dataDirectory)}-location`
}

async function readLocation(dataDirectory: string): Promise<string | undefined> {
  const text = await readFile(locationFile(dataDirectory), 'utf8').catch(() => '')
  return text.trim() || undefined
}

async function recordLocation(dataDirectory: string, layout: Layout): Promise<void> {
  const file = locationFile(dataDirectory)
  if (layout.folder === dataDirectory || existsSync(file)) return
  const draft = `${file}-${randomUUID()}`
  await writeFile(draft, `${layout.folder}\n`)
  await rename(draft, file)
}

/**
 * Decides where the server's files lie: in the data folder, or, when the server's user cannot pass through to it,
 * in a shared folder that a text file beside the data folder names.
 */
async function placeCluster(dataDirectory: string, user: ServerUser | undefined): Promise<Layout> {
  const recorded = await readLocation(dataDirectory)
  if (recorded) {
    if (!existsSync(layoutOf(recorded).cluster)) {
      throw new EmbeddedPostgresError(
        `${locationFile(dataDirectory)} says that the database lies in ${recorded}, where it is not. Bring it back, or remove that file to begin with an empty database.`,
      )
    }
    return layoutOf(recorded)
  }
  const here = layoutOf(dataDirectory)
  if (user) await chmod(dataDirectory, 0o711)
  if (canEnter(user, dataDirectory)) return here
  if (existsSync(here.cluster)) {
    throw new EmbeddedPostgresError(
      `The user ${user?.name} of the database server cannot reach ${dataDirectory}. Allow passing through its parent folders.`,
    )
  }
  // Never a name that an earlier, removed data folder had: its data would come back.
  const elsewhere = join(sharedFolder, `${hashOf(dataDirectory)}-${randomBytes(4).toString('hex')}`)
  await mkdir(elsewhere, { recursive: true, mode: 0o711 })
  return layoutOf(await realpath(elsewhere))
}

/** Makes the cluster if there is none. Built in a draft folder and renamed, so that an interrupted start leaves no half. */
async function makeCluster(
  layout: Layout,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(layout.folder)) {
    if (name.startsWith('draft-')) {
      await rm(join(layout.folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  }
  if (existsSync(layout.cluster)) {
    const version = (await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8')).trim()
    if (version !== binaries.majorVersion) {
      throw new EmbeddedPostgresError(
        `The database in ${layout.folder} was made by PostgreSQL ${version}; this Greenroom brings PostgreSQL ${binaries.majorVersion}. Restore a backup into a new data folder.`,
      )
    }
    return
  }
  const draft = join(layout.folder, `draft-${randomUUID()}`)
  await makePrivateFolder(draft, user)
  const access = onWindows ? await passwordAccess(layout) : ['--auth=trust']
  await initialise(draft, durable ? access : [...access, '--no-sync'], binaries, user)
  await rename(draft, layout.cluster)
  await syncFolder(layout.folder)
}

async function initialise(
  draft: string,
  access: string[],
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<void> {
  const options = [
    `--pgdata=${draft}`,
    `--username=${userName}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...access,
  ]
  // Trigrams of other scripts need the system's own UTF-8 character classes, which not every system has.
  try {
    await run(binaries.initdb, [...options, '--lc-ctype=C.UTF-8'], serverProcess(user))
  } catch (error) {
    if (!/locale/.test(String((error as { stderr?: string }).stderr))) throw describeFailure(error)
    await run(binaries.initdb, options, serverProcess(user)).catch((second) => {
      throw describeFailure(second)
    })
  }
}

function describeFailure(error: unknown): Error {
  const text = String((error as { stderr?: string }).stderr ?? '').trim()
  return new EmbeddedPostgresError(`The built-in database could not be made. ${text || String(error)}`, {
    cause: error,
  })
}

/** A clean environment: PostgreSQL's own variables of the caller must not lead the server elsewhere. */
function serverProcess(user: ServerUser | undefined) {
  const env: NodeJS.ProcessEnv = { LC_MESSAGES: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name]
  }
  return { ...runAs(user), cwd: onWindows ? tmpdir() : '/', env, windowsHide: true }
}

async function makePrivateFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const owner = user?.uid ?? process.getuid?.()
  // In a folder that everybody may write to, somebody else may have made it first.
  if (
    !found.isDirectory() ||
    (owner !== undefined && found.uid !== owner && found.uid !== process.getuid?.())
  ) {
    throw new EmbeddedPostgresError(`${folder} belongs to somebody else.`)
  }
  if (user) await chown(folder, user.uid, user.gid)
  if (!onWindows) await chmod(folder, 0o700)
}

async function passwordAccess(layout: Layout): Promise<string[]> {
  await writeFile(layout.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${layout.passwordFile}`]
}

async function syncFolder(folder: string): Promise<void> {
  if (onWindows) return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** The server process that an earlier, killed program left running on this cluster. */
function leftoverProcess(layout: Layout): number | undefined {
  let pid: number
  try {
    pid = Number(readFileSync(join(layout.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
  if (!(pid > 1)) return undefined
  if (process.platform === 'linux') {
    // A zombie has a name but no working folder, and a number that went to another program has another folder.
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === layout.cluster ? pid : undefined
    } catch {
      return undefined
    }
  }
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

async function stopLeftover(
  layout: Layout,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<void> {
  if (leftoverProcess(layout) === undefined) return
  const stop = (mode: string) =>
    run(
      binaries.controller,
      ['stop', `--pgdata=${layout.cluster}`, `--mode=${mode}`, '--wait', `--timeout=${stopPatienceSeconds}`],
      serverProcess(user),
    )
  try {
    await stop('fast')
  } catch {
    if (leftoverProcess(layout) !== undefined) await stop('immediate')
  }
}

/**
 * Removes the process file of a server that is gone. PostgreSQL would refuse to start when the number in it went to
 * another program of the same user, as it does in a container that was started again.
 */
async function removeStaleProcessFile(layout: Layout): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    if (!(await someProcessWorksIn(layout.cluster))) {
      await rm(join(layout.cluster, 'postmaster.pid'), { force: true })
      return
    }
    await pauseFor(50)
  }
}

/** Keeps the server's log from growing without end: at a start a large one becomes the one old log. */
async function setOldLogAside(layout: Layout): Promise<void> {
  const size = await stat(layout.logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > largestLog) await rename(layout.logFile, `${layout.logFile}.old`)
}

async function someProcessWorksIn(folder: string): Promise<boolean> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) === folder) return true
    } catch {
      // It ended, is a zombie, or belongs to another user and so is not a server of ours.
    }
  }
  return false
}

interface Address {
  host: string
  port: number
  password?: string
}

function addressText({ host, port, password, database }: Address & { database: string }): string {
  const access = password === undefined ? userName : `${userName}:${encodeURIComponent(password)}`
  return `postgresql://${access}@${encodeURIComponent(host)}:${port}/${database}?sslmode=disable`
}

async function chooseAddress(layout: Layout, user: ServerUser | undefined): Promise<Address> {
  if (onWindows) {
    const password = (await readFile(layout.passwordFile, 'utf8')).trim()
    return { host: '127.0.0.1', port: await freePort(), password }
  }
  const near = join(layout.folder, 'socket')
  // The system allows about 104 bytes for a socket's path, of which the server's own file name takes 20; a comma
  // would divide the server's list of folders.
  const folder =
    Buffer.byteLength(near) <= 80 && !/[",]/.test(near)
      ? near
      : join(tmpdir(), `greenroom-${hashOf(layout.folder)}`)
  await makePrivateFolder(folder, user)
  if (!canEnter(user, folder)) {
    const shared = join(sharedFolder, `socket-${hashOf(layout.folder)}`)
    await makePrivateFolder(shared, user)
    return { host: shared, port: socketPort }
  }
  return { host: folder, port: socketPort }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

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

async function superviseServer(parts: ServerParts): Promise<RunningServer> {
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
      log.error(
        { code: child.exitCode, signal: child.signalCode },
        'the database server ended and is started again',
      )
      for (;;) {
        await abortablePause(pause, stopping.signal)
        pause = Math.min(pause * 2, longestPause)
        if (stopping.signal.aborted) return
        try {
          child = await launch(parts, address, stopping.signal)
          log.info('the database server runs again')
          break
        } catch (error) {
          if (!stopping.signal.aborted)
            log.error({ err: error }, 'the database server could not be started again')
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

/** A process that could not even be started has no number, and never reports its end. */
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
  else child.kill('SIGINT') // a fast shutdown: transactions are rolled back, everything is written
  const late = setTimeout(() => child.kill('SIGQUIT'), stopPatienceSeconds * 1_000)
  await end
  clearTimeout(late)
}

/** Starts the server process and waits until it answers. Processes of a server that was killed may need a moment to leave. */
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
        // In a group of its own, an interrupt from the keyboard reaches only us, and we stop it when calls have ended.
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

/** A small watcher that asks the server to stop when this process is gone, however it went: its input then closes. */
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
    if (signal.aborted || Date.now() > deadline) throw new Error('The server did not answer.')
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

function newClient(address: Address): pg.Client {
  const client = new pg.Client({
    connectionString: addressText({ ...address, database: 'postgres' }),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  return client
}

async function createDatabase(address: Address): Promise<void> {
  const client = newClient(address)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function lastLogLines(layout: Layout): Promise<string> {
  const text = await readFile(layout.logFile, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-6).join('\n')
}
