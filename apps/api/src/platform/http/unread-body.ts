import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** How long the rest of a refused request is read, in milliseconds. */
const longestMilliseconds = 15_000

/** Tells whether the client is still sending the body of this request. */
export function isStillSending(request: IncomingMessage): boolean {
  const { headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !request.complete && !request.destroyed
}

/**
 * Returns a response body that is sent at once and ends only after the rest of the request was read. Closing the
 * connection earlier resets it, and a client that sends first and reads later never sees the response.
 * @param milliseconds max time to read
 * @see RFC 9112, section 9.6
 */
export function withUnreadBody(
  request: IncomingMessage,
  body: string,
  milliseconds = longestMilliseconds,
): Readable {
  return Readable.from(
    (async function* () {
      yield body
      await readAway(request, milliseconds)
    })(),
    { objectMode: false },
  )
}

async function readAway(request: IncomingMessage, milliseconds: number): Promise<void> {
  request.unpipe()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    request.once('end', stop).once('close', stop).once('error', stop)
    if (request.readableEnded || request.destroyed) stop()
    else request.resume()
  })
}
