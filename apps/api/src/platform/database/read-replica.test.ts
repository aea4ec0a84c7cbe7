import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { notFound } from '../app-error.ts'
import type { DatabasePool } from './connect.ts'
import type { Database } from './database.ts'
import { createReadReplica } from './read-replica.ts'

/** A pool whose queries return one row. The database only tells which server works. */
function poolOf(server: string, row: object): DatabasePool {
  return { pool: { query: async () => ({ rows: [row] }) }, kysely: server } as unknown as DatabasePool
}

function makeReplica(installation = 'one') {
  return createReadReplica({
    primary: poolOf('primary', { position: 5, id: 'one' }),
    replica: poolOf('replica', { is_standby: true, position: 7, installation }),
    log: pino({ level: 'silent' }),
  })
}

/** Reads with a failure on the replica, and returns the servers that were asked, in order. */
async function serversOf(replica: ReturnType<typeof makeReplica>, failure?: Error): Promise<string[]> {
  const asked: string[] = []
  await replica.read('6', async (db: Database) => {
    asked.push(String(db))
    if (failure && String(db) === 'replica') throw failure
  })
  return asked
}

describe('a read', () => {
  it('is not served by another database of the standby (OQ-185)', async () => {
    expect(await serversOf(makeReplica('another'))).toEqual(['primary'])
  })

  it('is served by a replica that has reached its position (OQ-185)', async () => {
    const replica = makeReplica()
    expect(await serversOf(replica)).toEqual(['replica'])
    expect(replica.served).toEqual({ replica: 1, primary: 0 })
  })

  it('runs again on the primary if the replica lacks its record, and the replica goes on serving (OQ-185)', async () => {
    const replica = makeReplica()
    expect(await serversOf(replica, notFound())).toEqual(['replica', 'primary'])
    expect(await serversOf(replica)).toEqual(['replica'])
    expect(replica.served).toEqual({ replica: 1, primary: 1 })
  })

  it('runs again on the primary if the replica fails, which is then passed over (OQ-185)', async () => {
    const replica = makeReplica()
    const lost = Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' })
    expect(await serversOf(replica, lost)).toEqual(['replica', 'primary'])
    expect(await serversOf(replica)).toEqual(['primary'])
  })
})
