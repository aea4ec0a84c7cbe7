import { isIPv6 } from 'node:net'
import { type Settings, SettingsError } from '../../settings.ts'

/**
 * Returns the server's URL in browsers, without a slash at its end: PUBLIC_URL, else http://HOST:PORT.
 * @throws SettingsError if PUBLIC_URL is not an http or https URL, or is missing with PORT 0
 */
export function publicUrlOf(settings: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  if (settings.PUBLIC_URL === undefined && settings.PORT === 0) {
    throw new SettingsError('With PORT=0 the address of the server is unknown: set PORT or PUBLIC_URL.')
  }
  const host = isIPv6(settings.HOST) ? `[${settings.HOST}]` : settings.HOST
  const address = settings.PUBLIC_URL ?? `http://${host}:${settings.PORT}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SettingsError('PUBLIC_URL must be an address that begins with http:// or https://.')
  }
  return (url.origin + url.pathname).replace(/\/+$/, '')
}
