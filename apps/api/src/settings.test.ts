import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function refusalOf(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as SettingsError).message
  }
  return ''
}

describe('sample data', () => {
  it.each([
    [{}, 'on'],
    [{ NODE_ENV: 'development' }, 'on'],
    [{ NODE_ENV: 'production' }, 'off'],
    [{ NODE_ENV: 'production', SAMPLE_DATA: '' }, 'off'],
    [{ NODE_ENV: 'production', SAMPLE_DATA: 'on' }, 'on'],
    [{ SAMPLE_DATA: 'off' }, 'off'],
    [{ PUBLIC_URL: 'https://console.example.com' }, 'off'],
    [{ PUBLIC_URL: 'https://console.example.com', DEMO: 'on' }, 'on'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'on'],
  ])('with %j is %s', (environment, wanted) => {
    expect(readSettings(environment).SAMPLE_DATA).toBe(wanted)
  })
})

describe('a setting in a file', () => {
  it('is read without the line break at its end', () => {
    const file = join(folder, 'secret')
    writeFileSync(file, 'the-token\n')
    expect(readSettings({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe('the-token')
  })

  it('is named if it cannot be read', () => {
    const file = join(folder, 'missing')
    expect(refusalOf({ METRICS_TOKEN_FILE: file })).toContain(`METRICS_TOKEN_FILE: ${file} cannot be read`)
  })
})

it('takes spaces as no setting', () => {
  const settings = readSettings({ RATE_LIMIT_SIGN_INS_PER_MINUTE: ' ', REFUNDS_PER_DAY: ' ' })
  expect([settings.RATE_LIMIT_SIGN_INS_PER_MINUTE, settings.REFUNDS_PER_DAY]).toEqual([30, undefined])
})

describe('a setting that would fail later', () => {
  it.each([
    ['BUSINESS_TIME_ZONE', 'Mars/Base'],
    ['BUSINESS_TIME_ZONE', 'IST'],
    ['CORS_ORIGINS', 'console.example.com'],
    ['CORS_ORIGINS', 'https://console.example.com/path'],
    ['CORS_ORIGINS', 'https://console.example.com,*'],
    ['DATABASE_URL', 'greenroom'],
    ['DATABASE_URL', 'postgres://user:pass#word@db.example.com/greenroom'],
    ['PUBLIC_URL', 'https://example.com/console'],
    ['DATABASE_URL', 'https://db.example.com/greenroom'],
    ['DATABASE_DIRECT_URL', 'db.example.com'],
    ['DATABASE_READ_URL', 'postgres://standby.example.com/greenroom'],
    ['DATABASE_DIRECT_URL', 'postgres://db.example.com/greenroom'],
    ['INVOICE_SAC', 'coaching'],
    ['INVOICE_SAC_EVENTS', '9983 11'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['PUBLIC_SITE_URL', 'www.example.com'],
    ['RAZORPAY_BASE_URL', 'api.razorpay.com'],
    ['S3_ENDPOINT', 'store:9000'],
    ['REFUND_APPROVAL_ABOVE_INR', '₹10,000'],
    ['REFUND_APPROVAL_ABOVE_USD', '-1'],
    ['REFUNDS_PER_DAY', '2.5'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy.example'],
    ['ZOOM_BASE_URL', 'api.zoom.us/v2'],
    ['ZOOM_OAUTH_URL', 'file:///etc/passwd'],
  ])('is refused by name: %s %s', (name, value) => {
    expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
  })

  it('is refused with all others, one per line', () => {
    const lines = refusalOf({
      PORT: 'many',
      BUSINESS_TIME_ZONE: 'Mars/Base',
      COMPANY_NAME_FILE: folder,
    }).split('\n')
    expect(lines).toHaveLength(4)
  })

  it('is stored as it is printed and reported (OQ-327)', () => {
    expect(readSettings({ COMPANY_GSTIN: ' 27aapfu 0939f1zv', INVOICE_SAC: ' 9992 ' })).toMatchObject({
      COMPANY_GSTIN: '27AAPFU0939F1ZV',
      INVOICE_SAC: '9992',
    })
  })

  it('is an amount as people write it, and unset without one (OQ-350)', () => {
    expect(
      readSettings({
        REFUND_APPROVAL_ABOVE_INR: '10000',
        REFUND_APPROVAL_ABOVE_USD: '99.50',
        REFUNDS_PER_DAY: '0',
      }),
    ).toMatchObject({
      REFUND_APPROVAL_ABOVE_INR: 1_000_000,
      REFUND_APPROVAL_ABOVE_USD: 9_950,
      REFUNDS_PER_DAY: 0,
    })
    expect(readSettings({ REFUND_APPROVAL_ABOVE_INR: '' }).REFUND_APPROVAL_ABOVE_INR).toBeUndefined()
  })

  it('is accepted if valid', () => {
    expect(
      readSettings({
        BUSINESS_TIME_ZONE: 'Europe/Berlin',
        CORS_ORIGINS: 'https://console.example.com/, http://localhost:5173',
        DATABASE_URL: 'postgres://greenroom:secret@db.example.com/greenroom',
        S3_ENDPOINT: 'http://store:9000',
        TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, fd00::/8',
      }),
    ).toMatchObject({
      BUSINESS_TIME_ZONE: 'Europe/Berlin',
      CORS_ORIGINS: ['https://console.example.com', 'http://localhost:5173'],
      S3_ENDPOINT: 'http://store:9000',
      TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    })
  })
})
