import type { BodyInputOf, DataOf, EndpointDeclaration, ParamsOf } from '@greenroom/contract/endpoint'
import type { FastifyInstance } from 'fastify'

/** A refused call of the intake API, with the message that a visitor may see. */
export class IntakeRefusal extends Error {
  override readonly name = 'IntakeRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What a call sends. */
interface Sent<D extends EndpointDeclaration> {
  params?: ParamsOf<D>
  /** As text, the way it appears in the address. */
  query?: Record<string, string | undefined>
  body?: BodyInputOf<D>
}

export type IntakeClient = ReturnType<typeof createIntakeClient>

/**
 * Creates the site's only way to Greenroom: the same calls with the same key that a provider's own product makes.
 * @param secret the site's API key
 */
export function createIntakeClient(fastify: FastifyInstance, secret: string) {
  return {
    /**
     * Calls an endpoint and returns its data.
     * @throws IntakeRefusal
     */
    async call<const D extends EndpointDeclaration>(
      endpoint: D,
      { params, query = {}, body }: Sent<D> = {},
    ): Promise<DataOf<D>> {
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
      )
      const named = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
      const search = named.length > 0 ? `?${new URLSearchParams(named)}` : ''
      const response = await fastify.inject({
        method: endpoint.method,
        url: path + search,
        headers: { authorization: `Bearer ${secret}` },
        ...(body !== undefined && { payload: body as object }),
      })
      const answer = response.json<{ message?: string; data?: unknown }>()
      if (response.statusCode >= 400) {
        throw new IntakeRefusal(response.statusCode, answer.message ?? 'This did not work. Try again.')
      }
      return answer.data as DataOf<D>
    },
  }
}
