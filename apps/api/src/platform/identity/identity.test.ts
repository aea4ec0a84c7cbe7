import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '../../settings.ts'
import { chooseIdentity } from './identity.ts'
import { publicUrlOf } from './public-url.ts'
import { issueSandboxToken, sandboxIssuer } from './sandbox-accounts.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'

const log = pino({ level: 'silent' })
let now: Date
const clock = { now: () => now }
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'identity-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))
beforeEach(() => {
  now = new Date('2026-11-21T12:00:00Z')
})

function choose(environment: Record<string, string>) {
  const settings = readSettings({ ...environment, DATA_DIR: dataDir })
  return chooseIdentity(settings, { publicUrl: publicUrlOf(settings), dataDir, clock, log })
}

async function sandboxToken(email: string, publicUrl = 'http://127.0.0.1:3000') {
  const keys = await loadSandboxKeys(dataDir)
  return await issueSandboxToken(email, { keys, issuer: sandboxIssuer(publicUrl), clock })
}

const tenant = '11111111-2222-3333-4444-555555555555'
const staff = { ADMIN_EMAIL_DOMAINS: 'greenroom.example' }
const entra = { ENTRA_CLIENT_ID: 'app', ENTRA_CLIENT_SECRET: 'secret', ENTRA_TENANTS: tenant }

describe('selection at start', () => {
  it('is the sandbox by default, else every provider of the settings, in one order (AUTH-01, OQ-694)', async () => {
    const sandbox = await choose({})
    expect(sandbox.providers).toEqual([{ id: 'sandbox', kind: 'sandbox', name: 'Google' }])
    expect(sandbox.earlierOptions).toEqual({
      kind: 'sandbox',
      issuer: 'http://127.0.0.1:3000/idp',
      client_id: 'greenroom-console',
    })
    const google = await choose({ ...staff, GOOGLE_CLIENT_ID: 'abc', HOST: '0.0.0.0' })
    expect(google.providers).toEqual([{ id: 'google', kind: 'google', name: 'Google', client_id: 'abc' }])
    expect(google.earlierOptions).toEqual({ kind: 'google', client_id: 'abc' })
    const several = await choose({
      ...staff,
      OIDC_2_ISSUER: 'https://login.partner.example',
      OIDC_2_CLIENT_ID: 'console',
      OIDC_2_NAME: 'Partner',
      OIDC_ISSUER: 'https://id.example/tenant',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'secret',
      ...entra,
      GOOGLE_CLIENT_ID: 'abc',
      GOOGLE_CLIENT_SECRET: 'secret',
    })
    // No secret, and no client id where the server exchanges the code.
    expect(several.providers).toEqual([
      { id: 'google', kind: 'google', name: 'Google' },
      { id: 'entra', kind: 'entra', name: 'Microsoft' },
      { id: 'oidc', kind: 'oidc', name: 'id.example' },
      { id: 'oidc-2', kind: 'oidc', name: 'Partner' },
    ])
    expect(several.earlierOptions).toEqual({})
    expect(several.isKnown(`https://login.microsoftonline.com/${tenant}/v2.0`)).toBe(true)
    expect(several.isKnown('https://login.microsoftonline.com/organizations/v2.0')).toBe(false)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['an unknown port (AUTH-01)', { PORT: '0' }, /PORT/],
    ['the sandbox with an allow-list of no addresses (AUTH-10)', { ADMIN_EMAILS: 'meera' }, /ADMIN_EMAILS/],
    [
      'Google with an unset allow-list (AUTH-10)',
      { GOOGLE_CLIENT_ID: 'abc' },
      /ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS/,
    ],
    [
      'Google with an allow-list of commas only (AUTH-10)',
      { GOOGLE_CLIENT_ID: 'abc', ADMIN_EMAILS: ' , ' },
      /ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS/,
    ],
    [
      'an OpenID provider with an unset allow-list (AUTH-10)',
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console' },
      /ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS/,
    ],
    [
      'an OpenID provider without client id (AUTH-01)',
      { OIDC_ISSUER: 'https://id.example', ADMIN_EMAILS: 'a@b.example' },
      /OIDC_CLIENT_ID/,
    ],
    [
      'an OpenID provider without https (AUTH-09)',
      { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'console', ADMIN_EMAILS: 'a@b.example' },
      /https/,
    ],
    [
      'Entra without a secret (OQ-695)',
      { ...staff, ...entra, ENTRA_CLIENT_SECRET: '' },
      /ENTRA_CLIENT_SECRET/,
    ],
    ['Entra without tenants (OQ-695)', { ...staff, ...entra, ENTRA_TENANTS: '' }, /ENTRA_TENANTS/],
    ['a tenant that is no id (OQ-695)', { ...staff, ...entra, ENTRA_TENANTS: 'common' }, /ENTRA_TENANTS/],
    [
      'a further provider without client id (OQ-694)',
      { ...staff, OIDC_3_ISSUER: 'https://id.example' },
      /OIDC_3_CLIENT_ID/,
    ],
    [
      'two sign-ins of one issuer (OQ-694)',
      {
        ...staff,
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'a',
        OIDC_2_ISSUER: 'https://id.example',
        OIDC_2_CLIENT_ID: 'b',
      },
      /two sign-ins have the issuer/i,
    ],
    [
      'another server in place of Google that is elsewhere (OQ-694)',
      { ...staff, GOOGLE_CLIENT_ID: 'abc', GOOGLE_URL: 'https://evil.example' },
      /GOOGLE_URL/,
    ],
    ['an invalid PUBLIC_URL (AUTH-01)', { PUBLIC_URL: 'greenroom' }, /PUBLIC_URL/],
  ])('rejects %s', async (_title, environment, words) => {
    const failure = await (async () => choose(environment))().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingsError)
    expect(String(failure)).toMatch(words)
  })
})

describe('the public URL', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '::1', PORT: '3010' }, 'http://[::1]:3010'],
    [{ HOST: 'localhost', PORT: '80' }, 'http://localhost'],
    [{ PUBLIC_URL: 'https://console.example/' }, 'https://console.example'],
    [{ PUBLIC_URL: 'https://example.com/console//', CONSOLE: 'off' }, 'https://example.com/console'],
  ])('with %j is %s (AUTH-01)', (environment, address) => {
    expect(publicUrlOf(readSettings(environment))).toBe(address)
  })
})

describe('the sandbox', () => {
  it('admits only its own domain by default (AUTH-10)', async () => {
    const identity = await choose({})
    const token = await sandboxToken('meera.nair@greenroom.example')
    await expect(identity.verify(token)).resolves.toMatchObject({
      email: 'meera.nair@greenroom.example',
      name: 'Meera Nair',
    })
    const outsider = await sandboxToken('rohan.das@elsewhere.example')
    await expect(identity.verify(outsider)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
  })

  it('follows the allow-list if there is one (AUTH-10)', async () => {
    const identity = await choose({ ADMIN_EMAILS: 'Rohan.Das@elsewhere.example' })
    await expect(identity.verify(await sandboxToken('rohan.das@elsewhere.example'))).resolves.toBeDefined()
    const other = await sandboxToken('meera.nair@greenroom.example')
    await expect(identity.verify(other)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
  })

  it('rejects a credential of a copy on another port (AUTH-09)', async () => {
    const identity = await choose({})
    const token = await sandboxToken('meera.nair@greenroom.example', 'http://127.0.0.1:3010')
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('an external OpenID provider', () => {
  let server: Server
  let issuer: string
  let answers: Record<string, () => { status?: number; body: unknown }>
  let asked: string[]
  let key: { privateKey: CryptoKey; jwk: JWK }

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const { status = 200, body } = answers[request.url ?? '']?.() ?? { status: 404, body: {} }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/tenant`
    key = await makeKey('first')
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  beforeEach(() => {
    asked = []
    answers = {
      '/tenant/.well-known/openid-configuration': () => ({ body: { issuer, jwks_uri: `${issuer}/keys` } }),
      '/tenant/keys': () => ({ body: { keys: [key.jwk] } }),
    }
  })

  async function makeKey(kid: string) {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
  }

  function token(claims: JWTPayload = {}, by = key) {
    const seconds = now.getTime() / 1000
    return new SignJWT({
      iss: issuer,
      aud: 'console',
      sub: 'u1',
      iat: seconds,
      exp: seconds + 3600,
      email: 'asha@company.example',
      email_verified: true,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: by.jwk.kid ?? '' })
      .sign(by.privateKey)
  }

  const outside = () =>
    choose({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', ADMIN_EMAIL_DOMAINS: 'company.example' })

  it('is found through its discovery document, and its keys are read once for many credentials (AUTH-09)', async () => {
    const identity = await outside()
    await expect(identity.verify(await token())).resolves.toMatchObject({
      subject: 'u1',
      email: 'asha@company.example',
    })
    await expect(identity.verify(await token({ sub: 'u2' }))).resolves.toMatchObject({ subject: 'u2' })
    await expect(identity.verify(await token({ aud: 'other' }))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await expect(identity.verify(await token({ email: 'a@evil.example' }))).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_ACCEPTED',
    })
    expect(asked).toEqual(['/tenant/.well-known/openid-configuration', '/tenant/keys'])
  })

  it('rejects a key that it does not publish, without reporting an outage (AUTH-09)', async () => {
    const identity = await outside()
    const stranger = await makeKey('second')
    await expect(identity.verify(await token({}, stranger))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  it.each<[string, () => void]>([
    [
      'its discovery document fails',
      () => {
        answers['/tenant/.well-known/openid-configuration'] = () => ({ status: 500, body: {} })
      },
    ],
    [
      'its discovery document is a web page',
      () => {
        answers['/tenant/.well-known/openid-configuration'] = () => ({ body: '<html>' })
      },
    ],
    [
      'its discovery document names another issuer',
      () => {
        answers['/tenant/.well-known/openid-configuration'] = () => ({
          body: { issuer: 'https://evil.example', jwks_uri: `${issuer}/keys` },
        })
      },
    ],
    [
      'its keys lie at an address that is not safe',
      () => {
        answers['/tenant/.well-known/openid-configuration'] = () => ({
          body: { issuer, jwks_uri: 'http://keys.example/keys' },
        })
      },
    ],
    [
      'its keys fail',
      () => {
        answers['/tenant/keys'] = () => ({ status: 503, body: {} })
      },
    ],
    [
      'its keys are garbage',
      () => {
        answers['/tenant/keys'] = () => ({ body: { keys: 'none' } })
      },
    ],
  ])(
    'responds "unavailable" with a time when %s, and the next attempt succeeds (AUTH-09)',
    async (_title, breakIt) => {
      const identity = await outside()
      const credential = await token()
      const whole = { ...answers }
      breakIt()
      await expect(identity.verify(credential)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
      answers = whole
      await expect(identity.verify(credential)).resolves.toMatchObject({ subject: 'u1' })
    },
  )

  it('accepts new credentials with the last known keys during an outage of hours (OQ-172)', async () => {
    const identity = await outside()
    await identity.verify(await token())
    answers = {}
    now = new Date('2026-11-21T18:00:00Z')
    await expect(identity.verify(await token({ sub: 'u2' }))).resolves.toMatchObject({ subject: 'u2' })
    // Perhaps a new key, which cannot be read now: no reason to end a session.
    const second = await makeKey('second')
    await expect(identity.verify(await token({}, second))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    answers = {
      '/tenant/.well-known/openid-configuration': () => ({ body: { issuer, jwks_uri: `${issuer}/keys` } }),
      '/tenant/keys': () => ({ body: { keys: [second.jwk] } }),
    }
    now = new Date('2026-11-21T18:10:00Z')
    await expect(identity.verify(await token({}, second))).resolves.toMatchObject({ subject: 'u1' })
    await expect(identity.verify(await token({ sub: 'u3' }))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  it('asks a failing provider ever more rarely, and once for many credentials (OQ-172)', async () => {
    const identity = await outside()
    answers = {}
    const failAfter = async (seconds: number) => {
      asked = []
      now = new Date(now.getTime() + seconds * 1000)
      const credentials = await Promise.all([token(), token({ sub: 'u2' }), token({ sub: 'u3' })])
      const failures = await Promise.all(
        credentials.map((credential) => identity.verify(credential).catch((error: unknown) => error)),
      )
      expect(failures).toMatchObject(failures.map(() => ({ code: 'UNAVAILABLE' })))
      return asked.length
    }
    expect(await failAfter(0)).toBe(1)
    expect(await failAfter(0)).toBe(1)
    expect(await failAfter(4)).toBe(0)
    expect(await failAfter(1)).toBe(1)
    expect(await failAfter(9)).toBe(0)
    expect(await failAfter(1)).toBe(1)
    for (let n = 0; n < 8; n++) await failAfter(300)
    expect(await failAfter(299)).toBe(0)
    expect(await failAfter(1)).toBe(1)
  })
})
