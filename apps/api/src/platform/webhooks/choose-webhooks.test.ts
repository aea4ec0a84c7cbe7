import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../settings.ts'
import { chooseWebhooks } from './choose-webhooks.ts'

const choose = (environment: Record<string, string>) => chooseWebhooks(readSettings(environment))
const product = {
  PRODUCT_WEBHOOK_URL: 'https://www.example.com/hooks',
  PRODUCT_WEBHOOK_SECRET: 'x'.repeat(32),
}
const leadSquared = {
  LEADSQUARED_BASE_URL: 'https://api-in21.leadsquared.com/v2',
  LEADSQUARED_ACCESS_KEY: 'u$r1',
  LEADSQUARED_SECRET_KEY: 'secret',
}

describe('destinations of the settings', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ PRODUCT_WEBHOOK_URL: '', PRODUCT_WEBHOOK_SECRET: '' }, []],
    [product, ['product']],
    [leadSquared, ['lead-squared']],
    [{ ...product, ...leadSquared }, ['product', 'lead-squared']],
  ])('selects for %j: %j (OQ-412)', (environment, names) => {
    expect(Object.keys(choose(environment))).toEqual(names)
  })

  test.each<[Record<string, string>, string]>([
    [{ PRODUCT_WEBHOOK_URL: product.PRODUCT_WEBHOOK_URL }, 'PRODUCT_WEBHOOK_SECRET: missing'],
    [{ PRODUCT_WEBHOOK_SECRET: product.PRODUCT_WEBHOOK_SECRET }, 'PRODUCT_WEBHOOK_URL: missing'],
    [{ ...product, PRODUCT_WEBHOOK_URL: 'www.example.com' }, 'PRODUCT_WEBHOOK_URL: it must be an address'],
    [{ ...product, PRODUCT_WEBHOOK_SECRET: 'x'.repeat(31) }, 'it must have at least 32 characters'],
    [{ ...product, PRODUCT_WEBHOOK_SECRET: `whsec_${'!'.repeat(40)}` }, 'at least 24 bytes in base64'],
    [{ LEADSQUARED_ACCESS_KEY: 'u$r1' }, 'LEADSQUARED_BASE_URL, LEADSQUARED_SECRET_KEY: missing'],
    [{ ...leadSquared, LEADSQUARED_CALLS_PER_5_SECONDS: '0' }, 'LEADSQUARED_CALLS_PER_5_SECONDS'],
    [{ WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' }, 'WEBHOOKS_TO_PRIVATE_ADDRESSES'],
  ])('rejects %j with a message that says: %s (OQ-412)', (environment, message) => {
    expect(() => choose(environment)).toThrow(SettingsError)
    expect(() => choose(environment)).toThrow(message)
  })

  test('allows private addresses by default, but not in production (OQ-413)', () => {
    expect(readSettings({}).WEBHOOKS_TO_PRIVATE_ADDRESSES).toBe('on')
    expect(readSettings({ NODE_ENV: 'production' }).WEBHOOKS_TO_PRIVATE_ADDRESSES).toBe('off')
  })
})
