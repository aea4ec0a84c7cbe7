import { isWebAddress } from '../field.ts'

/** The schemes that an app URL may have where the settings name no others: the web's and the product's own. */
export const defaultAppSchemes: readonly string[] = ['http', 'https', 'greenroom']

/** Schemes that run code, read files or wrap another address; no setting can allow them. */
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

/** Tells whether a setting may allow a scheme, given in lower case without its colon. */
export function canAllowScheme(scheme: string): boolean {
  return /^[a-z][a-z0-9+.-]*$/.test(scheme) && !dangerousSchemes.has(scheme)
}

/** Tells whether a text is a whole address: a scheme, a colon, and something behind it. */
export function isAddress(text: string): boolean {
  return schemeOf(text) !== undefined && URL.canParse(text)
}

/**
 * Tells whether a text is an address that a short link may open in an app (OQ-127).
 * @param schemes the allowed schemes, in lower case without their colon
 */
export function isAppAddress(text: string, schemes: readonly string[]): boolean {
  const scheme = schemeOf(text)
  return scheme !== undefined && schemes.includes(scheme) && URL.canParse(text)
}

function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):.+$/is.exec(text)?.[1]?.toLowerCase()
}

/** First parts of addresses that the server, the console or a public site use for themselves. */
const reservedWords = new Set([
  'about',
  'admin',
  'advisory',
  'api',
  'app',
  'apple-app-site-association',
  'assets',
  'auth',
  'banners',
  'community',
  'config',
  'coupons',
  'create-banner',
  'create-post',
  'creators',
  'custom-payment-pages',
  'docs',
  'event',
  'events',
  'favicon',
  'files',
  'first-paint',
  'health',
  'healthz',
  'help',
  'home',
  'idp',
  'index',
  'login',
  'logout',
  'manage-coupons',
  'masterclass',
  'masterclasses',
  'membership',
  'memberships',
  'metrics',
  'moderation',
  'news',
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
  'sitemap',
  'static',
  'status',
  'support',
  'terms',
  'transaction',
  'transactions',
  'undefined',
  'url-shortener',
  'user-moderation',
  'webhook',
  'webhooks',
  'webinar',
  'webinars',
  'well-known',
  'www',
])

/** Tells whether a short code would hide an address of the site that short links stand on; case does not matter. */
export function isReservedShortCode(code: string): boolean {
  return reservedWords.has(code.toLowerCase())
}

/**
 * Puts parameters into the query of an address. A parameter takes the place of those of the same name; the rest of the
 * address stays as it is, its fragment behind the query.
 */
export function withParams(address: string, params: Readonly<Record<string, string>>): string {
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

/**
 * Where a short link leads: its web address, or where there is none that of the app, with the parameters in its query
 * (OQ-100).
 * @param appSchemes the schemes that an app URL may have
 * @returns the address in the characters that a header can carry, or null for a link that leads nowhere safe
 */
export function shortlinkAddress(
  link: { webUrl: string | null; appUrl: string | null; params: Readonly<Record<string, string>> },
  appSchemes: readonly string[],
): string | null {
  const address = withParams(link.webUrl ?? link.appUrl ?? '', link.params)
  const isSafe = link.webUrl === null ? isAppAddress(address, appSchemes) : isWebAddress(address)
  return isSafe ? new URL(address).href : null
}
