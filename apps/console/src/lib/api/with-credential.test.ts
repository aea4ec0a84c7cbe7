import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credential } from '../session.ts'
import type * as Errors from './api-error.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Returns a credential; each number is another one of the same account. */
function credential(number: number, subject = 'meera'): Credential {
  const email = `${subject}@greenroom.example`
  return { value: `grs_${subject}-${number}`, subject, name: subject, email, endsAt: Date.now() + 3_600_000 }
}

// Imported again for each case, because they hold the state of a page.
let session: typeof import('../session.ts')
let work: typeof import('../screen-work.ts')
let withCredential: typeof import('./with-credential.ts').withCredential
let ApiError: typeof Errors.ApiError
/** The credentials that calls were sent with. */
let sent: string[]
/** The credentials that the server accepts. */
let accepted: Set<string>
let code: string

const first = credential(1)
const second = credential(2)

async function send(sentWith: string): Promise<string> {
  sent.push(sentWith)
  await settled()
  if (!accepted.has(sentWith)) throw new ApiError(401, { message: 'No.', code })
  return 'done'
}

beforeEach(async () => {
  vi.resetModules()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('window', { location: { pathname: '/creators', search: '?q=asha' } })
  session = await import('../session.ts')
  work = await import('../screen-work.ts')
  ;({ ApiError } = await import('./api-error.ts'))
  ;({ withCredential } = await import('./with-credential.ts'))
  sent = []
  accepted = new Set([first.value, second.value])
  code = 'UNAUTHENTICATED'
  session.storeCredential(first)
  session.readCredential()
  work.noteScreen('/creators')
  work.noteTouch()
})

describe('a call from a screen with work on it', () => {
  it('is sent once more after its person has signed in again (OQ-375)', async () => {
    accepted.delete(first.value)
    const calls = [withCredential(send, {}), withCredential(send, {})]
    await settled()
    await settled()
    expect(sent).toEqual([first.value, first.value])
    expect(session.readInterruption()?.credential.email).toBe('meera@greenroom.example')
    expect(sessionStorage.getItem('credential')).toBeNull()
    session.storeCredential(second)
    expect(await Promise.all(calls)).toEqual(['done', 'done'])
    expect(sent).toEqual([first.value, first.value, second.value, second.value])
    expect(session.readInterruption()).toBeNull()
  })

  it('is not sent without a credential, and goes on after the sign-in (AUTH-06, OQ-375)', async () => {
    sessionStorage.removeItem('credential')
    const call = withCredential(send, {})
    await settled()
    expect(sent).toEqual([])
    session.storeCredential(second)
    expect(await call).toBe('done')
    expect(sent).toEqual([second.value])
  })

  it('fails when the person leaves for the sign-in screen, which returns to the address (AUTH-07, OQ-375)', async () => {
    accepted.delete(first.value)
    const call = withCredential(send, {})
    await settled()
    await settled()
    session.endSession()
    await expect(call).rejects.toMatchObject({ status: 401 })
    expect(session.takeReturnTo()).toBe('/creators?q=asha')
    await expect(withCredential(send, {})).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([first.value])
    expect(session.readInterruption()).toBeNull()
  })

  it('is not sent again in the name of another account (OQ-377)', async () => {
    const other = credential(3, 'arjun')
    accepted = new Set([other.value])
    const refused = withCredential(send, {})
    await settled()
    await settled()
    sessionStorage.removeItem('credential')
    const unsent = withCredential(send, {})
    session.storeCredential(other)
    await expect(refused).rejects.toMatchObject({ status: 401 })
    await expect(unsent).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([first.value])
  })

  it('is not sent again when it was cancelled while it waited (OQ-375)', async () => {
    accepted.delete(first.value)
    const cancel = new AbortController()
    const call = withCredential(send, { signal: cancel.signal })
    await settled()
    await settled()
    cancel.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    session.storeCredential(second)
    await settled()
    expect(sent).toEqual([first.value])
  })

  it('is sent again at once when somebody signed in while it was under way (OQ-375)', async () => {
    accepted.delete(first.value)
    const call = withCredential(send, {})
    session.storeCredential(second)
    expect(await call).toBe('done')
    expect(session.readInterruption()).toBeNull()
  })

  it('waits again when the new credential is refused as well (OQ-375)', async () => {
    const third = credential(3)
    accepted = new Set([third.value])
    const call = withCredential(send, {})
    await settled()
    await settled()
    session.storeCredential(second)
    await settled()
    await settled()
    expect(session.readInterruption()).not.toBeNull()
    session.storeCredential(third)
    expect(await call).toBe('done')
    expect(sent).toEqual([first.value, second.value, third.value])
  })

  it('ends the session of an account that may no longer use the console (OQ-375)', async () => {
    accepted.delete(first.value)
    code = 'ACCOUNT_NOT_ACCEPTED'
    await expect(withCredential(send, {})).rejects.toMatchObject({ status: 401 })
    expect(session.readInterruption()).toBeNull()
    expect(session.hasSessionEnded()).toBe(true)
  })

  it('passes any other failure on (API-02)', async () => {
    const failure = new ApiError(503)
    await expect(withCredential(() => Promise.reject(failure), {})).rejects.toBe(failure)
    expect(session.readCredential()).toEqual(first)
  })
})

describe('a call that nobody works on', () => {
  it('ends the session on a screen that was just opened (AUTH-06, AUTH-07, OQ-375)', async () => {
    work.noteScreen('/news')
    accepted.delete(first.value)
    await expect(withCredential(send, {})).rejects.toMatchObject({ status: 401 })
    expect(session.hasSessionEnded()).toBe(true)
    expect(session.readInterruption()).toBeNull()
  })

  it('keeps the screen while only its search changes (OQ-375)', () => {
    work.noteScreen('/creators')
    expect(work.isAtWork()).toBe(true)
    work.noteScreen('/login')
    work.noteTouch()
    expect(work.isAtWork()).toBe(false)
  })

  it('fails in the background and leaves the session as it is (OQ-196)', async () => {
    accepted.delete(first.value)
    await expect(withCredential(send, { isBackground: true })).rejects.toMatchObject({ status: 401 })
    expect(session.readCredential()).toEqual(first)
  })

  it('sends a credential that is not stored yet, and leaves the session as it is (OQ-014)', async () => {
    accepted.delete(second.value)
    await expect(withCredential(send, { credential: second.value })).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([second.value])
    expect(session.readCredential()).toEqual(first)
  })

  it('leaves the reason for the sign-in screen when the account may no longer use the console (OQ-382)', async () => {
    accepted.delete(first.value)
    code = 'ACCOUNT_NOT_ACCEPTED'
    await expect(withCredential(send, {})).rejects.toMatchObject({ status: 401 })
    expect(session.readInterruption()).toBeNull()
    expect(session.readEndReason()).toBe('No.')
    session.storeCredential(second)
    expect(session.readEndReason()).toBeNull()
  })

  it('leaves no reason after an expired credential or a sign-out (OQ-382)', async () => {
    accepted.delete(first.value)
    work.noteScreen('/news')
    await expect(withCredential(send, {})).rejects.toMatchObject({ status: 401 })
    expect(session.readEndReason()).toBeNull()
    session.endSession('Disabled.')
    session.storeCredential(second)
    session.clearCredential()
    expect(session.readEndReason()).toBeNull()
  })
})

describe('a call of a page whose session has ended', () => {
  it('sends nothing with the credential of whoever signs in on that page (OQ-591)', async () => {
    session.clearCredential()
    const other = credential(3, 'farida')
    accepted.add(other.value)
    session.storeCredential(other)
    await expect(withCredential(send, {})).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([])
    // The page that is loaded next goes on with it.
    expect(session.readCredential()).toEqual(other)
  })
})
