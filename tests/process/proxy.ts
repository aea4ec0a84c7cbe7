import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { RunningProgram } from './running-program.ts'

export interface Proxy {
  url: string
  close(): Promise<void>
}

/**
 * Starts a proxy that passes each call to the next of several programs, and to another one if that program does not
 * respond or is stopping. It replaces the credential, because each sandbox accepts only its own.
 * @param programs returns the programs at the time of a call
 */
export async function startProxy(programs: () => readonly RunningProgram[]): Promise<Proxy> {
  let calls = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const first = calls++
    const targets = programs()
    for (let attempt = 0; attempt < targets.length; attempt++) {
      const target = targets[(first + attempt) % targets.length] as RunningProgram
      const response = await pass(incoming, body, target).catch(() => undefined)
      if (!response || response.statusCode === 503) {
        response?.resume()
        continue
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
      return
    }
    outgoing.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(incoming: IncomingMessage, body: Buffer, target: RunningProgram): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${target.token}` }
    request(`${target.url}${incoming.url}`, { method: incoming.method, headers, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
}
