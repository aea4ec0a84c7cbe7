import { type Settings, SettingsError } from '../../settings.ts'

/** The accounts that may sign in. Empty lists admit nobody. */
export interface AllowList {
  domains: ReadonlySet<string>
  addresses: ReadonlySet<string>
}

/**
 * Reads the allow-list from the settings (OQ-013).
 * @throws SettingsError for an entry that is not a domain or an address, because it would admit nobody without notice
 */
export function readAllowList(settings: Pick<Settings, 'ADMIN_EMAIL_DOMAINS' | 'ADMIN_EMAILS'>): AllowList {
  const domains = settings.ADMIN_EMAIL_DOMAINS.map((domain) => lowerCase(domain.replace(/^@/, '')))
  const addresses = settings.ADMIN_EMAILS.map(lowerCase)
  const badDomain = domains.find((domain) => !/^[^\s@]+$/.test(domain))
  if (badDomain !== undefined)
    throw new SettingsError(`ADMIN_EMAIL_DOMAINS: "${badDomain}" is not an e-mail domain.`)
  const badAddress = addresses.find((address) => domainOf(address) === null)
  if (badAddress !== undefined)
    throw new SettingsError(`ADMIN_EMAILS: "${badAddress}" is not an e-mail address.`)
  return { domains: new Set(domains), addresses: new Set(addresses) }
}

/** Tells whether the list admits nobody. */
export function isEmpty(list: AllowList): boolean {
  return list.domains.size === 0 && list.addresses.size === 0
}

/**
 * Returns by which entry a list admits an e-mail address: the address itself, its domain, or none. Domains are
 * compared whole: a longer name with the same ending or a subdomain does not match.
 */
export function admittedBy(list: AllowList, email: string): 'address' | 'domain' | null {
  const domain = domainOf(email)
  if (domain === null) return null
  if (list.addresses.has(lowerCase(email))) return 'address'
  return list.domains.has(domain) ? 'domain' : null
}

/** Returns the part after the @ in lower case; null if the text is not an e-mail address with exactly one @. */
export function domainOf(email: string): string | null {
  const domain = /^[^\s@]+@([^\s@]+)$/.exec(email)?.[1]
  return domain === undefined ? null : lowerCase(domain)
}

/** Tells whether two e-mail addresses are the same apart from the case of ASCII letters. */
export function isSameAddress(one: string, other: string): boolean {
  return lowerCase(one) === lowerCase(other)
}

// toLowerCase turns some other letters, such as the Kelvin sign, into ASCII: a look-alike would match.
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
