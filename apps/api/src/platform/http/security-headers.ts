import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify from 'fastify'

/**
 * Returns helmet's headers for these options. Helmet would build them for every request, which costs as much as
 * validating one. They are always the same, so a server asks for them once.
 */
export async function securityHeaders(options: FastifyHelmetOptions): Promise<[string, string][]> {
  const asked = fastify()
  await asked.register(helmet, options)
  asked.get('/', async (_request, reply) => reply.raw.getHeaders())
  const answer = await asked.inject('/')
  await asked.close()
  return Object.entries(answer.json<Record<string, string>>())
}
