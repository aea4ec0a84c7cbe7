import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { PrivateAddress, publicLookup, refusePrivateHost } from './public-address.ts'

/** The answer of a receiver, or why there is none. */
export type Answer =
  | { status: number; text: string; location: string | null }
  | { status: null; problem: string }

const mostBytes = 2_048

/**
 * Sends JSON and reads the beginning of the answer. Follows no redirect.
 * @param allowPrivate whether the receiver may have an address that is not on the Internet
 * @param signal ends the call early
 */
export async function postJson(
  url: URL,
  {
    headers,
    body,
    timeoutSeconds,
    allowPrivate,
    signal,
  }: {
    headers: Record<string, string>
    body: string
    timeoutSeconds: number
    allowPrivate: boolean
    signal: AbortSignal
  },
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  try {
    if (!allowPrivate) refusePrivateHost(url)
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      // A connection of its own: a kept one may be closed by the receiver just now.
      agent: false,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Greenroom',
        connection: 'close',
      },
      signal: AbortSignal.any([timeout, signal]),
      ...(allowPrivate ? {} : { lookup: publicLookup() }),
    })
    const response = await responseTo(request, body)
    const text = await beginningOf(response)
    request.destroy()
    return { status: response.statusCode ?? 0, text, location: response.headers.location ?? null }
  } catch (error) {
    if (timeout.aborted) return { status: null, problem: `No response within ${timeoutSeconds} s.` }
    if (signal.aborted) return { status: null, problem: 'The program was stopped before the answer.' }
    return { status: null, problem: problemOf(error) }
  }
}

function responseTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Errors after the response end the reading of its body.
    request.on('error', reject)
    // A receiver that changes the protocol (status 101) causes neither a response nor an error.
    request.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
    request.end(body)
  })
}

/** Reads the beginning of a body. The status counts, so a body that breaks off is no failure. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= mostBytes) break
    }
  } catch {
    // The rest is unknown.
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
}

const problems: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without an answer.',
  ENOTFOUND: 'The host has no address.',
  EAI_AGAIN: 'The host could not be looked up.',
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
}

function problemOf(error: unknown): string {
  if (error instanceof PrivateAddress) {
    return `${error.message} WEBHOOKS_TO_PRIVATE_ADDRESSES=on allows it.`
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The text of any other error may contain the address with its keys.
  return problems[code] ?? `The call failed${code ? ` (${code})` : ''}.`
}
