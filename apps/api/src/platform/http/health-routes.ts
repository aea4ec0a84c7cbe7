import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DiskSpace } from '../files/disk-space.ts'

interface HealthOptions {
  db: Database
  disk: DiskSpace
  /** Throws if the file store cannot be used. */
  checkFiles(): Promise<void>
  isClosing(): boolean
}

/**
 * /healthz reports that the process responds; /readyz that database, disk and file store work and can be written to.
 * Neither says why not, because they are public; the log does.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  { db, disk, checkFiles, isClosing }: HealthOptions,
): void {
  app.get('/healthz', { config: { access: 'public', isUnlimited: true } }, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  app.get('/readyz', { config: { access: 'public', isUnlimited: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      if (isClosing()) throw new Error('The server is stopping')
      await requireWritable(db)
      if (await disk.isNearlyFull()) throw new Error('The disk is nearly full')
      await checkFiles()
      return await reply.send({ status: 'ready' })
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      return reply.code(503).header('retry-after', '5').send({ status: 'not ready' })
    }
  })
}

/** A database on a full disk or a demoted primary only reads, and then no call works: each records who signs in. */
async function requireWritable(db: Database): Promise<void> {
  const { rows } = await sql<{
    mode: string
  }>`select current_setting('transaction_read_only') as mode`.execute(db)
  if (rows[0]?.mode !== 'off') throw new Error('The database is read-only')
}
