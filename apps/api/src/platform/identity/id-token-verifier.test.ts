import { createHmac, createPublicKey } from 'node:crypto'
import {
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { readAllowList } from './allow-list.ts'
import { createIdTokenVerifier } from './id-token-verifier.ts'

type IdTokenRules = Parameters<typeof createIdTokenVerifier>[0]

const now = new Date('2026-11-21T12:00:00Z')
const seconds = now.getTime() / 1000
const issuer = 'https://id.example'
const clientId = 'console'
const good = {
  iss: issuer,
  aud: clientId,
  sub: 'person-1',
  iat: seconds - 10,
  exp: seconds + 3600,
  email: 'meera.nair@greenroom.example',
  email_verified: true,
  name: 'Meera Nair',
}

let privateKey: CryptoKey
let publicKey: CryptoKey
let strangersKey: CryptoKey
let rules: IdTokenRules

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  privateKey = pair.privateKey
  publicKey = pair.publicKey
  strangersKey = (await generateKeyPair('RS256')).privateKey
  rules = {
    issuers: [issuer],
    clientId,
    keys: createLocalJWKSet({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }],
    }),
    allowList: readAllowList({
      ADMIN_EMAIL_DOMAINS: ['greenroom.example'],
      ADMIN_EMAILS: ['guest@elsewhere.example'],
    }),
    hostedDomainClaim: false,
    clock: { now: () => now },
  }
})

function signed(claims: JWTPayload, { key = privateKey, header = {} as Partial<JWTHeaderParameters> } = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: 'JWT', ...header })
    .sign(key)
}

/** The error code for a token, or "accepted". */
async function outcome(token: string, changed: Partial<IdTokenRules> = {}): Promise<string> {
  try {
    await createIdTokenVerifier({ ...rules, ...changed })(token)
    return 'accepted'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

function without(name: keyof typeof good): JWTPayload {
  const { [name]: _, ...rest } = good
  return rest
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a valid token', () => {
  it('is accepted and returns its owner (AUTH-09)', async () => {
    const identity = await createIdTokenVerifier(rules)(await signed(good))
    expect(identity).toEqual({
      issuer: 'https://id.example',
      subject: 'person-1',
      isListed: false,
      email: 'meera.nair@greenroom.example',
      name: 'Meera Nair',
      issuedAt: new Date((seconds - 10) * 1000),
    })
  })

  it('may have email_verified as text, no name, and a clock that is a minute ahead (AUTH-09)', async () => {
    const token = await signed({
      ...without('name'),
      email_verified: 'true',
      iat: seconds + 60,
      nbf: seconds + 60,
    })
    expect(await createIdTokenVerifier(rules)(token)).toMatchObject({ name: 'meera.nair@greenroom.example' })
  })

  it('is accepted within an hour of its issue, even if it expires in years (OQ-172)', async () => {
    const issued = (iat: number) => signed({ ...good, iat, exp: seconds + 100_000_000 })
    expect(await outcome(await issued(seconds - 3599))).toBe('accepted')
    expect(await outcome(await issued(seconds - 3600))).toBe('CREDENTIAL_EXPIRED')
  })

  it('may have several audiences if it was issued to us (AUTH-09)', async () => {
    const aud = [clientId, 'other']
    expect(await outcome(await signed({ ...good, aud, azp: clientId }))).toBe('accepted')
    expect(await outcome(await signed({ ...good, aud, azp: 'other' }))).toBe('UNAUTHENTICATED')
    expect(await outcome(await signed({ ...good, aud }))).toBe('UNAUTHENTICATED')
  })
})

describe('the signature', () => {
  it('rejects a token without signature (alg none) (AUTH-09)', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await outcome(`${encoded({ alg, kid: 'key-1', typ: 'JWT' })}.${encoded(good)}.`)).toBe(
        'UNAUTHENTICATED',
      )
    }
  })

  it('rejects a token signed by HS256 with the public key as secret (AUTH-09)', async () => {
    const content = `${encoded({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })}.${encoded(good)}`
    const pem = await exportSPKI(publicKey)
    const der = createPublicKey(pem).export({ format: 'der', type: 'spki' })
    for (const secret of [pem, pem.trim(), der]) {
      const signature = createHmac('sha256', secret).update(content).digest('base64url')
      expect(await outcome(`${content}.${signature}`)).toBe('UNAUTHENTICATED')
    }
  })

  it('rejects a token signed by another key with the same key id (AUTH-09)', async () => {
    expect(await outcome(await signed(good, { key: strangersKey }))).toBe('UNAUTHENTICATED')
  })

  it('rejects a token signed by a key that the issuer does not publish (AUTH-09)', async () => {
    const token = await signed(good, { key: strangersKey, header: { kid: 'key-2' } })
    expect(await outcome(token)).toBe('UNAUTHENTICATED')
  })

  it('rejects a token whose claims were changed after signing (AUTH-09)', async () => {
    const [header, , signature] = (await signed(good)).split('.')
    const token = `${header}.${encoded({ ...good, email: 'arjun.mehta@greenroom.example' })}.${signature}`
    expect(await outcome(token)).toBe('UNAUTHENTICATED')
  })

  it('rejects a token that includes its own key, even with a valid signature (AUTH-09)', async () => {
    const own = { ...(await exportJWK(publicKey)), alg: 'RS256' }
    const headers: Partial<JWTHeaderParameters>[] = [
      { jwk: own },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example/certificate' },
      { x5c: ['MIIB'] },
    ]
    for (const header of headers)
      expect(await outcome(await signed(good, { header }))).toBe('UNAUTHENTICATED')
  })

  it('rejects a valid signature by an algorithm outside the list (AUTH-09)', async () => {
    const pair = await generateKeyPair('RS512', { extractable: true })
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'key-1' }] })
    const token = await signed(good, { key: pair.privateKey, header: { alg: 'RS512' } })
    expect(await outcome(token, { keys })).toBe('UNAUTHENTICATED')
  })

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('accepts a signature by %s (AUTH-09)', async (alg) => {
    const pair = await generateKeyPair(alg, { extractable: true })
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'key-1' }] })
    expect(await outcome(await signed(good, { key: pair.privateKey, header: { alg } }), { keys })).toBe(
      'accepted',
    )
  })

  it('rejects another kind of token from the same issuer (AUTH-09)', async () => {
    for (const typ of ['logout+jwt', 'at+jwt']) {
      expect(await outcome(await signed(good, { header: { typ } }))).toBe('UNAUTHENTICATED')
    }
  })

  it.each(['', 'x', 'a.b.c', '....', '{}', 'x'.repeat(100_000)])(
    'rejects the text %.12j (AUTH-09)',
    async (token) => {
      expect(await outcome(token)).toBe('UNAUTHENTICATED')
    },
  )
})

describe('the claims', () => {
  it.each<[string, JWTPayload, string]>([
    ['another issuer', { ...good, iss: 'https://other.example' }, 'UNAUTHENTICATED'],
    ['the issuer with a slash at its end', { ...good, iss: `${issuer}/` }, 'UNAUTHENTICATED'],
    ['no issuer', without('iss'), 'UNAUTHENTICATED'],
    ['another audience', { ...good, aud: 'other' }, 'UNAUTHENTICATED'],
    ['no audience', without('aud'), 'UNAUTHENTICATED'],
    ['no subject', without('sub'), 'UNAUTHENTICATED'],
    ['an empty subject', { ...good, sub: '' }, 'UNAUTHENTICATED'],
    ['a subject that is a number', { ...good, sub: 12345 as never }, 'UNAUTHENTICATED'],
    ['a subject that is a list', { ...good, sub: ['person-1'] as never }, 'UNAUTHENTICATED'],
    ['a NUL in its subject', { ...good, sub: 'person\u0000-1' }, 'UNAUTHENTICATED'],
    ['half a character in its subject', { ...good, sub: 'person-\ud800' }, 'UNAUTHENTICATED'],
    ['an expiry in the past', { ...good, exp: seconds - 3600 }, 'CREDENTIAL_EXPIRED'],
    ['an expiry right now', { ...good, exp: seconds }, 'CREDENTIAL_EXPIRED'],
    ['an issue an hour ago', { ...good, iat: seconds - 3600 }, 'CREDENTIAL_EXPIRED'],
    ['no expiry', without('exp'), 'UNAUTHENTICATED'],
    ['a beginning in the future', { ...good, nbf: seconds + 61 }, 'UNAUTHENTICATED'],
    ['an issue in the future', { ...good, iat: seconds + 61 }, 'UNAUTHENTICATED'],
    ['no time of issue', without('iat'), 'UNAUTHENTICATED'],
  ])('rejects a token with %s (AUTH-09)', async (_name, claims, code) => {
    expect(await outcome(await signed(claims))).toBe(code)
  })

  it.each<[string, JWTPayload]>([
    ['an unverified e-mail address', { ...good, email_verified: false }],
    ['email_verified as the text "false"', { ...good, email_verified: 'false' }],
    ['email_verified as a number', { ...good, email_verified: 1 }],
    ['no email_verified', without('email_verified')],
    ['no e-mail address', without('email')],
    ['an e-mail address that is a list', { ...good, email: [good.email] }],
    ['another domain', { ...good, email: 'rohan.das@elsewhere.example' }],
    ['a domain that ends the same way', { ...good, email: 'm@evilgreenroom.example' }],
    ['a domain that begins the same way', { ...good, email: 'm@greenroom.example.evil.com' }],
    ['a subdomain', { ...good, email: 'm@sub.greenroom.example' }],
    ['a second @', { ...good, email: 'm@greenroom.example@evil.com' }],
    ['a second @ before our domain', { ...good, email: 'm@evil.com@greenroom.example' }],
    ['a NUL in the e-mail address', { ...good, email: 'm\u0000@greenroom.example' }],
    ['half a character in the e-mail address', { ...good, email: '\ud800@greenroom.example' }],
  ])('rejects an account with %s (AUTH-10)', async (_name, claims) => {
    expect(await outcome(await signed(claims))).toBe('ACCOUNT_NOT_ACCEPTED')
  })

  it('uses the e-mail address instead of a name that cannot be stored (AUTH-09)', async () => {
    const token = await signed({ ...good, name: 'Meera\u0000' })
    expect(await createIdTokenVerifier(rules)(token)).toMatchObject({ name: 'meera.nair@greenroom.example' })
  })

  it('accepts an address on the allow-list in any case (AUTH-10)', async () => {
    expect(await outcome(await signed({ ...good, email: 'Guest@Elsewhere.example' }))).toBe('accepted')
    const token = await signed({ ...good, email: 'guest@elsewhere.example', email_verified: false })
    expect(await outcome(token)).toBe('ACCOUNT_NOT_ACCEPTED')
  })

  it('admits nobody with an empty allow-list (AUTH-10)', async () => {
    const allowList = readAllowList({ ADMIN_EMAIL_DOMAINS: [], ADMIN_EMAILS: [] })
    expect(await outcome(await signed(good), { allowList })).toBe('ACCOUNT_NOT_ACCEPTED')
  })

  it('returns a message for a person without details of the check (AUTH-09)', async () => {
    const verify = createIdTokenVerifier(rules)
    await expect(verify('x')).rejects.toThrow('Sign in to continue.')
    const late = await signed({ ...good, exp: seconds - 3600 })
    await expect(verify(late)).rejects.toThrow('Your sign-in has expired. Sign in again.')
    const stranger = await signed({ ...good, email: 'x@elsewhere.example' })
    await expect(verify(stranger)).rejects.toThrow(
      'This account is not accepted here. Use your company e-mail address.',
    )
  })
})

describe('Google', () => {
  const google = { issuers: ['accounts.google.com', 'https://accounts.google.com'], hostedDomainClaim: true }
  const staff = { ...good, iss: 'https://accounts.google.com', hd: 'greenroom.example' }

  it('accepts both spellings of the issuer and no others (AUTH-09)', async () => {
    expect(await outcome(await signed(staff), google)).toBe('accepted')
    expect(await outcome(await signed({ ...staff, iss: 'accounts.google.com' }), google)).toBe('accepted')
    const similar = await signed({ ...staff, iss: 'https://accounts.google.com.evil.example' })
    expect(await outcome(similar, google)).toBe('UNAUTHENTICATED')
  })

  it.each([undefined, 'other.example', 'GREENROOM.example', '', true])(
    'rejects an account of our domain with hd %j (AUTH-10)',
    async (hd) => {
      expect(await outcome(await signed({ ...staff, hd }), google)).toBe('ACCOUNT_NOT_ACCEPTED')
    },
  )

  it('rejects an address of another domain despite a matching hd (AUTH-10)', async () => {
    expect(await outcome(await signed({ ...staff, email: 'm@elsewhere.example' }), google)).toBe(
      'ACCOUNT_NOT_ACCEPTED',
    )
  })

  it('accepts a listed address without hd (AUTH-10)', async () => {
    const guest = { ...staff, email: 'guest@elsewhere.example', hd: undefined }
    expect(await outcome(await signed(guest), google)).toBe('accepted')
  })
})
