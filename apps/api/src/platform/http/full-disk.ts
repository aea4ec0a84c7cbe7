import { beginSession, beginSignIn } from '@greenroom/contract/staff/session/open-session.endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { DiskSpace, Upload } from '../files/disk-space.ts'
import { largestForm } from './multipart-form.ts'

const signIn: ReadonlySet<string> = new Set([beginSignIn.path, beginSession.path])

/**
 * Refuses writes with 507 while a disk is nearly full, or would be with the uploads in progress, before reading their
 * bodies; reads still work, and people can sign in and out. A full disk would stop the database, and with it everything else.
 */
export function refuseWritesOnFullDisk(app: FastifyInstance, disk: DiskSpace): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.is404) return
    // A session is a row of 1 KB. Without one, nobody could see what fills the disk.
    if (signIn.has(request.routeOptions.url ?? '')) return
    const upload = uploadOf(request)
    reply.raw.once('close', () => disk.release(upload))
    if (!(await disk.reserve(upload))) {
      throw new AppError(
        'STORAGE_FULL',
        'The disk of the server is nearly full. Nothing is stored until there is room again.',
      )
    }
  })
}

/** Returns how much of a request may reach the disk: nothing without a form or if it is refused for its size. */
function uploadOf({ headers, raw: { socket }, routeOptions }: FastifyRequest): Upload {
  const form = routeOptions.config.endpoint?.multipart
  const most = form ? largestForm(form) : 0
  const declared = headers['transfer-encoding'] ? most : Number(headers['content-length'] ?? 0)
  const before = socket.bytesRead
  return {
    byteSize: declared > most ? 0 : declared,
    received: () => socket.bytesRead - before,
  }
}
