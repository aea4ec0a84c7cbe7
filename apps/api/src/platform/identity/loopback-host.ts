import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Names and addresses of the local computer, as in a URL. */
export const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const

/**
 * Tells whether a listening address or URL host can be reached from this computer only.
 * @param host a name or address without port; an IPv6 address with or without brackets
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase()
  return (
    name === 'localhost' || name === '::1' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))
  )
}

/**
 * Tells whether a browser treats the host of a URL as the local computer: also any name below .localhost (RFC 6761),
 * which it resolves without a name server. Other programs may ask one.
 */
export function isLoopbackInBrowsers(host: string): boolean {
  return isLoopbackHost(host) || host.toLowerCase().endsWith('.localhost')
}

/** Headers that proxies add. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Tells whether a request comes straight from a program on this computer and not through a proxy. A bare nginx
 * proxy_pass adds no header, but speaks HTTP/1.0, which no browser and no current client does.
 */
export function isLocalRequest({ headers, socket, raw }: FastifyRequest): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return (
    isLoopbackHost(peer) && raw.httpVersion !== '1.0' && !forwardingHeaders.some((name) => name in headers)
  )
}
