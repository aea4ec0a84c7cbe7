import { consolePaths } from '../../console-paths.ts'
import { isWebAddress } from '../../web-address.ts'

/** The default schemes of app URLs: the web's and the product's own. */
export const defaultAppSchemes: readonly string[] = ['http', 'https', 'greenroom']

/** Schemes that run code, read files or wrap another URL. No setting can allow them. */
const dangerousSchemes = new Set([
  'about',
  'blob',
  'data',
  'feed',
  'file',
  'filesystem',
  'jar',
  'javascript',
  'vbscript',
  'view-source',
])

/**
 * Tells whether a setting may allow a scheme.
 * @param scheme in lower case without its colon
 */
export function canAllowScheme(scheme: string): boolean {
  return /^[a-z][a-z0-9+.-]*$/.test(scheme) && !dangerousSchemes.has(scheme)
}

/** Tells whether a text is an absolute URL: a scheme, a colon, and something after it. */
export function isAddress(text: string): boolean {
  return schemeOf(text) !== undefined && URL.canParse(text)
}

/**
 * Tells whether a short link may open this URL in an app (OQ-127).
 * @param schemes the allowed schemes, in lower case without their colon
 */
export function isAppAddress(text: string, schemes: readonly string[]): boolean {
  const scheme = schemeOf(text)
  return scheme !== undefined && schemes.includes(scheme) && URL.canParse(text)
}

function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):.+$/is.exec(text)?.[1]?.toLowerCase()
}

/** First path segments that the server or a public site use themselves, or that the console redirects. */
const reservedWords = new Set([
  'about',
  'admin',
  'api',
  'app',
  'apple-app-site-association',
  'assets',
  'auth',
  'community',
  'config',
  'coupons',
  'docs',
  'favicon',
  'files',
  'first-paint',
  'health',
  'healthz',
  'help',
  'home',
  'idp',
  'index',
  'intake',
  'logout',
  'manage-coupons',
  'masterclasses',
  'membership',
  'metrics',
  'null',
  'openapi',
  'pay',
  'payment',
  'payments',
  'privacy',
  'public',
  'readyz',
  'robots',
  'settings',
  'shortlink',
  'sign-in',
  'signin',
  'signup',
  'site',
  'sitemap',
  'static',
  'status',
  'support',
  'terms',
  'transaction',
  'undefined',
  'user-moderation',
  'webhook',
  'webhooks',
  'webinars',
  'well-known',
  'www',
  ...Object.values(consolePaths).flatMap((path) => path.split('/')[1] || []),
])

/** Tells whether a short code would hide a page of the site that serves short links. Ignores case. */
export function isReservedShortCode(code: string): boolean {
  return reservedWords.has(code.toLowerCase())
}

/**
 * Sets parameters in the query of a URL. A parameter replaces those of the same name; the rest of the URL stays as it
 * is, with its fragment after the query.
 */
function withParams(address: string, params: Readonly<Record<string, string>>): string {
  const names = Object.keys(params)
  if (names.length === 0) return address
  const hash = address.indexOf('#')
  const [beforeHash, fragment] = hash === -1 ? [address, ''] : [address.slice(0, hash), address.slice(hash)]
  const mark = beforeHash.indexOf('?')
  const path = mark === -1 ? beforeHash : beforeHash.slice(0, mark)
  const kept = (mark === -1 ? '' : beforeHash.slice(mark + 1)).split('&').filter((pair) => {
    const name = [...new URLSearchParams(pair).keys()][0]
    return pair !== '' && (name === undefined || !Object.hasOwn(params, name))
  })
  const added = names.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(params[name] ?? '')}`)
  return `${path}?${[...kept, ...added].join('&')}${fragment}`
}

/** Max characters that a short link passes on from behind its code, as long as a target may be. */
const mostPassed = 2_000

/**
 * Adds the parameters after a short link, such as utm_source, to its target. A name that the target has
 * keeps its value. Each parameter is passed as it was written; those beyond the limit are left out.
 * @param query what follows the question mark, encoded
 */
function withPassed(address: string, query: string): string {
  const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? ''
  const hash = address.indexOf('#')
  const [beforeHash, fragment] = hash === -1 ? [address, ''] : [address.slice(0, hash), address.slice(hash)]
  const mark = beforeHash.indexOf('?')
  const own = new Set((mark === -1 ? '' : beforeHash.slice(mark + 1)).split('&').map(nameOf))
  let length = 0
  const passed = query.split('&').filter((pair) => {
    const name = nameOf(pair)
    if (name === '' || own.has(name) || length + pair.length + 1 > mostPassed) return false
    length += pair.length + 1
    return true
  })
  if (passed.length === 0) return address
  const separator = mark === -1 ? '?' : /[?&]$/.test(beforeHash) ? '' : '&'
  return `${beforeHash}${separator}${passed.join('&').replaceAll('#', '%23')}${fragment}`
}

/**
 * Returns the target of a short link: its web URL, or else its app URL, with the parameters in the query (OQ-100).
 * @param appSchemes the schemes that an app URL may have
 * @param query what the request has behind the code, without its question mark
 * @returns a URL in characters that a header can carry, or null if the target is not allowed
 */
export function shortlinkAddress(
  link: { webUrl: string | null; appUrl: string | null; params: Readonly<Record<string, string>> },
  appSchemes: readonly string[],
  query = '',
): string | null {
  const address = withPassed(withParams(link.webUrl ?? link.appUrl ?? '', link.params), query)
  const isSafe = link.webUrl === null ? isAppAddress(address, appSchemes) : isWebAddress(address)
  return isSafe ? new URL(address).href : null
}
