import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * What a proxy does with calls: `buffer` keeps the events of a stream back, `cut` accepts no connection, `strip` removes
 * the Authorization header.
 */
type Mode = 'pass' | 'buffer' | 'cut' | 'strip'

export interface LiveProxy {
  url: string
  /** Changes what it does. Cutting also ends what is open. */
  set(mode: Mode): void
  close(): Promise<void>
}

/**
 * Starts a proxy in front of a program that can lose its connections, collect events or remove a header, as some do.
 * @param target the program's address; a function if the program starts later
 */
export async function startLiveProxy(target: string | (() => string)): Promise<LiveProxy> {
  const sockets = new Set<Socket>()
  let mode: Mode = 'pass'
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', headers, url = '/' } = incoming
    const origin = typeof target === 'string' ? target : target()
    const call = request(new URL(url, origin), {
      method,
      headers: { ...headers, host: new URL(origin).host },
    })
    if (mode === 'strip') call.removeHeader('authorization')
    call.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      if (mode === 'buffer' && url.startsWith('/admin/live?')) outgoing.flushHeaders()
      else response.pipe(outgoing)
    })
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })
  server.on('connection', (socket) => {
    if (mode === 'cut') {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      mode = next
      cutAll()
    },
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
