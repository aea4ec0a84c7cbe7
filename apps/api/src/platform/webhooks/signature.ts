import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Returns the bytes of a secret: of a standard one (whsec_ and base64) what it encodes, else the text itself. */
export function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8')
}

/**
 * Returns the headers of a signed webhook.
 * @param id the same at every attempt, so that a receiver can drop a repeat
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secret: string,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString()
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
