import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { TestApp } from './test-app.ts'

type Kind = 'keycloak' | 'entra' | 'google'
type Step = 'discovery' | 'keys' | 'token'

/** The addresses of each provider, as in its documentation. The test server replaces its origin. */
const wires = {
  keycloak: {
    origin: '',
    realm: '/realms/staff',
    authorize: '/realms/staff/protocol/openid-connect/auth',
    token: '/realms/staff/protocol/openid-connect/token',
    keys: '/realms/staff/protocol/openid-connect/certs',
    refusal: { error: 'invalid_grant', error_description: 'Code not valid' },
  },
  entra: {
    origin: 'https://login.microsoftonline.com',
    realm: '/{tenantid}/v2.0',
    authorize: '/organizations/oauth2/v2.0/authorize',
    token: '/organizations/oauth2/v2.0/token',
    keys: '/organizations/discovery/v2.0/keys',
    refusal: {
      error: 'invalid_grant',
      error_description: 'AADSTS54005: OAuth2 Authorization code was already redeemed.',
      error_codes: [54005],
    },
  },
  google: {
    origin: 'https://accounts.google.com',
    realm: '',
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    keys: '/oauth2/v3/certs',
    refusal: { error: 'invalid_grant', error_description: 'Bad Request' },
  },
}

export interface TestIssuer {
  url: string
  issuer: string
  clientId: string
  secret: string
  key: { privateKey: CryptoKey; jwk: JWK }
  /** The claims of whoever signs in next. */
  person: JWTPayload
  /** How a step fails: it never answers, or answers with this status. */
  faults: Partial<Record<Step, 'hang' | number>>
  /** How the secret must come. */
  takes: ('client_secret_post' | 'client_secret_basic')[]
  /** Replaces the ID token of an exchange. */
  forge: ((claims: JWTPayload) => Promise<string> | string) | undefined
  /** Whether the return names the issuer (RFC 9207), and which. */
  iss: string | undefined
  now: () => Date
  /** Signs claims with the issuer's key. */
  sign(claims: JWTPayload): Promise<string>
  /** Seconds of the issuer's clock. */
  seconds(): number
  close(): Promise<void>
}

/** Starts a provider of sign-ins as a real HTTP server, with the addresses, the claims and the refusals of its kind. */
export async function startTestIssuer(kind: Kind, { secret = 's3cret & more' } = {}): Promise<TestIssuer> {
  const wire = wires[kind]
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  const codes = new Map<string, URLSearchParams & { person?: JWTPayload }>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer.url)
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const failing = (step: Step): boolean => {
      const fault = issuer.faults[step]
      if (typeof fault === 'number') send(fault, {})
      return fault !== undefined
    }
    if (url.pathname.endsWith('/.well-known/openid-configuration')) {
      if (failing('discovery')) return
      const realm = url.pathname.slice(0, -'/.well-known/openid-configuration'.length)
      // The common address of Entra names a template for the tenant.
      const named = kind === 'entra' ? realm.replace('/organizations/', '/{tenantid}/') : realm
      return send(200, {
        issuer: (wire.origin || issuer.url) + named,
        authorization_endpoint: issuer.url + wire.authorize,
        token_endpoint: issuer.url + wire.token,
        jwks_uri: issuer.url + wire.keys,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        ...(issuer.iss !== undefined && { authorization_response_iss_parameter_supported: true }),
      })
    }
    if (url.pathname === wire.keys) return failing('keys') ? undefined : send(200, { keys: [issuer.key.jwk] })
    if (url.pathname === wire.authorize) {
      const code = randomUUID()
      codes.set(code, Object.assign(url.searchParams, { person: issuer.person }))
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      if (issuer.iss !== undefined) back.searchParams.set('iss', issuer.iss)
      response.writeHead(302, { location: back.href })
      return void response.end()
    }
    if (url.pathname !== wire.token || request.method !== 'POST') return send(404, {})
    if (failing('token')) return
    const form = new URLSearchParams(await text(request))
    const [id, given] = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64')
      .toString()
      .split(':')
      .map((part) => new URLSearchParams(`part=${part}`).get('part'))
    const way = request.headers.authorization ? 'client_secret_basic' : 'client_secret_post'
    const isOwn = (id === issuer.clientId ? given : form.get('client_secret')) === secret
    if (secret !== '' && !(isOwn && issuer.takes.includes(way)))
      return send(401, { error: 'invalid_client', error_description: 'Invalid client credentials' })
    const begun = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isSame =
      begun?.get('code_challenge') === challenge && begun.get('redirect_uri') === form.get('redirect_uri')
    if (!isSame) return send(400, wire.refusal)
    const now = issuer.seconds()
    const claims: JWTPayload = {
      iss: issuer.issuer,
      aud: issuer.clientId,
      // Entra dates its tokens back.
      iat: kind === 'entra' ? now - 300 : now,
      exp: now + 3600,
      nonce: begun?.get('nonce') ?? '',
      ...begun?.person,
    }
    const token = issuer.forge ? await issuer.forge(claims) : await issuer.sign(claims)
    send(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: token })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const issuer: TestIssuer = {
    url,
    issuer: (wire.origin || url) + wire.realm,
    clientId: `greenroom-at-${url.slice(-5)}`,
    secret,
    key: { privateKey, jwk },
    person: {},
    faults: {},
    takes: ['client_secret_post', 'client_secret_basic'],
    forge: undefined,
    iss: undefined,
    now: () => new Date(),
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: issuer.key.jwk.kid ?? '', typ: 'JWT' })
        .sign(issuer.key.privateKey),
    seconds: () => Math.floor(issuer.now().getTime() / 1000),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return issuer
}

interface BegunSignIn {
  address: string
  state: string
  secret: string
}

/** Begins a sign-in as a console does. */
export async function beginSignIn(app: TestApp, provider: string, body: object = {}): Promise<BegunSignIn> {
  const answer = await app.call('POST', '/admin/sign-in', { token: null, json: { provider, ...body } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** Signs in at the provider's page. Returns what it adds to the console's address. */
export async function returnFrom({ address }: BegunSignIn): Promise<Record<string, string>> {
  const page = await fetch(address, { redirect: 'manual' })
  return Object.fromEntries(new URL(page.headers.get('location') ?? '').searchParams)
}

/** Finishes a sign-in as the console does. */
export function finishSignIn(app: TestApp, { secret }: BegunSignIn, back: Record<string, string>) {
  return app.call('POST', '/admin/session', { token: null, json: { ...back, secret } })
}

/** Signs in at a provider, from the button to the session. */
export async function signInAt(app: TestApp, provider: string, body: object = {}) {
  const begun = await beginSignIn(app, provider, body)
  return await finishSignIn(app, begun, await returnFrom(begun))
}
