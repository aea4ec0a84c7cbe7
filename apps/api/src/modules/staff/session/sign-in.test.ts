import { createHmac } from 'node:crypto'
import { Writable } from 'node:stream'
import { generalMessages } from '@greenroom/contract/error'
import { isConsolePath, sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { staffMessages } from '@greenroom/contract/staff/staff/staff.schema'
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepSignInAttempts } from '../../../platform/access/sign-in-attempts.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import {
  beginSignIn,
  finishSignIn,
  returnFrom,
  signInAt,
  startTestIssuer,
  type TestIssuer,
} from '../../../test-issuers.ts'

const ours = '11111111-2222-3333-4444-555555555555'
const partners = '99999999-8888-7777-6666-555555555555'
const tenantIssuer = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`
const asha = { sub: 'asha-1', email: 'asha@company.example', email_verified: true, name: 'Asha Rao' }

let keycloak: TestIssuer
let second: TestIssuer
let entra: TestIssuer
let google: TestIssuer
let app: TestApp
/** What the log says that a sign-in failed at. */
let checks: string[]
/** Whom the log names as a last owner whose role was kept. */
let warnings: string[] = []

const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk: unknown, _encoding, done) {
      const { check, staff, msg } = JSON.parse(String(chunk))
      if (check) checks.push(check)
      if (msg?.includes('the last owner')) warnings.push(staff)
      done()
    },
  }),
)

beforeAll(async () => {
  ;[keycloak, second, entra, google] = await Promise.all([
    startTestIssuer('keycloak'),
    startTestIssuer('keycloak', { secret: '' }),
    startTestIssuer('entra'),
    startTestIssuer('google'),
  ])
  app = await createTestApp(
    {
      ADMIN_EMAIL_DOMAINS: 'company.example',
      OIDC_ISSUER: keycloak.issuer,
      OIDC_CLIENT_ID: keycloak.clientId,
      OIDC_CLIENT_SECRET: keycloak.secret,
      OIDC_NAME: 'Keycloak',
      ADMIN_EMAILS: 'operator@company.example',
      OIDC_2_ISSUER: second.issuer,
      OIDC_2_CLIENT_ID: second.clientId,
      ENTRA_CLIENT_ID: entra.clientId,
      ENTRA_CLIENT_SECRET: entra.secret,
      ENTRA_TENANTS: `${ours},${partners}`,
      ENTRA_URL: entra.url,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.secret,
      GOOGLE_URL: google.url,
      SIGN_IN_TIMEOUT_SECONDS: '0.4',
      CORS_ORIGINS: 'https://console.elsewhere.example',
    },
    log,
  )
})
afterAll(async () => {
  await app.close()
  await Promise.all([keycloak, second, entra, google].map((one) => one.close()))
})
beforeEach(async () => {
  checks = []
  app.clock.set(testNow)
  for (const one of [keycloak, second, entra, google]) {
    Object.assign(one, { person: asha, faults: {}, forge: undefined, iss: undefined, now: app.clock.now })
    one.takes = ['client_secret_post', 'client_secret_basic']
  }
  const { kysely } = app.database
  await kysely.deleteFrom('session').execute()
  await kysely.deleteFrom('staff').execute()
  await kysely.deleteFrom('sign_in_attempt').execute()
})

const attempts = () => app.database.kysely.selectFrom('sign_in_attempt').selectAll().execute()
const begun = (credential: string) => app.call('GET', '/admin/session', { token: credential })
const refused = { status: 401, body: { code: 'UNAUTHENTICATED' } }

describe('a sign-in', () => {
  it('exchanges a code on the server, with a secret or as a public client, and begins a session (OQ-693)', async () => {
    for (const provider of ['oidc', 'oidc-2']) {
      const own = provider === 'oidc' ? keycloak : second
      own.person = { ...asha, sub: provider, email: `${provider}@company.example` }
      const { status, body } = await signInAt(app, provider)
      expect([status, body.data.email]).toEqual([201, `${provider}@company.example`])
      expect((await begun(body.data.credential)).status).toBe(200)
    }
    // Nothing that the provider's page gets says what the browser keeps.
    const { address, secret, state } = await beginSignIn(app, 'oidc', { email: 'asha@company.example' })
    const page = new URL(address)
    expect(page.href).not.toContain(secret)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: keycloak.clientId,
      redirect_uri: 'http://127.0.0.1:3999/login',
      scope: 'openid email profile',
      state,
      code_challenge_method: 'S256',
      login_hint: 'asha@company.example',
    })
    expect(JSON.stringify(await attempts())).not.toMatch(new RegExp(`${secret}|${state}`))
  })

  it('names its providers, without a secret, and needs no exception in the content security policy (OQ-693)', async () => {
    const { body, headers } = await app.call('GET', '/idp/options', { token: null })
    expect(body.providers.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['google', 'Google'],
      ['entra', 'Microsoft'],
      ['oidc', 'Keycloak'],
      ['oidc-2', '127.0.0.1'],
    ])
    expect(JSON.stringify(body)).not.toContain(keycloak.secret)
    expect(headers.get('content-security-policy')).toMatch(/connect-src 'self';/)
  })

  it('takes either way to send the secret, as the provider is set to (OQ-694)', async () => {
    for (const way of ['client_secret_basic', 'client_secret_post', 'client_secret_basic'] as const) {
      keycloak.takes = [way]
      expect((await signInAt(app, 'oidc')).status).toBe(201)
    }
  })

  it('works once: a replayed code finds no sign-in, also with many at once (OQ-693)', async () => {
    const attempt = await beginSignIn(app, 'oidc')
    const back = await returnFrom(attempt)
    const answers = await Promise.all([1, 2, 3, 4].map(() => finishSignIn(app, attempt, back)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
    const again = await finishSignIn(app, attempt, back)
    expect([again.status, again.body.message]).toEqual([401, sessionMessages.attemptGone])
    // A new sign-in of this browser with the old code: the provider has used it up.
    const next = await beginSignIn(app, 'oidc')
    const replayed = await finishSignIn(app, next, { ...back, state: next.state })
    expect([replayed.status, replayed.body.message]).toEqual([401, sessionMessages.codeRefused])
  })

  it('belongs to the browser that began it, and leaves that one its sign-in (OQ-693)', async () => {
    const attempt = await beginSignIn(app, 'oidc')
    const back = await returnFrom(attempt)
    const other = await beginSignIn(app, 'oidc')
    for (const wrong of [
      { ...attempt, secret: other.secret },
      { ...attempt, secret: 'x' },
    ]) {
      expect(await finishSignIn(app, wrong, back)).toMatchObject(refused)
    }
    expect((await finishSignIn(app, attempt, back)).status).toBe(201)
    // The code of another browser's sign-in does not fit the verifier of this one.
    const theirs = await beginSignIn(app, 'oidc')
    const stolen = { ...(await returnFrom(theirs)), state: other.state }
    const injected = await finishSignIn(app, other, stolen)
    expect([injected.status, injected.body.message]).toEqual([401, sessionMessages.codeRefused])
  })

  it('takes ten minutes at most, and leaves no row behind (OQ-693)', async () => {
    const late = await beginSignIn(app, 'oidc')
    const back = await returnFrom(late)
    app.clock.set(new Date(app.clock.now().getTime() + 600_000))
    const answer = await finishSignIn(app, late, back)
    expect([answer.status, answer.body.message]).toEqual([401, sessionMessages.attemptGone])
    await beginSignIn(app, 'oidc')
    app.clock.set(testNow)
    await beginSignIn(app, 'oidc')
    await sweepSignInAttempts(app.database.kysely, new Date(app.clock.now().getTime() + 600_000))
    expect(await attempts()).toHaveLength(1)
    await beginSignIn(app, 'oidc')
    await sweepSignInAttempts(app.database.kysely, app.clock.now(), 1)
    expect(await attempts()).toHaveLength(1)
  })

  it('returns to a path of the console and nothing else (OQ-693)', async () => {
    const { body } = await signInAt(app, 'oidc', { return_to: '/transactions?q=a' })
    expect(body.data.return_to).toBe('/transactions?q=a')
    for (const place of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      'creators',
      '',
      `/${'a'.repeat(2000)}`,
    ]) {
      expect([place, isConsolePath(place)]).toEqual([place, false])
      const json = { provider: 'oidc', return_to: place }
      expect((await app.call('POST', '/admin/sign-in', { token: null, json })).status).toBe(400)
    }
  })

  it('returns to the console that began it, and to no other page (OQ-693)', async () => {
    const at = async (origin: string) =>
      app.call('POST', '/admin/sign-in', { token: null, json: { provider: 'oidc' }, headers: { origin } })
    const redirect = async (origin: string) =>
      new URL((await at(origin)).body.data.address).searchParams.get('redirect_uri')
    expect(await redirect('http://localhost:3999')).toBe('http://localhost:3999/login')
    expect(await redirect('https://console.elsewhere.example')).toBe(
      'https://console.elsewhere.example/login',
    )
    for (const origin of ['https://evil.example', 'null', 'http://192.168.1.5:3999']) {
      const answer = await at(origin)
      expect([answer.status, answer.body.message]).toEqual([400, sessionMessages.otherAddress])
    }
  })

  it('works over plain http on a LAN, and through a proxy that strips Authorization (OQ-693)', async () => {
    const lan = await createTestApp({
      ADMIN_EMAIL_DOMAINS: 'company.example',
      PUBLIC_URL: 'http://192.168.1.5:3000',
      DEMO: 'on',
      OIDC_ISSUER: second.issuer,
      OIDC_CLIENT_ID: second.clientId,
    })
    // No call of a sign-in has that header.
    second.now = lan.clock.now
    const { status, body } = await signInAt(lan, 'oidc')
    expect(status).toBe(201)
    expect((await lan.call('GET', '/admin/session', { token: body.data.credential })).status).toBe(200)
    const stripped = await lan.call('GET', '/admin/session', { token: null })
    expect([stripped.status, stripped.body.message]).toEqual([401, generalMessages.unauthenticated])
    await lan.close()
  })

  it.each([
    [{ provider: 'gone' }, 400],
    [{}, 400],
    [{ provider: 7 }, 400],
  ])('refuses to begin with %j', async (json, status) => {
    expect((await app.call('POST', '/admin/sign-in', { token: null, json })).status).toBe(status)
  })

  it.each([
    { code: 'a' },
    { code: 'a', state: 'b' },
    { code: 'a', state: 'b', secret: '' },
    { code: 'a', state: 'b', secret: 'c', id_token: 'd' },
    { code: 7, state: 'b', secret: 'c' },
  ])('refuses to finish with %j', async (json) => {
    expect((await app.call('POST', '/admin/session', { token: null, json })).status).toBe(400)
  })
})

describe('a token of an exchange', () => {
  async function outcome(forge: TestIssuer['forge']) {
    keycloak.forge = forge
    const { status, body } = await signInAt(app, 'oidc')
    return { status, message: body.message, check: checks.at(-1) }
  }
  const unsigned = (claims: JWTPayload, header: object, sign: (text: string) => string) => {
    const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    return `${parts.join('.')}.${sign(parts.join('.'))}`
  }
  const { unauthenticated } = generalMessages

  it('is refused for each property that is wrong, and the log says which (OQ-693)', async () => {
    const changed = (changes: JWTPayload) => (claims: JWTPayload) => keycloak.sign({ ...claims, ...changes })
    for (const [changes, check] of [
      [{ iss: second.issuer }, 'iss'],
      [{ aud: second.clientId }, 'aud'],
      [{ aud: [keycloak.clientId, 'other'], azp: 'other' }, 'azp'],
      [{ nonce: 'other' }, 'nonce'],
      [{ nonce: undefined }, 'nonce'],
      [{ sub: undefined }, 'sub'],
    ] as const) {
      const found = await outcome(changed(changes as JWTPayload))
      expect([changes, found.status, found.message]).toEqual([changes, 401, unauthenticated])
      expect([changes, found.check]).toEqual([changes, expect.stringContaining(check)])
    }
  })

  it('is refused without a signature, and with the public key as a secret (OQ-693)', async () => {
    const publicKey = await exportSPKI(
      (await importJWK({ ...keycloak.key.jwk }, 'RS256', { extractable: true })) as Parameters<
        typeof exportSPKI
      >[0],
    )
    const hs256 = (text: string) => createHmac('sha256', publicKey).update(text).digest('base64url')
    for (const [alg, sign] of [
      ['none', () => ''],
      ['HS256', hs256],
    ] as const) {
      const header = { alg, kid: keycloak.key.jwk.kid, typ: 'JWT' }
      const found = await outcome((claims) => unsigned(claims, header, sign))
      expect([alg, found.status, found.message]).toEqual([alg, 401, unauthenticated])
      expect([alg, found.check]).toEqual([alg, expect.stringMatching(/alg/i)])
    }
    const stranger = await generateKeyPair('RS256')
    const found = await outcome((claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: keycloak.key.jwk.kid ?? '' })
        .sign(stranger.privateKey),
    )
    expect([found.status, found.check]).toEqual([401, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'])
  })

  it.each([-600, 600])(
    'is refused with the reason if the clocks differ by %i seconds (OQ-697)',
    async (skew) => {
      keycloak.now = () => new Date(app.clock.now().getTime() + skew * 1000)
      const found = await outcome(undefined)
      expect(found).toEqual({ status: 401, message: sessionMessages.clock, check: 'clock' })
      entra.now = keycloak.now
      entra.person = { ...asha, iss: tenantIssuer(ours), tid: ours, xms_edov: true }
      expect((await signInAt(app, 'entra')).body.message).toBe(sessionMessages.clock)
    },
  )

  it.each([-60, 0, 59])('is taken if they differ by %i seconds (OQ-697)', async (skew) => {
    keycloak.now = () => new Date(app.clock.now().getTime() + skew * 1000)
    expect((await outcome(undefined)).status).toBe(201)
  })

  it('of another provider is refused, with and without the name of the issuer in the return (OQ-693)', async () => {
    // The browser began at one provider, and comes back with the code of the other.
    const attempt = await beginSignIn(app, 'oidc')
    const other = await beginSignIn(app, 'oidc-2')
    const mixed = await finishSignIn(app, attempt, { ...(await returnFrom(other)), state: attempt.state })
    expect([mixed.status, mixed.body.message]).toEqual([401, sessionMessages.codeRefused])
    const named = await beginSignIn(app, 'oidc')
    const back = { ...(await returnFrom(named)), iss: second.issuer }
    const answer = await finishSignIn(app, named, back)
    expect([answer.status, checks.at(-1)]).toEqual([401, expect.stringContaining('iss')])
    const right = await beginSignIn(app, 'oidc')
    const from = { ...(await returnFrom(right)), iss: keycloak.issuer }
    expect((await finishSignIn(app, right, from)).status).toBe(201)
  })

  it('that is posted is checked by the provider that it names, and by no other (OQ-694)', async () => {
    const claims = { ...asha, iat: second.seconds(), exp: second.seconds() + 600 }
    const posted = async (by: TestIssuer, changes: JWTPayload) => {
      const token = await by.sign({ ...claims, iss: by.issuer, aud: by.clientId, ...changes })
      return (await app.signIn(token)).status
    }
    expect(await posted(second, {})).toBe(201)
    expect(await posted(second, { iss: keycloak.issuer, aud: keycloak.clientId })).toBe(401)
    expect(checks.at(-1)).toBe('ERR_JWKS_NO_MATCHING_KEY')
    expect(await posted(second, { iss: 'https://unknown.example' })).toBe(401)
    expect(checks.at(-1)).toBe('iss')
    expect(await posted(second, { aud: keycloak.clientId })).toBe(401)
    expect(checks.at(-1)).toBe('aud')
  })
})

describe('a provider that fails', () => {
  // A server of its own each time: what was read of a provider stays in use.
  const fresh = () =>
    createTestApp({
      ADMIN_EMAIL_DOMAINS: 'company.example',
      OIDC_ISSUER: keycloak.issuer,
      OIDC_CLIENT_ID: keycloak.clientId,
      OIDC_CLIENT_SECRET: keycloak.secret,
      SIGN_IN_TIMEOUT_SECONDS: '0.4',
    })

  it.each(['hang', 500] as const)(
    'by %s in each step is said so in bounded time, and the next try works (OQ-693)',
    async (fault) => {
      const own = await fresh()
      keycloak.now = own.clock.now
      const away = { status: 503, body: { code: 'UNAVAILABLE' } }
      keycloak.faults = { discovery: fault }
      const begin = () => own.call('POST', '/admin/sign-in', { token: null, json: { provider: 'oidc' } })
      expect(await begin()).toMatchObject({ ...away, body: { message: sessionMessages.away } })
      keycloak.faults = {}
      for (const step of ['token', 'keys'] as const) {
        const attempt = await beginSignIn(own, 'oidc')
        const back = await returnFrom(attempt)
        keycloak.faults = { [step]: fault }
        expect([step, await finishSignIn(own, attempt, back)]).toEqual([
          step,
          expect.objectContaining({ status: 503 }),
        ])
        keycloak.faults = {}
        own.clock.set(new Date(own.clock.now().getTime() + 400_000))
      }
      expect((await signInAt(own, 'oidc')).status).toBe(201)
      // A session needs no provider.
      const { body } = await signInAt(own, 'oidc')
      keycloak.faults = { discovery: fault, token: fault, keys: fault }
      expect((await own.call('GET', '/admin/session', { token: body.data.credential })).status).toBe(200)
      await own.close()
    },
    30_000,
  )

  it('to know our client is said to be a matter for the administrator (OQ-694)', async () => {
    const own = await createTestApp({
      ADMIN_EMAIL_DOMAINS: 'company.example',
      OIDC_ISSUER: keycloak.issuer,
      OIDC_CLIENT_ID: keycloak.clientId,
      OIDC_CLIENT_SECRET: 'wrong',
    })
    const { status, body } = await signInAt(own, 'oidc')
    expect([status, body.message]).toEqual([503, sessionMessages.clientRefused])
    await own.close()
  })
})

describe('Entra', () => {
  const colleague = { ...asha, tid: ours, iss: tenantIssuer(ours), xms_edov: true, email_verified: undefined }

  it('signs in accounts of each tenant of the settings, and of no other (OQ-695)', async () => {
    entra.person = colleague
    expect((await signInAt(app, 'entra')).status).toBe(201)
    entra.person = {
      ...colleague,
      sub: 'b',
      email: 'b@company.example',
      tid: partners,
      iss: tenantIssuer(partners),
    }
    expect((await signInAt(app, 'entra')).status).toBe(201)
    const stranger = '77777777-7777-7777-7777-777777777777'
    entra.person = { ...colleague, tid: stranger, iss: tenantIssuer(stranger) }
    expect(await signInAt(app, 'entra')).toMatchObject(refused)
    expect(checks.at(-1)).toBe('iss')
    // Another tenant's token that states one of ours in one of its two claims.
    for (const changes of [{ tid: ours }, { iss: tenantIssuer(ours) }]) {
      entra.person = { ...colleague, tid: stranger, iss: tenantIssuer(stranger), ...changes }
      expect(await signInAt(app, 'entra')).toMatchObject(refused)
    }
  })

  it.each([
    { xms_edov: undefined },
    { xms_edov: false },
    { xms_edov: '0' },
    { xms_edov: undefined, email_verified: true },
  ])('is not believed an address for which its tenant does not vouch: %j (OQ-695)', async (changes) => {
    entra.person = { ...colleague, ...changes }
    const { status, body } = await signInAt(app, 'entra')
    expect([status, body.code, body.message]).toEqual([
      401,
      'ACCOUNT_NOT_ACCEPTED',
      sessionMessages.unverified,
    ])
  })

  it('signs in with one tenant at that tenant’s own address (OQ-695)', async () => {
    const own = await createTestApp({
      ADMIN_EMAIL_DOMAINS: 'company.example',
      ENTRA_CLIENT_ID: entra.clientId,
      ENTRA_CLIENT_SECRET: entra.secret,
      ENTRA_TENANTS: ours,
      ENTRA_URL: entra.url,
    })
    entra.now = own.clock.now
    entra.person = { ...colleague, xms_edov: '1' }
    expect((await signInAt(own, 'entra')).status).toBe(201)
    entra.person = { ...colleague, tid: partners, iss: tenantIssuer(partners) }
    expect(await signInAt(own, 'entra')).toMatchObject(refused)
    await own.close()
  })
})

it('Google signs in by code with its secret, and only accounts of the company (OQ-694)', async () => {
  google.person = { ...asha, iss: 'https://accounts.google.com', hd: 'company.example' }
  expect((await signInAt(app, 'google')).status).toBe(201)
  google.person = { ...google.person, hd: undefined }
  const { body } = await signInAt(app, 'google')
  expect([body.code, body.message]).toEqual(['ACCOUNT_NOT_ACCEPTED', sessionMessages.notAccepted])
})

describe('who somebody is', () => {
  const claims = { email_verified: true, name: 'Asha Rao' }
  const at = async (issuer: TestIssuer, provider: string, sub: string, email: string) => {
    issuer.person = { ...claims, sub, email }
    const { status, body } = await signInAt(app, provider)
    return { status, body }
  }
  const staff = () => app.database.kysely.selectFrom('staff').selectAll().orderBy('created_at').execute()

  it('is the issuer and the subject: a changed address follows its account, with its role (OQ-698)', async () => {
    await at(keycloak, 'oidc', 'asha', 'asha@company.example')
    await app.database.kysely.updateTable('staff').set({ role: 'finance' }).execute()
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    const { body } = await at(keycloak, 'oidc', 'asha', 'asha.rao@company.example')
    expect([body.data.role, body.data.email]).toEqual(['finance', 'asha.rao@company.example'])
    expect(await staff()).toMatchObject([{ email: 'asha.rao@company.example', role: 'finance' }])
    // Nobody gets the role who gets the old address; it is a new account.
    const next = await at(keycloak, 'oidc', 'other', 'asha@company.example')
    expect([next.status, next.body.data.role]).toEqual([201, 'administrator'])
  })

  it('is never inherited with an address, at the same or at another provider, until an owner invites again (OQ-698)', async () => {
    const operator = await at(keycloak, 'oidc', 'operator', 'operator@company.example')
    await at(keycloak, 'oidc', 'asha', 'asha@company.example')
    for (const [issuer, provider, sub] of [
      [keycloak, 'oidc', 'somebody-else'],
      [second, 'oidc-2', 'asha'],
    ] as const) {
      const { status, body } = await at(issuer, provider, sub, 'asha@company.example')
      expect([status, body.code]).toEqual([401, 'ACCOUNT_NOT_ACCEPTED'])
    }
    const refusals = await app.database.kysely.selectFrom('sign_in_refusal').select('claimed_email').execute()
    expect(refusals.slice(-2)).toEqual([
      { claimed_email: 'asha@company.example' },
      { claimed_email: 'asha@company.example' },
    ])
    const id = (await staff()).find(({ email }) => email === 'asha@company.example')?.id
    const token = operator.body.data.credential
    expect((await app.call('POST', `/admin/staff/${id}/invite`, { token })).status).toBe(200)
    app.clock.set(new Date(app.clock.now().getTime() + 60_000))
    expect((await at(second, 'oidc-2', 'asha', 'asha@company.example')).status).toBe(201)
    expect((await at(keycloak, 'oidc', 'asha', 'asha@company.example')).status).toBe(401)
  })
})

describe('roles from groups', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await createTestApp(
      {
        ADMIN_EMAIL_DOMAINS: 'company.example',
        ADMIN_EMAILS: 'operator@company.example',
        OIDC_ISSUER: keycloak.issuer,
        OIDC_CLIENT_ID: keycloak.clientId,
        OIDC_CLIENT_SECRET: keycloak.secret,
        OIDC_GROUPS_CLAIM: 'realm_access.roles',
        OIDC_GROUP_ROLES: 'ops=administrator, finance-team=finance',
      },
      log,
    )
  })
  afterAll(() => own.close())
  beforeEach(async () => {
    keycloak.now = own.clock.now
    warnings = []
    await own.database.kysely.deleteFrom('session').execute()
    await own.database.kysely.deleteFrom('staff').execute()
  })
  const signIn = async (roles: string[], person: object = asha) => {
    keycloak.person = { ...person, realm_access: { roles } }
    const { status, body } = await signInAt(own, 'oidc')
    return { status, body, role: body.data?.role, token: body.data?.credential }
  }
  const operator = { ...asha, sub: 'operator', email: 'operator@company.example' }

  it('are those of the first group of the setting, at each sign-in, and are recorded (OQ-699)', async () => {
    expect((await signIn(['finance-team', 'ops', 'x'])).role).toBe('administrator')
    const moved = await signIn(['finance-team'])
    expect(moved.role).toBe('finance')
    const ends = Date.parse(moved.body.data.ends_at) - own.clock.now().getTime()
    expect(ends).toBe(3_600_000)
    const entries = await own.database.kysely
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'staff.follow-groups')
      .execute()
    expect(entries).toEqual([{ before: { role: 'administrator' }, after: { role: 'finance' } }])
  })

  it('end with the group, at the next sign-in or within an hour (OQ-699)', async () => {
    const { token } = await signIn(['ops'])
    const out = await signIn([])
    expect([out.status, out.body.code, out.body.message]).toEqual([
      401,
      'ACCOUNT_NOT_ACCEPTED',
      sessionMessages.noGroup,
    ])
    own.clock.set(new Date(own.clock.now().getTime() + 3_600_000))
    expect((await own.call('GET', '/admin/session', { token })).status).toBe(401)
    // Nobody gets a row of staff without a group.
    await signIn([], { ...asha, sub: 'b', email: 'b@company.example' })
    const rows = await own.database.kysely.selectFrom('staff').select('email').execute()
    expect(rows.map(({ email }) => email)).not.toContain('b@company.example')
  })

  it('are outranked by an owner, by hand and by ADMIN_EMAILS (OQ-699)', async () => {
    const boss = await signIn([], operator)
    expect([boss.status, boss.role]).toEqual([201, 'owner'])
    const { body } = await signIn(['ops'])
    const id = body.data.staff_id
    const json = { role: 'content' }
    expect((await own.call('PATCH', `/admin/staff/${id}`, { token: boss.token, json })).status).toBe(200)
    for (const roles of [['ops'], []]) {
      const after = await signIn(roles)
      expect([after.status, after.role]).toEqual([201, 'content'])
      // Nothing has to be read again at the provider.
      expect(Date.parse(after.body.data.ends_at) - own.clock.now().getTime()).toBe(12 * 3_600_000)
    }
    const invited = { email: 'c@company.example', role: 'viewer' }
    expect((await own.call('POST', '/admin/staff', { token: boss.token, json: invited })).status).toBe(201)
    expect((await signIn([], { ...asha, sub: 'c', email: 'c@company.example' })).role).toBe('viewer')
  })

  const listed = async (token: string, email: string) => {
    const { body } = await own.call('GET', `/admin/staff?q=${email}`, { token })
    return body.data.staff[0]
  }
  const change = (token: string, id: string, json: object) =>
    own.call('PATCH', `/admin/staff/${id}`, { token, json })
  const historyOf = (id: string) =>
    own.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after'])
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()

  it('are told from those of an owner, who can give one back to the groups (OQ-700)', async () => {
    const boss = await signIn([], operator)
    const { body } = await signIn(['ops'])
    const id = body.data.staff_id
    const row = () => listed(boss.token, 'asha')
    expect(await row()).toMatchObject({ role_from: 'groups', may_follow_groups: false })
    expect((await listed(boss.token, 'operator')).role_from).toBe('setting')
    // The same role, chosen by hand, is an owner's.
    expect((await change(boss.token, id, { role: 'administrator' })).status).toBe(200)
    expect(await row()).toMatchObject({ role_from: 'owner', may_follow_groups: true, role: 'administrator' })
    const kept = await signIn(['finance-team'])
    expect(kept.role).toBe('administrator')

    expect((await change(boss.token, id, { follows_groups: true, role: 'viewer' })).status).toBe(400)
    expect((await change(boss.token, id, { follows_groups: false })).status).toBe(400)
    const ownRow = own.database.kysely.updateTable('staff').set({ role_by_hand: true })
    await ownRow.where('email', '=', operator.email).execute()
    const itself = await change(boss.token, boss.body.data.staff_id, { follows_groups: true })
    expect([itself.status, itself.body.message]).toEqual([409, staffMessages.self])
    const refusedTo = await change(kept.token, id, { follows_groups: true })
    expect(refusedTo.status).toBe(403)
    const back = await change(boss.token, id, { follows_groups: true })
    expect([back.status, back.body.data]).toMatchObject([200, { role_from: 'groups', role: 'administrator' }])
    // A session of the former role lasts no longer than one by groups.
    own.clock.set(new Date(own.clock.now().getTime() + 3_599_000))
    expect((await own.call('GET', '/admin/session', { token: kept.token })).status).toBe(200)
    own.clock.set(new Date(own.clock.now().getTime() + 1_000))
    expect((await own.call('GET', '/admin/session', { token: kept.token })).status).toBe(401)
    expect((await signIn(['finance-team'])).role).toBe('finance')
    const [byOwner, byGroups] = [{ role_by_hand: true }, { role_by_hand: false }]
    expect((await historyOf(id)).filter(({ action }) => action.startsWith('staff.'))).toEqual([
      { action: 'staff.change', before: byGroups, after: byOwner },
      { action: 'staff.return-to-groups', before: byOwner, after: byGroups },
      { action: 'staff.follow-groups', before: { role: 'administrator' }, after: { role: 'finance' } },
    ])
  })

  it('leave the last owner one, with an entry and a line of the log, and take another’s role (OQ-701)', async () => {
    const { kysely } = own.database
    const first = await signIn(['ops'])
    const id = first.body.data.staff_id
    await kysely.updateTable('staff').set({ role: 'owner' }).where('id', '=', id).execute()
    for (const roles of [['finance-team'], []]) {
      const after = await signIn(roles)
      expect([after.status, after.role]).toEqual([201, 'owner'])
      // Read again within the hour, like every session by groups.
      expect(Date.parse(after.body.data.ends_at) - own.clock.now().getTime()).toBe(3_600_000)
    }
    expect((await historyOf(id)).filter(({ action }) => action === 'staff.keep-last-owner')).toEqual([
      { action: 'staff.keep-last-owner', before: null, after: { role: 'owner', group_role: 'finance' } },
      { action: 'staff.keep-last-owner', before: null, after: { role: 'owner' } },
    ])
    expect(warnings).toEqual([id, id])
    const other = { ...asha, sub: 'b', email: 'b@company.example' }
    await signIn(['ops'], other)
    await kysely.updateTable('staff').set({ role: 'owner' }).execute()
    expect((await signIn(['finance-team'], other)).role).toBe('finance')
    expect((await signIn(['finance-team'])).role).toBe('owner')
  })
})
