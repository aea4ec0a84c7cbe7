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
import { issueSandboxCredential, sandboxIssuer } from './sandbox-accounts.ts'
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
  return await issueSandboxCredential(email, { keys, issuer: sandboxIssuer(publicUrl), clock })
}

describe('the choice at start', () => {
  it('AUTH-01 is the sandbox on a fresh machine, Google with its client id, else the named OpenID provider', async () => {
    expect((await choose({})).options()).toEqual({
      kind: 'sandbox',
      issuer: 'http://127.0.0.1:3000/idp',
      client_id: 'greenroom-console',
    })
    const staff = { ADMIN_EMAIL_DOMAINS: 'greenroom.example' }
    const google = await choose({
      ...staff,
      GOOGLE_CLIENT_ID: 'abc.apps.googleusercontent.com',
      HOST: '0.0.0.0',
    })
    expect(google.options()).toEqual({ kind: 'google', client_id: 'abc.apps.googleusercontent.com' })
    const oidc = await choose({
      ...staff,
      OIDC_ISSUER: 'https://id.example/tenant',
      OIDC_CLIENT_ID: 'console',
    })
    expect(oidc.options()).toEqual({
      kind: 'oidc',
      issuer: 'https://id.example/tenant',
      client_id: 'console',
      name: 'id.example',
    })
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['AUTH-01 the sandbox in production', { NODE_ENV: 'production' }, /production/],
    [
      'AUTH-01 the sandbox in production, whatever else is set',
      { NODE_ENV: 'production', ADMIN_EMAILS: 'a@b.example' },
      /production/,
    ],
    ['AUTH-01 the sandbox on every address', { HOST: '0.0.0.0' }, /HOST is 0\.0\.0\.0/],
    ['AUTH-01 the sandbox on every IPv6 address', { HOST: '::' }, /HOST is ::/],
    ['AUTH-01 the sandbox on a private network', { HOST: '192.168.1.5' }, /HOST/],
    ['AUTH-01 the sandbox on a name that begins like an address', { HOST: '127.0.0.1.evil.example' }, /HOST/],
    ...[
      'https://demo.example',
      'http://192.168.1.5:3000',
      'https://localhost.example',
      'https://127.0.0.1.example',
    ].map((PUBLIC_URL): [string, Record<string, string>, RegExp] => [
      `AUTH-01 the sandbox behind ${PUBLIC_URL}`,
      { PUBLIC_URL },
      /PUBLIC_URL is .*: anybody who reaches that address could sign in/,
    ]),
    ['AUTH-01 a port that nobody knows', { PORT: '0' }, /PORT/],
    ['AUTH-10 the sandbox with an allow-list of no addresses', { ADMIN_EMAILS: 'meera' }, /ADMIN_EMAILS/],
    [
      'AUTH-10 Google with an unset allow-list',
      { GOOGLE_CLIENT_ID: 'abc' },
      /ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS/,
    ],
    [
      'AUTH-10 Google with an allow-list of commas',
      { GOOGLE_CLIENT_ID: 'abc', ADMIN_EMAILS: ' , ' },
      /ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS/,
    ],
    [
      'AUTH-10 an OpenID provider with an unset allow-list',
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console' },
      /ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS/,
    ],
    [
      'AUTH-01 an OpenID provider without client id',
      { OIDC_ISSUER: 'https://id.example', ADMIN_EMAILS: 'a@b.example' },
      /OIDC_CLIENT_ID/,
    ],
    [
      'AUTH-09 an OpenID provider without https',
      { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'console', ADMIN_EMAILS: 'a@b.example' },
      /https/,
    ],
    ['AUTH-01 a public address that is none', { PUBLIC_URL: 'greenroom' }, /PUBLIC_URL/],
  ])('%s is refused', async (_title, environment, words) => {
    const failure = await (async () => choose(environment))().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingsError)
    expect(String(failure)).toMatch(words)
  })

  it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])(
    'AUTH-01 the sandbox serves on HOST %s',
    async (HOST) => {
      expect((await choose({ HOST })).options().kind).toBe('sandbox')
    },
  )

  it.each([
    'http://localhost:8080',
    'https://127.0.0.1',
    'http://[::1]:3000',
    'https://greenroom.localhost/console',
    'http://LOCALHOST',
  ])('AUTH-01 the sandbox serves behind PUBLIC_URL %s', async (PUBLIC_URL) => {
    expect((await choose({ PUBLIC_URL })).options().kind).toBe('sandbox')
  })

  it('AUTH-01 a public address is none of the sandbox’s business where it does not serve', async () => {
    const google = await choose({
      GOOGLE_CLIENT_ID: 'abc',
      ADMIN_EMAIL_DOMAINS: 'greenroom.example',
      PUBLIC_URL: 'https://console.example',
    })
    expect(google.options().kind).toBe('google')
  })
})

describe('the public address', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '::1', PORT: '3010' }, 'http://[::1]:3010'],
    [{ HOST: 'localhost', PORT: '80' }, 'http://localhost'],
    [{ PUBLIC_URL: 'https://console.example/' }, 'https://console.example'],
    [{ PUBLIC_URL: 'https://example.com/console//' }, 'https://example.com/console'],
  ])('AUTH-01 with %j is %s', (environment, address) => {
    expect(publicUrlOf(readSettings(environment))).toBe(address)
  })
})

describe('the sandbox', () => {
  it('AUTH-10 admits its own domain and no other when the settings name none', async () => {
    const identity = await choose({})
    const token = await sandboxToken('meera.nair@greenroom.example')
    await expect(identity.verify(token)).resolves.toMatchObject({
      email: 'meera.nair@greenroom.example',
      name: 'Meera Nair',
      expiresAt: new Date('2026-11-22T00:00:00Z'),
    })
    const outsider = await sandboxToken('rohan.das@elsewhere.example')
    await expect(identity.verify(outsider)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
  })

  it('AUTH-10 follows the allow-list when there is one', async () => {
    const identity = await choose({ ADMIN_EMAILS: 'Rohan.Das@elsewhere.example' })
    await expect(identity.verify(await sandboxToken('rohan.das@elsewhere.example'))).resolves.toBeDefined()
    const other = await sandboxToken('meera.nair@greenroom.example')
    await expect(identity.verify(other)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACCEPTED' })
  })

  it('AUTH-09 a credential is known once verified and ends exactly when it expires', async () => {
    const identity = await choose({})
    const token = await sandboxToken('arjun.mehta@greenroom.example')
    expect(identity.isKnown(token)).toBe(false)
    await identity.verify(token)
    expect(identity.isKnown(token)).toBe(true)
    now = new Date('2026-11-21T23:59:59Z')
    await expect(identity.verify(token)).resolves.toBeDefined()
    now = new Date('2026-11-22T00:00:00Z')
    expect(identity.isKnown(token)).toBe(false)
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'CREDENTIAL_EXPIRED' })
  })

  it('AUTH-09 a credential of a copy on another port is refused', async () => {
    const identity = await choose({})
    const token = await sandboxToken('meera.nair@greenroom.example', 'http://127.0.0.1:3010')
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('AUTH-09 a refused credential does not become known', async () => {
    const identity = await choose({})
    const token = await sandboxToken('rohan.das@elsewhere.example')
    await identity.verify(token).catch(() => undefined)
    expect(identity.isKnown(token)).toBe(false)
  })
})

describe('an outside OpenID provider', () => {
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

  it('AUTH-09 is found through its discovery document, and its keys are read once for many credentials', async () => {
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

  it('AUTH-09 a key that it does not publish is refused, not taken for an outage', async () => {
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
    'AUTH-09 when %s, the answer is "unavailable" with a time, and the next try succeeds',
    async (_title, breakIt) => {
      const identity = await outside()
      const credential = await token()
      const whole = { ...answers }
      breakIt()
      await expect(identity.verify(credential)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
      expect(identity.isKnown(credential)).toBe(false)
      answers = whole
      await expect(identity.verify(credential)).resolves.toMatchObject({ subject: 'u1' })
    },
  )

  it('AUTH-09 when nobody answers at its address, a verified credential goes on working', async () => {
    const identity = await outside()
    const credential = await token()
    await identity.verify(credential)
    answers = {}
    await expect(identity.verify(credential)).resolves.toMatchObject({ subject: 'u1' })
  })
})
