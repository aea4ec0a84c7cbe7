import { beforeEach, describe, expect, it, vi } from 'vitest'

// Imported again for each case, because it holds the state of a page.
let clearCredential: typeof import('./session.ts').clearCredential
let endSession: typeof import('./session.ts').endSession
let readAccount: typeof import('./session.ts').readAccount
let readCredential: typeof import('./session.ts').readCredential
let storeCredential: typeof import('./session.ts').storeCredential
let subscribe: typeof import('./session.ts').subscribe
let takeReturnTo: typeof import('./session.ts').takeReturnTo

const now = Date.parse('2026-11-21T13:30:00Z')

function credential(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part(claims)}.signature`
}

describe('the session', () => {
  beforeEach(async () => {
    vi.resetModules()
    ;({ clearCredential, endSession, readAccount, readCredential, storeCredential, subscribe, takeReturnTo } =
      await import('./session.ts'))
    const values = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    })
    vi.stubGlobal('window', { location: { pathname: '/creators', search: '?q=asha' } })
  })

  it('keeps the credential in session storage under its name (AUTH-03)', () => {
    const token = credential({ exp: now / 1000 + 60 })
    storeCredential(token)
    expect(sessionStorage.getItem('credential')).toBe(token)
    expect(readCredential(now)).toBe(token)
  })

  it('has no credential when none is stored (SHELL-07)', () => {
    expect(readCredential(now)).toBeNull()
  })

  it('ignores a credential from the second it expires (AUTH-11, AUTH-06)', () => {
    storeCredential(credential({ exp: now / 1000 }))
    expect(readCredential(now - 1)).not.toBeNull()
    expect(readCredential(now)).toBeNull()
  })

  it.each([
    '',
    'text',
    'a.b.c',
    `a.${Buffer.from('"text"').toString('base64url')}.c`,
    credential({ email: 'a@b.c' }),
  ])('ignores the unreadable credential "%s" (AUTH-06)', (token) => {
    storeCredential(token)
    expect(readCredential(now)).toBeNull()
  })

  it('removes the credential on a 401, notifies listeners and remembers the address once (AUTH-07)', () => {
    storeCredential(credential({ exp: now / 1000 + 60 }))
    const listener = vi.fn()
    const stop = subscribe(listener)
    endSession()
    expect(readCredential(now)).toBeNull()
    expect(listener).toHaveBeenCalledOnce()
    // A second 401, from a call that was in flight, changes nothing.
    vi.stubGlobal('window', { location: { pathname: '/masterclass', search: '' } })
    endSession()
    expect(listener).toHaveBeenCalledOnce()
    expect(takeReturnTo()).toBe('/creators?q=asha')
    expect(takeReturnTo()).toBeNull()
    stop()
    storeCredential('text')
    expect(listener).toHaveBeenCalledOnce()
  })

  it('ends when the credential vanishes from storage, and remembers the address (AUTH-06, OQ-012)', () => {
    storeCredential(credential({ exp: now / 1000 + 60 }))
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
    storeCredential(credential({ exp: now / 1000 + 60 }))
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

  it('reads name and e-mail address from the credential, also with non-ASCII letters', () => {
    const exp = Date.now() / 1000 + 60
    storeCredential(credential({ exp, email: 'zoe@example.com', name: 'Zoë Ñandú' }))
    expect(readAccount()).toEqual({ email: 'zoe@example.com', name: 'Zoë Ñandú' })
    storeCredential(credential({ exp, email: 'zoe@example.com' }))
    expect(readAccount()).toEqual({ email: 'zoe@example.com', name: 'zoe@example.com' })
  })
})
