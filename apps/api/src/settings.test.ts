import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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
    ['INVOICE_SAC_MEMBERSHIPS', '99'],
    ['INVOICE_SAC_PAYMENT_PAGES', 'none'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['PUBLIC_SITE_URL', 'www.example.com'],
    ['RAZORPAY_BASE_URL', 'api.razorpay.com'],
    ['S3_ENDPOINT', 'store:9000'],
    ['SECURITY_CONTACT', 'the office'],
    ['SECURITY_CONTACT', 'http://example.com/security'],
    ['REFUND_APPROVAL_ABOVE_INR', '₹10,000'],
    ['REFUND_APPROVAL_ABOVE_USD', '-1'],
    ['REFUNDS_PER_DAY', '2.5'],
    ['SETTLEMENT_DAYS', '0'],
    ['SETTLEMENT_DAYS', '1.5'],
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

  it.each([
    'postgresql://user:pw@/db?host=/cloudsql/project:region:instance',
    'postgresql:///db?host=/var/run/postgresql',
    'postgres://user@%2Fvar%2Frun%2Fpostgresql/db',
    'postgresql://user:p%40ss%23w%2Ford@db.example.com/db?sslmode=require',
    'postgresql://user:p@ss@db.example.com/db',
    'postgresql://user@[2001:db8::1]:5433/db',
    'postgresql://user@:5433/db',
    'postgres://db.example.com',
    'POSTGRESQL://db.example.com/db',
    'socket:/var/run/postgresql?db=greenroom',
  ])('takes an address of a database as libpq does: %s (OQ-542)', (value) => {
    const url = readSettings({ DATABASE_URL: value }).DATABASE_URL ?? ''
    expect(() => new pg.Client({ connectionString: url })).not.toThrow()
    if (value.includes('cloudsql')) {
      const { host, database, user } = new pg.Client({ connectionString: url })
      expect({ host, database, user }).toEqual({
        host: '/cloudsql/project:region:instance',
        database: 'db',
        user: 'user',
      })
    }
  })

  it.each([
    ['postgresql://user@one:5432,two:5432/db', 'it names several servers'],
    ['postgresql://user@/db?host=one,two', 'it names several servers'],
    ['postgresql://user@db.example.com:70000/db', 'its port is no number'],
    [
      'postgresql://user:pa/ss@db.example.com/db',
      'its port is no number up to 65535; if the password has a /',
    ],
    ['postgresql://user@db.example.com/db#1', 'it has a #'],
    ['mysql://db.example.com/db', 'it must be an address that begins with postgresql://'],
    ['host=/tmp dbname=db', 'it must be an address that begins with postgresql://'],
  ])('says what is wrong with %s (OQ-542)', (value, reason) => {
    expect(refusalOf({ DATABASE_URL: value })).toContain(`DATABASE_URL: ${reason}`)
  })

  it('means the same with quotes, spaces or another case (OQ-542)', () => {
    expect(
      readSettings({
        DATABASE_URL: '"postgresql://db.example.com/db"',
        DEMO: 'ON',
        LOG_LEVEL: ' Info ',
        INVOICE_SERIES: 'gr',
        PORT: "'3100'",
        ADMIN_EMAILS: '"Owner@Example.com"',
      }),
    ).toMatchObject({
      DATABASE_URL: 'postgresql://db.example.com/db',
      DEMO: 'on',
      LOG_LEVEL: 'info',
      INVOICE_SERIES: 'GR',
      PORT: 3100,
      ADMIN_EMAILS: ['owner@example.com'],
    })
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
