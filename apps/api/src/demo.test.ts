import { describe, expect, it, test } from 'vitest'
import { refuseMadeUpCompany, refuseSandboxes } from './demo.ts'
import { readSettings, SettingsError } from './settings.ts'

const refuse = (environment: Record<string, string>) =>
  refuseSandboxes(readSettings(environment), ['meetings', 'payments'])

describe('sandboxes', () => {
  it.each<[Record<string, string>, RegExp]>([
    [{ NODE_ENV: 'production' }, /NODE_ENV is production/],
    [{ DATABASE_URL: 'postgres://db.example/greenroom' }, /DATABASE_URL is set/],
    [{ HOST: '0.0.0.0' }, /HOST is 0\.0\.0\.0/],
    [{ HOST: '::' }, /HOST is ::/],
    [{ HOST: '192.168.1.5' }, /HOST is 192\.168\.1\.5/],
    [{ HOST: '127.0.0.1.evil.example' }, /HOST is 127\.0\.0\.1\.evil\.example/],
    ...[
      'https://demo.example',
      'http://192.168.1.5:3000',
      'https://localhost.example',
      'https://127.0.0.1.example',
    ].map((PUBLIC_URL): [Record<string, string>, RegExp] => [{ PUBLIC_URL }, /PUBLIC_URL is http/]),
    [{ TRUST_PROXY: '127.0.0.1' }, /TRUST_PROXY is set/],
    [{ HOST: '0.0.0.0', NODE_ENV: 'production' }, /NODE_ENV is production and HOST is 0\.0\.0\.0/],
  ])('are refused with %j, unless it is a demo (AUTH-01, OQ-170)', (environment, reason) => {
    expect(() => refuse(environment)).toThrow(SettingsError)
    expect(() => refuse(environment)).toThrow(reason)
    expect(() => refuse(environment)).toThrow(/RAZORPAY_KEY_ID .* for payments; or set DEMO=on/)
    expect(() => refuse({ ...environment, DEMO: 'on' })).not.toThrow()
    expect(() => refuseSandboxes(readSettings(environment), [])).not.toThrow()
  })

  it.each([
    {},
    ...['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map((HOST) => ({ HOST })),
    ...[
      'http://localhost:8080',
      'https://127.0.0.1',
      'http://[::1]:3000',
      'https://greenroom.localhost',
      'http://LOCALHOST',
    ].map((PUBLIC_URL) => ({ PUBLIC_URL })),
  ])('are accepted with %j (AUTH-01, OQ-170)', (environment) => {
    expect(() => refuse(environment)).not.toThrow()
  })
})

test('the made-up company is refused in production and where others reach it, unless it is a demo (OQ-170)', () => {
  const check = (environment: Record<string, string>) => refuseMadeUpCompany(readSettings(environment))
  const company = { COMPANY_NAME: 'A', COMPANY_ADDRESS: 'B', COMPANY_GSTIN: '27AAAAA0000A1Z2' }
  const production = { NODE_ENV: 'production' }
  expect(() => check(production)).toThrow('COMPANY_NAME, COMPANY_ADDRESS and COMPANY_GSTIN')
  for (const name of Object.keys(company)) {
    expect(() => check({ ...production, ...company, [name]: '' })).toThrow(new RegExp(`: set ${name}, or`))
  }
  expect(() => check({ PUBLIC_URL: 'https://console.example.com' })).toThrow('COMPANY_NAME')
  for (const fine of [{}, { ...production, ...company }, { ...production, DEMO: 'on' }]) {
    expect(() => check(fine)).not.toThrow()
  }
})
