import { positionHeader } from '@greenroom/contract/database-position'
import type { FastifyInstance } from 'fastify'
import type { ReadReplica } from '../database/read-replica.ts'

/**
 * Adds the position of the primary's log to the response of every write, also of a failed one: it may have changed
 * something before.
 */
export function tellPosition(app: FastifyInstance, replica: ReadReplica): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || !request.actor || !request.routeOptions.config.endpoint) return
    reply.header(positionHeader, await replica.position())
  })
}
