import type { IncomingMessage } from 'node:http'
import { sitePath } from '@greenroom/site/site-path'

/** Max length of a part of a path that names a record. */
export const longestPathPart = 200

/**
 * Paths of the API, and of files at the root such as /favicon.ico or /sitemap.xml, where an unknown URL gets an error and
 * not the console's page.
 */
export const apiAddress =
  /^\/(admin|intake|files|s|idp|docs|assets|\.well-known)(\/|$)|^\/(event\/my(\/.*)?|webhooks\/.*|healthz|readyz|metrics|[^/]*\.[^/]*)$/

/**
 * Returns the URL that the router is to read. It refuses one that it cannot decode, or with an overlong part, with an
 * error in JSON. A browser that opens such an address of the console or of the sample site is led to one that does not
 * exist, so that it gets their page (OQ-568).
 */
export function routedUrl({
  url = '/',
  method,
  headers,
}: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  const path = url.split('?', 1)[0] ?? '/'
  if (isReadable(path) || apiAddress.test(path)) return url
  const opensPage = (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')
  if (!opensPage) return url
  return path.startsWith(`${sitePath}/`) ? `${sitePath}/broken-address` : '/broken-address'
}

function isReadable(path: string): boolean {
  if (path.split('/').some((part) => part.length > longestPathPart)) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
