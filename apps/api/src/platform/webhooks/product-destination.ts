import { type Destination, outcomeOf } from './destination.ts'
import { postJson } from './post-json.ts'
import { signedHeaders } from './signature.ts'

/** Returns the public product as a destination of signed webhooks. */
export function productDestination({
  url,
  secret,
  ...options
}: {
  url: string
  secret: string
  timeoutSeconds: number
  allowPrivate: boolean
}): Destination {
  const address = new URL(url)
  return {
    name: 'product',
    concurrency: 8,
    rate: null,
    async send(message, signal) {
      const headers = signedHeaders(message, secret)
      return outcomeOf(await postJson(address, { headers, body: message.body, signal, ...options }), [secret])
    },
  }
}
