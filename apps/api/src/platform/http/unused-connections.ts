import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows the connections of a server from now on. Browsers open some ahead and may never use them; Node counts them
 * neither as idle nor as busy, so that closing the server would wait for them.
 * @returns what ends those over which nothing was ever sent
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
