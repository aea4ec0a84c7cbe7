import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What the receiver does with a message:
 * - accept: returns 200
 * - fail: returns 500 with a reason
 * - hang: never answers
 * - cut: closes the connection
 * - redirect: returns 302 to the address of cloud metadata
 * - echo: returns 500 with the headers of the message
 * - refuse: returns 200 with an error in the body, as LeadSquared may
 * - refuse at length: the same with an error of several kilobytes
 * - upgrade: returns 101 and changes the protocol
 */
type ReceiverBehaviour =
  | 'accept'
  | 'fail'
  | 'hang'
  | 'cut'
  | 'redirect'
  | 'echo'
  | 'refuse'
  | 'refuse at length'
  | 'upgrade'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface TestReceiver {
  url: string
  /** Every message, in the order of its arrival. */
  received: Received[]
  /** Sets what it does with all messages, or with those that a function chooses. */
  behave(behaviour: ReceiverBehaviour | ((message: Received) => ReceiverBehaviour)): void
  /** Accepts each message only when the returned function is called. */
  hold(): () => void
  /** Forgets messages, and accepts all. */
  reset(): void
  close(): Promise<void>
}

/** Starts an HTTP server on loopback that receives webhooks. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const received: Received[] = []
  let behaviourOf: (message: Received) => ReceiverBehaviour = () => 'accept'
  let held: Promise<void> | undefined

  async function answer(
    behaviour: ReceiverBehaviour,
    message: Received,
    response: ServerResponse,
  ): Promise<void> {
    switch (behaviour) {
      case 'accept':
        await held
        return void response.writeHead(200).end('{"Status":"Success"}')
      case 'fail':
        return void response.writeHead(500).end('The database is away.')
      case 'hang':
        return
      case 'cut':
        return void response.destroy()
      case 'redirect':
        return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
      case 'echo':
        return void response.writeHead(500).end(JSON.stringify(message.headers))
      case 'refuse':
      case 'refuse at length': {
        const ExceptionMessage = `Activity type does not exist${behaviour === 'refuse' ? '' : '.'.repeat(5_000)}`
        return void response.writeHead(200).end(JSON.stringify({ Status: 'Error', ExceptionMessage }))
      }
      case 'upgrade':
        return void response.writeHead(101, { connection: 'upgrade', upgrade: 'h2c' }).end()
    }
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const message = { path: request.url ?? '', headers: request.headers, body }
    received.push(message)
    await answer(behaviourOf(message), message, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(behaviour) {
      behaviourOf = typeof behaviour === 'function' ? behaviour : () => behaviour
    },
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    reset() {
      received.length = 0
      behaviourOf = () => 'accept'
      held = undefined
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
