import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../free-port.ts'
import { canEnter, type ServerUser } from '../server-user.ts'
import { type Layout, sharedFolder } from './layout.ts'
import { hashOf, makePrivateFolder } from './private-folder.ts'
import { onWindows } from './server-process.ts'

export const databaseName = 'greenroom'
export const userName = 'greenroom'
const socketPort = 5432

export interface Address {
  host: string
  port: number
  password?: string
}

export function addressText({ host, port, password, database }: Address & { database: string }): string {
  const access = password === undefined ? userName : `${userName}:${encodeURIComponent(password)}`
  return `postgresql://${access}@${encodeURIComponent(host)}:${port}/${database}?sslmode=disable`
}

export async function chooseAddress(layout: Layout, user: ServerUser | undefined): Promise<Address> {
  if (onWindows) {
    const password = (await readFile(layout.passwordFile, 'utf8')).trim()
    return { host: '127.0.0.1', port: await freePort(), password }
  }
  const near = join(layout.folder, 'socket')
  // The system allows about 104 bytes for a socket's path, of which the server's file name takes 20. A comma would
  // split the server's list of folders.
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

export function newClient(address: Address): pg.Client {
  const client = new pg.Client({
    connectionString: addressText({ ...address, database: 'postgres' }),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  return client
}

export async function createDatabase(address: Address): Promise<void> {
  const client = newClient(address)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
