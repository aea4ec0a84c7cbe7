import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverProcess } from '../../apps/api/src/platform/database/embedded/server-process.ts'
import { chooseServerUser } from '../../apps/api/src/platform/database/server-user.ts'
import type { DatabaseServer } from './database-server.ts'
import { makeDataFolder } from './running-program.ts'
import { until } from './until.ts'

/** Where Debian's packages put the programs of each version. */
const versions = '/usr/lib/postgresql'

/** Returns the newest PostgreSQL of Debian's packages on this machine; undefined if none is installed. */
export function installedPostgres(): { version: string; folder: string } | undefined {
  if (!existsSync(versions)) return undefined
  const [version] = readdirSync(versions)
    .filter((name) => existsSync(join(versions, name, 'bin', 'initdb')))
    .sort((a, b) => Number(b) - Number(a))
  return version === undefined ? undefined : { version, folder: join(versions, version, 'bin') }
}

/** Starts a PostgreSQL server of Debian's packages with an empty database. */
export async function startInstalledPostgres(binaries: string): Promise<DatabaseServer> {
  const user = chooseServerUser()
  const folder = join(makeDataFolder(), 'postgres')
  const cluster = join(folder, 'cluster')
  mkdirSync(folder)
  if (user) chownSync(folder, user.uid, user.gid)
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', cluster, '-U', 'greenroom', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...serverProcess(user), encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`The database could not be made: ${made.stderr}`)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${cluster}`,
    'fsync=off',
    'max_connections=60',
  ]
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...serverProcess(user), stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const urlOf = (database: string) =>
    `postgresql://greenroom@${encodeURIComponent(cluster)}:5432/${database}?sslmode=disable`
  await until('PostgreSQL accepts connections', async () => {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create database greenroom')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
  const pool = new pg.Pool({ connectionString: urlOf('greenroom'), max: 1 })
  pool.on('error', () => {})
  return {
    url: urlOf('greenroom'),
    folder,
    query: (text) => pool.query(text),
    async stop() {
      await pool.end()
      child.kill('SIGINT')
      await ended
    },
  }
}
