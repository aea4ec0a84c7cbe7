import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import type { DiskSpace } from '../files/disk-space.ts'

/**
 * Refuses writes with 507 while the disk is nearly full, before reading their bodies; reads still work. A full disk
 * would stop the database, and with it everything else.
 */
export function refuseWritesOnFullDisk(app: FastifyInstance, disk: DiskSpace): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.is404) return
    if (await disk.isNearlyFull()) {
      throw new AppError(
        'STORAGE_FULL',
        'The disk of the server is nearly full. Nothing is stored until there is room again.',
      )
    }
  })
}
