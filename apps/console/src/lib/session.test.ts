import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credential } from './session.ts'

// Imported again for each case, because it holds the state of a page.
let clearCredential: typeof import('./session.ts').clearCredential
let endSession: typeof import('./session.ts').endSession
let readAccount: typeof import('./session.ts').readAccount
let readCredential: typeof import('./session.ts').readCredential
let readSubject: typeof import('./session.ts').readSubject
let storeCredential: typeof import('./session.ts').storeCredential
let subscribe: typeof import('./session.ts').subscribe
let takeReturnTo: typeof import('./session.ts').takeReturnTo

const now = Date.parse('2026-11-21T13:30:00Z')
const session: Credential = {
  value: 'grs_one',
  subject: 'meera',
  name: 'Meera Nair',
  email: 'meera@greenroom.example',
  endsAt: now + 60_000,
}
/** An ID token, as the console stored it before it had sessions of its own. */
const idToken = [{ alg: 'RS256' }, { sub: 'meera', exp: now / 1000 + 60 }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('signature')
  .join('.')

describe('the session', () => {
  beforeEach(async () => {
    vi.resetModules()
    ;({
      clearCredential,
      endSession,
      readAccount,
      readCredential,
      readSubject,
      storeCredential,
      subscribe,
      takeReturnTo,
    } = await import('./session.ts'))
    const values = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    })
    vi.stubGlobal('window', { location: { pathname: '/creators', search: '?q=asha' } })
  })

  it('keeps the credential in session storage under its name, and the account beside it (AUTH-03)', () => {
    storeCredential(session)
    expect(sessionStorage.getItem('credential')).toBe('grs_one')
    expect(readCredential(now)).toEqual(session)
  })

  it('has no credential when none is stored (SHELL-07)', () => {
    expect(readCredential(now)).toBeNull()
  })

  it('ignores a credential from the millisecond at which its session ends (AUTH-11, AUTH-06)', () => {
    storeCredential({ ...session, endsAt: now })
    expect(readCredential(now - 1)).not.toBeNull()
    expect(readCredential(now)).toBeNull()
  })

  it('asks to sign in, and stays with its account, if an ID token is left from before an upgrade (OQ-688)', () => {
    sessionStorage.setItem('credential', idToken)
    sessionStorage.setItem('account', 'meera')
    expect(readCredential(now)).toBeNull()
    expect(readSubject()).toBe('meera')
  })

  it.each([
    '',
    'text',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...session, endsAt: 'tomorrow' }),
    JSON.stringify({ ...session, subject: 7 }),
    JSON.stringify({ ...session, email: undefined }),
  ])('ignores a credential beside which "%s" is stored (AUTH-06)', (about) => {
    storeCredential(session)
    sessionStorage.setItem('session', about)
    expect(readCredential(now)).toBeNull()
  })

  it('removes the credential on a 401, notifies listeners and remembers the address once (AUTH-07)', () => {
    storeCredential(session)
    const listener = vi.fn()
    const stop = subscribe(listener)
    endSession()
    expect(readCredential(now)).toBeNull()
    expect([sessionStorage.getItem('credential'), sessionStorage.getItem('session')]).toEqual([null, null])
    expect(listener).toHaveBeenCalledOnce()
    // A second 401, from a call that was in flight, changes nothing.
    vi.stubGlobal('window', { location: { pathname: '/masterclass', search: '' } })
    endSession()
    expect(listener).toHaveBeenCalledOnce()
    expect(takeReturnTo()).toBe('/creators?q=asha')
    expect(takeReturnTo()).toBeNull()
    stop()
    storeCredential(session)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('ends when the credential vanishes from storage, and remembers the address (AUTH-06, OQ-012)', () => {
    storeCredential(session)
    sessionStorage.removeItem('credential')
    const listener = vi.fn()
    const stop = subscribe(listener)
    endSession()
    endSession()
    expect(listener).toHaveBeenCalledOnce()
    expect(takeReturnTo()).toBe('/creators?q=asha')
    stop()
  })

  it('remembers no address after a sign-out, also when a request fails later (AUTH-07)', () => {
    storeCredential(session)
    clearCredential()
    endSession()
    expect(takeReturnTo()).toBeNull()
  })

  it('returns only to a path of this console', () => {
    sessionStorage.setItem('returnTo', '//elsewhere.example')
    expect(takeReturnTo()).toBeNull()
    sessionStorage.setItem('returnTo', 'https://elsewhere.example')
    expect(takeReturnTo()).toBeNull()
  })

  it('knows the account of the session', () => {
    storeCredential({ ...session, name: 'Zoë Ñandú', endsAt: Date.now() + 60_000 })
    expect(readAccount()).toMatchObject({ email: 'meera@greenroom.example', name: 'Zoë Ñandú' })
  })
})
