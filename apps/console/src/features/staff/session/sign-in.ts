import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { generalMessages } from '@greenroom/contract/error'
import {
  BegunSession as BegunSessionResponse,
  BegunSignIn,
  beginSession as beginSessionCall,
  beginSignIn as beginSignInCall,
} from '@greenroom/contract/staff/session/open-session.endpoints'
import type { Session } from '@greenroom/contract/staff/session/session.endpoints'
import { isConsolePath } from '@greenroom/contract/staff/session/session.schema'
import { SignInOptions, type SignInProvider } from '@greenroom/contract/staff/session/sign-in-options'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/api-error.ts'
import { apiAddress } from '../../../lib/api/client.ts'
import { loadSession, noteSession } from '../../../lib/api/current-session.ts'
import { readProblem } from '../../../lib/api/problem.ts'
import { noteServerTime } from '../../../lib/clock.ts'
import { runtimeSettings } from '../../../lib/runtime-settings.ts'
import { type Credential, readReturnTo, rememberReturnTo, storeCredential } from '../../../lib/session.ts'
import { endOnServer, lockPrefix, locks, offerSession, ownLock } from '../../../lib/shared-session.ts'
import { signInFailures } from './session-messages.ts'
import { keepAttempt, takeAttempt } from './sign-in-attempt.ts'

/** A sign-in that failed; the message says why to the person. */
export class SignInFailure extends Error {}

/**
 * Loads the sign-in options from the server.
 * @throws SignInFailure when it cannot be reached or its response is invalid
 */
export async function fetchSignInOptions(): Promise<SignInOptions> {
  const response = await fetch(`${runtimeSettings().apiUrl}/idp/options`, {
    headers: { accept: 'application/json' },
  }).catch((cause: unknown) => {
    throw new SignInFailure(signInFailures.offline, { cause })
  })
  const read = SignInOptions.safeParse(response.ok && (await response.json().catch(() => undefined)))
  if (!read.success) throw new SignInFailure(signInFailures.server)
  return read.data
}

interface SignInDetails {
  /** Suggests the account to the provider. */
  email?: string
  /** The path to open after the sign-in. */
  returnTo?: string | null
  /** Whether a tab waits for a window of its own to return. */
  isWindow?: boolean
}

/**
 * Lets the server prepare a sign-in at a provider, which returns to /login with a code.
 * @returns the address of the provider's page, and the state that marks its return
 * @throws Error when the server or the provider cannot be reached, or the browser stores nothing
 */
export async function prepareSignIn(
  { id: provider, name }: SignInProvider,
  { email, returnTo, isWindow = false }: SignInDetails,
): Promise<{ address: string; state: string }> {
  const { address, state, secret } = await post(beginSignInCall, BegunSignIn, {
    provider,
    ...(email ? { email } : {}),
    ...(returnTo && isConsolePath(returnTo) ? { return_to: returnTo } : {}),
  })
  if (!keepAttempt(state, { secret, name, isWindow })) throw new SignInFailure(signInFailures.storage)
  return { address, state }
}

/**
 * Goes to the provider's page, which returns to /login with a code.
 * @throws Error as prepareSignIn
 */
export async function startSignIn(provider: SignInProvider): Promise<void> {
  const { address } = await prepareSignIn(provider, { returnTo: readReturnTo() })
  window.location.assign(address)
}

/**
 * Begins a session with the return from a provider. Each sign-in can be finished once, in the browser that began it.
 * @param search query string of the address that the provider returned to
 * @throws Error when the provider refused, this browser has not begun the sign-in, or the server refuses it
 */
export async function finishSignIn(search: string): Promise<BegunSession> {
  const response = new URLSearchParams(search)
  const state = response.get('state') ?? ''
  const attempt = takeAttempt(state)
  const code = response.get('code')
  if (code === null) throw new SignInFailure(denialOf(response.get('error') ?? ''))
  if (!attempt) throw new SignInFailure(signInFailures.stateLost)
  const iss = response.get('iss')
  return await beginSession({ code, state, secret: attempt.secret, ...(iss === null ? {} : { iss }) })
}

/** Anybody can write an address: only a code of the protocol is shown. */
function denialOf(code: string): string {
  const isKnown = /^[a-z_]{1,40}$/.test(code) && code !== 'access_denied'
  return isKnown ? signInFailures.refused(code) : signInFailures.denied
}

/** A session that the server has begun or confirmed. Nothing of it is stored yet. */
export interface BegunSession {
  credential: Credential
  session: Session
  /** The path with which the sign-in began; null without one. */
  returnTo: string | null
}

/** How long the server may take, in milliseconds. */
const longestWaitMs = 60_000

/**
 * Exchanges a sign-in for the credential of a session. It works once, so it is never sent again: a lost response is
 * followed by another sign-in (OQ-686).
 * @throws ApiError when the server refuses it or cannot be reached
 */
export async function beginSession(signIn: Record<string, string>): Promise<BegunSession> {
  const {
    credential: value,
    subject,
    ends_at,
    return_to,
    ...session
  } = await post(beginSessionCall, BegunSessionResponse, signIn)
  noteServerTime(session.time)
  await tryCredential(value)
  const { name, email } = session
  const credential = { value, subject, name, email, endsAt: Date.parse(ends_at) }
  return { credential, session, returnTo: return_to }
}

/**
 * Tries a credential that the server has just made. Where something on the way removes it, each sign-in would lead to the
 * next one. Any other failure says nothing of the credential.
 * @throws SignInFailure if it doesn't arrive
 */
async function tryCredential(value: string): Promise<void> {
  try {
    await loadSession(value)
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 401 && error.code === 'UNAUTHENTICATED'
    if (isUnknown) throw new SignInFailure(signInFailures.headerRemoved)
  }
}

/** Sends a call of the sign-in, which needs no credential. */
async function post<T>(
  { path }: EndpointDeclaration,
  schema: z.ZodMiniType<{ data: T }>,
  body: Record<string, string>,
): Promise<T> {
  const response = await fetch(apiAddress(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longestWaitMs),
  }).catch(() => {
    throw new ApiError(0)
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) throw new ApiError(response.status, readProblem(text))
  const read = z.safeParse(schema, parsed(text))
  // A proxy has responded instead of the server.
  if (!read.success) throw new ApiError(502)
  return read.data.data
}

/**
 * Asks the server for the session of another tab, to go on with it.
 * @throws ApiError when it has ended or the server cannot be reached
 */
export async function confirmSession(credential: Credential): Promise<BegunSession> {
  return { credential, session: await loadSession(credential.value), returnTo: null }
}

/** Stores a session in this tab (OQ-014), and offers it to tabs that wait for a sign-in. */
export function adoptSession({ credential, session }: BegunSession): void {
  storeCredential(credential)
  noteSession(session)
  offerSession(credential)
}

/**
 * Ends the session that this tab had before another sign-in, unless another tab goes on with that account (OQ-378).
 * Browsers without locks don't tell, so there it is left to end at its time.
 */
export async function endEarlierSession(earlier: Credential | null): Promise<void> {
  if (earlier === null || !locks) return
  const { held = [] } = await locks.query()
  const ofAccount = `${lockPrefix}${encodeURIComponent(earlier.subject)}:`
  const isShared = held.some(({ name = '' }) => name.startsWith(ofAccount) && !name.endsWith(ownLock))
  if (!isShared) endOnServer(earlier)
}

/** Returns why a sign-in failed: the server's message, or what to try (OQ-516). */
export function signInFailure(error: unknown): string {
  if (error instanceof SignInFailure) return error.message
  if (!(error instanceof ApiError)) return signInFailures.unknown
  if (error.status === 0) return signInFailures.offline
  // The server says which provider fails, and how; a proxy's words would only confuse.
  if (error.status >= 500 && error.code !== 'UNAVAILABLE') return signInFailures.server
  return error.message === generalMessages.unauthenticated ? signInFailures.tokenRefused : error.message
}

/**
 * Goes to the sandbox's account page, which returns to this screen (OQ-378). Until another account has signed in there,
 * the tab keeps its session.
 * @throws Error when the server cannot be reached or has no such page
 */
export async function switchAccount(): Promise<void> {
  const { providers } = await fetchSignInOptions()
  const sandbox = providers.find(({ kind }) => kind === 'sandbox')
  if (!sandbox) throw new Error('Only the sandbox lets its accounts be switched')
  rememberReturnTo(window.location.pathname + window.location.search)
  await startSignIn(sandbox)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
