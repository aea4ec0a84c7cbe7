import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of 127.0.0.1 that nothing uses. It is below the ports that systems give to outgoing connections and to
 * servers that ask for any (Linux: from 32768), so that none of these takes it before its user listens on it.
 * @throws Error if no port is free
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_768)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    await new Promise((done) => probe.close(done))
    if (isFree) return port
  }
  throw new Error('No free port was found.')
}
