import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the network address of the client: the one that a proxy in TRUST_PROXY reports, else the sender's own. IPv4
 * addresses are in their short form. A proxy that reports something else than an address counts as the client.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '')
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
