import { type Settings, SettingsError } from '../../settings.ts'
import type { Destinations } from './destination.ts'
import { leadSquaredDestination } from './lead-squared.ts'
import { productDestination } from './product-destination.ts'
import { keyOf } from './signature.ts'

const leadSquaredNames = ['LEADSQUARED_BASE_URL', 'LEADSQUARED_ACCESS_KEY', 'LEADSQUARED_SECRET_KEY'] as const

/** Min number of bytes of a signing key, as the Standard Webhooks specification has it. */
const leastKeyBytes = 24

/**
 * Creates the destinations of the settings; none without them.
 * @throws SettingsError naming what is missing or too short
 */
export function chooseWebhooks(settings: Settings): Destinations {
  const { PRODUCT_WEBHOOK_URL: url, PRODUCT_WEBHOOK_SECRET: secret } = settings
  if ((url === undefined) !== (secret === undefined)) {
    const missing = url === undefined ? 'PRODUCT_WEBHOOK_URL' : 'PRODUCT_WEBHOOK_SECRET'
    throw new SettingsError(`${missing}: missing; webhooks need both an address and a secret`)
  }
  if (secret !== undefined && keyOf(secret).length < leastKeyBytes) {
    throw new SettingsError('PRODUCT_WEBHOOK_SECRET: after whsec_ it must have at least 24 bytes in base64')
  }
  const missing = leadSquaredNames.filter((name) => settings[name] === undefined)
  if (missing.length > 0 && missing.length < leadSquaredNames.length) {
    throw new SettingsError(`${missing.join(', ')}: missing; LeadSquared needs its address and both keys`)
  }
  const { LEADSQUARED_BASE_URL: baseUrl } = settings
  const { LEADSQUARED_ACCESS_KEY: accessKey, LEADSQUARED_SECRET_KEY: secretKey } = settings
  const options = {
    timeoutSeconds: settings.WEBHOOK_TIMEOUT_SECONDS,
    allowPrivate: settings.WEBHOOKS_TO_PRIVATE_ADDRESSES === 'on',
  }
  return {
    ...(url && secret ? { product: productDestination({ url, secret, ...options }) } : {}),
    ...(baseUrl && accessKey && secretKey
      ? {
          'lead-squared': leadSquaredDestination({
            baseUrl,
            accessKey,
            secretKey,
            callsPer5Seconds: settings.LEADSQUARED_CALLS_PER_5_SECONDS,
            ...options,
          }),
        }
      : {}),
  }
}
