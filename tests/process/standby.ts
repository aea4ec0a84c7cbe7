import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { layoutOf, readLocation } from '../../apps/api/src/platform/database/embedded/layout.ts'
import { serverProcess } from '../../apps/api/src/platform/database/embedded/server-process.ts'
import { preparePostgresBinaries } from '../../apps/api/src/platform/database/postgres-binaries.ts'
import { placePreparedCluster } from '../../apps/api/src/platform/database/prepared-cluster.ts'
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

/** Starts a standby of a server whose database was placed migrated, and streams from it. Not for Windows. */
export async function startStandby(primary: DatabaseServer): Promise<Standby> {
  const user = chooseServerUser()
  const parent = makeDataFolder()
  const dataDirectory = join(parent, 'postgres')
  const { postgres } = await preparePostgresBinaries(user, parent)
  const { host, user: role, database, port } = new pg.Client({ connectionString: primary.url })
  // From the files that the primary began with: while a running server's files are copied, some can vanish.
  await placePreparedCluster(dataDirectory)
  const { cluster } = layoutOf((await readLocation(dataDirectory)) ?? dataDirectory)
  const signal = join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  // The server removes it at its promotion.
  if (user) chownSync(signal, user.uid, user.gid)
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
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
    },
  }
}
