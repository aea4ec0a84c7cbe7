import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chooseServerUser, runAs } from '../../apps/api/src/platform/database/server-user.ts'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { makeDataFolder } from './running-program.ts'
import { until } from './until.ts'

export interface PgBouncer {
  /** Address of the database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Returns the first line of PgBouncer's version; undefined if it is not installed. */
export function pgBouncerVersion(): string | undefined {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n')[0] : undefined
}

/**
 * Starts PgBouncer in transaction mode before a server on a Unix socket. It has three connections to the server, so
 * that clients share them.
 */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const server = new pg.Client({ connectionString: serverUrl })
  const port = await freePort()
  const file = join(makeDataFolder(), 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
${server.database} = host=${server.host} port=${server.port} dbname=${server.database} user=${server.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
    { mode: 0o644 },
  )
  const child = spawn('pgbouncer', ['--quiet', file], {
    ...runAs(chooseServerUser()),
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const url = `postgresql://${server.user}@127.0.0.1:${port}/${server.database}`
  await until('PgBouncer responds', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`)
    const client = new pg.Client({ connectionString: url })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}
