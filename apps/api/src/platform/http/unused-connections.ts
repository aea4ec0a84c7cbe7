import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks the connections of a server. Browsers open some in advance and may never use them. Node counts these neither
 * as idle nor as active, so closing the server would wait for them.
 * @returns a function that closes the connections over which nothing was ever sent
 */
export function followConnections(server: Server): { closeUnused(): void } {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    closeUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
