import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverProcess } from '../../apps/api/src/platform/database/embedded/server-process.ts'
import { preparePostgresBinaries } from '../../apps/api/src/platform/database/postgres-binaries.ts'
import { chooseServerUser } from '../../apps/api/src/platform/database/server-user.ts'
import type { DatabaseServer } from './database-server.ts'
import { makeDataFolder } from './running-program.ts'
import { until } from './until.ts'

export interface Standby {
  /** Address of the database on the standby. */
  url: string
  query(text: string): Promise<pg.QueryResult>
  start(): Promise<void>
  /** Stops it at once, as a crash does. */
  crash(): Promise<void>
}

/** Copies a running server's folder and starts a standby on the copy, which streams from the server. Not for Windows. */
export async function startStandby(primary: DatabaseServer): Promise<Standby> {
  const user = chooseServerUser()
  const parent = makeDataFolder()
  const cluster = join(parent, 'standby')
  const { postgres } = await preparePostgresBinaries(user, parent)
  const { host, user: role, database, port } = new pg.Client({ connectionString: primary.url })
  await primary.query(`select pg_backup_start('standby', true)`)
  const copied = spawnSync('cp', ['-a', join(primary.folder, 'cluster'), cluster])
  if (copied.status !== 0) throw new Error(`The server's folder cannot be copied: ${copied.stderr}`)
  const { rows } = await primary.query('select labelfile from pg_backup_stop(false)')
  rmSync(join(cluster, 'postmaster.pid'))
  for (const [name, text] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    writeFileSync(join(cluster, name), text)
    // The server renames and syncs them.
    if (user) chownSync(join(cluster, name), user.uid, user.gid)
  }
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${role}'\n`,
  )
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${cluster}`,
    'port=5433',
    'max_connections=60',
    'fsync=off',
    'timezone=UTC',
  ]
  const url = `postgresql://${role}@${encodeURIComponent(cluster)}:5433/${database}?sslmode=disable`
  let child = launch()

  function launch() {
    return spawn(postgres, ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
      ...serverProcess(user),
      stdio: 'ignore',
    })
  }

  async function query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    return client.query(text).finally(() => client.end())
  }

  async function ready(): Promise<void> {
    await until('the standby responds', () => {
      if (child.exitCode !== null) throw new Error(`The standby ended with ${child.exitCode}.`)
      return query('select').then(
        () => true,
        () => false,
      )
    })
  }

  await ready()
  return {
    url,
    query,
    async start() {
      child = launch()
      await ready()
    },
    async crash() {
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
    },
  }
}
