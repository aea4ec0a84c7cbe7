import type { FastifyInstance } from 'fastify'

/**
 * Calls to the sandbox's provider, which is part of this server. They don't leave the process, because PUBLIC_URL may be
 * an address that only browsers reach.
 */
export function createSandboxCalls(): { fetch: typeof fetch; answerFrom(app: FastifyInstance): void } {
  let server: FastifyInstance | undefined
  return {
    answerFrom(app) {
      server = app
    },
    async fetch(address, init = {}) {
      if (!server) throw new Error('The sandbox has no server yet.')
      const url = new URL(String(address))
      const answer = await server.inject({
        method: init.method === 'POST' ? 'POST' : 'GET',
        // The sandbox lies at /idp, whatever path PUBLIC_URL has.
        url: url.pathname.replace(/^.*(?=\/idp\/)/, '') + url.search,
        headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host },
        ...(init.body ? { payload: String(init.body) } : {}),
      })
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
      })
    },
  }
}
