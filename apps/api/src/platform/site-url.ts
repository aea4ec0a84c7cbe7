import { sitePath } from '@greenroom/site/site-path'
import { type Settings, SettingsError } from '../settings.ts'
import { publicUrlOf } from './identity/public-url.ts'
import { isPaymentSandbox } from './payments/choose-payments.ts'

/**
 * Tells whether the sample site is served.
 * @throws SettingsError if it is wanted without the payment sandbox, which takes its payments
 */
export function isSiteOn(settings: Settings): boolean {
  if (settings.SITE === 'off') return false
  if (isPaymentSandbox(settings)) return true
  if (settings.SITE === 'on') {
    throw new SettingsError(
      'SITE: the sample site needs the payment sandbox: set PAYMENTS=sandbox or SITE=off',
    )
  }
  return false
}

/** Returns the URL of the public site for link templates, without a slash at its end. */
export function siteUrlOf(settings: Settings): string {
  if (settings.PUBLIC_SITE_URL) return settings.PUBLIC_SITE_URL.replace(/\/+$/, '')
  return isSiteOn(settings) ? publicUrlOf(settings) + sitePath : 'https://www.example.com'
}
