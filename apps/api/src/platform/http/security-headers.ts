import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify from 'fastify'

/**
 * The headers that helmet gives with these options. It would make them anew for every request, which costs as much as
 * the validation of one; they are the same for all, so a server that answers one request asks it once.
 */
export async function securityHeaders(options: FastifyHelmetOptions): Promise<[string, string][]> {
  const asked = fastify()
  await asked.register(helmet, options)
  asked.get('/', async (_request, reply) => reply.raw.getHeaders())
  const answer = await asked.inject('/')
  await asked.close()
  return Object.entries(answer.json<Record<string, string>>())
}
