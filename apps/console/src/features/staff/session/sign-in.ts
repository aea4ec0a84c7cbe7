import {
  BegunSession as BegunSessionResponse,
  beginSession as beginSessionCall,
} from '@greenroom/contract/staff/session/open-session.endpoints'
import type { Session } from '@greenroom/contract/staff/session/session.endpoints'
import { SignInOptions } from '@greenroom/contract/staff/session/sign-in-options'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/api-error.ts'
import { apiAddress } from '../../../lib/api/client.ts'
import { loadSession, noteSession } from '../../../lib/api/current-session.ts'
import { readProblem } from '../../../lib/api/problem.ts'
import { noteServerTime } from '../../../lib/clock.ts'
import { runtimeSettings } from '../../../lib/runtime-settings.ts'
import { type Credential, rememberReturnTo, storeCredential } from '../../../lib/session.ts'
import { offerSession } from '../../../lib/shared-session.ts'
import { readTab, removeFromTab, writeTab } from '../../../lib/tab-storage.ts'
import { signInFailures } from './session-messages.ts'

/** A redirect-based identity provider: OpenID Connect, authorization code with PKCE. */
type RedirectProvider = Exclude<SignInOptions, { kind: 'google' }>

const Discovery = z.object({ authorization_endpoint: z.string(), token_endpoint: z.string() })
const Tokens = z.object({ id_token: z.string() })
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
})
type SignInAttempt = z.output<typeof Attempt>

/** A sign-in that failed; the message says why to the person. */
export class SignInFailure extends Error {}

// State to keep while the browser is at the identity provider.
const attemptKey = 'signInAttempt'

/**
 * Loads the sign-in options from the server.
 * @throws SignInFailure when it cannot be reached or its response is invalid
 */
export async function fetchSignInOptions(): Promise<SignInOptions> {
  return fetchJson(SignInOptions, `${runtimeSettings().apiUrl}/idp/options`, {
    unreachable: signInFailures.offline,
    refused: signInFailures.server,
  })
}

/** A sign-in that has been prepared: its address at the identity provider, and what its response must match. */
export interface PreparedSignIn {
  provider: RedirectProvider
  address: string
  attempt: SignInAttempt
}

/**
 * Prepares a sign-in at the identity provider, which redirects to /login with a code.
 * @param email suggests the account to the provider
 * @param statePrefix marks the sign-ins of a window of their own
 * @throws SignInFailure when the provider cannot be reached, or the browser lacks what it needs
 */
export async function prepareSignIn(
  provider: RedirectProvider,
  { email, statePrefix = '' }: { email?: string; statePrefix?: string } = {},
): Promise<PreparedSignIn> {
  // Browsers offer cryptography only over HTTPS and on localhost.
  if (!crypto.subtle) throw new SignInFailure(signInFailures.insecure)
  const { authorization_endpoint } = await discover(provider)
  const attempt = {
    state: statePrefix + randomText(),
    nonce: randomText(),
    verifier: randomText(),
    redirectUri: `${window.location.origin}/login`,
  }
  const address = new URL(authorization_endpoint)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: attempt.redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await challengeOf(attempt.verifier),
    code_challenge_method: 'S256',
    ...(email ? { login_hint: email } : {}),
  }).toString()
  return { provider, address: address.href, attempt }
}

/**
 * Redirects to the identity provider, which redirects back to /login with a code.
 * @throws SignInFailure when the provider cannot be reached, or the browser lacks what it needs
 */
export async function startSignIn(provider: RedirectProvider): Promise<void> {
  const { address, attempt } = await prepareSignIn(provider)
  if (!writeTab(attemptKey, JSON.stringify(attempt))) throw new SignInFailure(signInFailures.storage)
  window.location.assign(address)
}

/**
 * Exchanges the returned code for the ID token. Each attempt can be finished once.
 * @param search query string of the address that the identity provider redirected to
 * @throws Error when the provider refused, the response belongs to no attempt of this tab, or the exchange fails
 */
export async function finishSignIn(provider: RedirectProvider, search: string): Promise<string> {
  const kept = readTab(attemptKey)
  removeFromTab(attemptKey)
  refuseDenied(search)
  const attempt = Attempt.safeParse(JSON.parse(kept ?? 'null'))
  if (!attempt.success) throw new SignInFailure(signInFailures.stateLost)
  return exchangeCode(provider, attempt.data, search)
}

/** @throws SignInFailure when the provider's response is a refusal */
function refuseDenied(search: string): void {
  const response = new URLSearchParams(search)
  if (response.has('code')) return
  const code = response.get('error') ?? ''
  // Anybody can write an address: only a code of the protocol is shown.
  const isKnown = /^[a-z_]{1,40}$/.test(code) && code !== 'access_denied'
  throw new SignInFailure(isKnown ? signInFailures.refused(code) : signInFailures.denied)
}

/**
 * Exchanges the code of a response for the ID token.
 * @throws Error when the provider refused, the response belongs to another attempt, or the exchange fails
 */
export async function exchangeCode(
  provider: RedirectProvider,
  attempt: SignInAttempt,
  search: string,
): Promise<string> {
  refuseDenied(search)
  const response = new URLSearchParams(search)
  if (response.get('state') !== attempt.state) throw new SignInFailure(signInFailures.stateLost)

  const { token_endpoint } = await discover(provider)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: provider.client_id,
    code: response.get('code') ?? '',
    redirect_uri: attempt.redirectUri,
    code_verifier: attempt.verifier,
  })
  const failures = { unreachable: signInFailures.provider, refused: signInFailures.codeRefused }
  const tokens = await fetchJson(Tokens, token_endpoint, failures, { method: 'POST', body })
  // The server checks the signature; only this tab knows the nonce.
  if (nonceOf(tokens.id_token) !== attempt.nonce) throw new SignInFailure(signInFailures.stateLost)
  return tokens.id_token
}

/** A session that the server has begun or confirmed. Nothing of it is stored yet. */
export interface BegunSession {
  credential: Credential
  session: Session
}

/** How long the server may take, in milliseconds. */
const longestWaitMs = 60_000

/**
 * Exchanges an ID token for the credential of a session. It works once, so it is never sent again: a lost response is
 * followed by another sign-in (OQ-686).
 * @throws ApiError when the server refuses it or cannot be reached
 */
export async function beginSession(idToken: string): Promise<BegunSession> {
  const response = await fetch(apiAddress(beginSessionCall.path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id_token: idToken }),
    signal: AbortSignal.timeout(longestWaitMs),
  }).catch(() => {
    throw new ApiError(0)
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) throw new ApiError(response.status, readProblem(text))
  const read = BegunSessionResponse.safeParse(parsed(text))
  // A proxy has responded instead of the server.
  if (!read.success) throw new ApiError(502)
  const { credential: value, subject, ends_at, ...session } = read.data.data
  noteServerTime(session.time)
  const { name, email } = session
  return { credential: { value, subject, name, email, endsAt: Date.parse(ends_at) }, session }
}

/**
 * Asks the server for the session of another tab, to go on with it.
 * @throws ApiError when it has ended or the server cannot be reached
 */
export async function confirmSession(credential: Credential): Promise<BegunSession> {
  return { credential, session: await loadSession(credential.value) }
}

/** Stores a session in this tab (OQ-014), and offers it to tabs that wait for a sign-in. */
export function adoptSession({ credential, session }: BegunSession): void {
  storeCredential(credential)
  noteSession(session)
  offerSession(credential)
}

/** Returns why a sign-in failed: the server's message for a refused account, or what to try (OQ-516). */
export function signInFailure(error: unknown): string {
  if (error instanceof SignInFailure) return error.message
  if (!(error instanceof ApiError)) return signInFailures.unknown
  if (error.status === 0) return signInFailures.offline
  if (error.status >= 500) return signInFailures.server
  const isBareRefusal = error.status === 401 && error.code !== 'ACCOUNT_NOT_ACCEPTED'
  return isBareRefusal ? signInFailures.tokenRefused : error.message
}

/**
 * Goes to the sandbox's account page, which returns to this screen (OQ-378). Until another account has signed in there,
 * the tab keeps its session.
 * @throws Error when the server cannot be reached or has no such page
 */
export async function switchAccount(): Promise<void> {
  const options = await fetchSignInOptions()
  if (options.kind !== 'sandbox') throw new Error('Only the sandbox lets its accounts be switched')
  rememberReturnTo(window.location.pathname + window.location.search)
  await startSignIn(options)
}

async function discover(provider: RedirectProvider): Promise<z.output<typeof Discovery>> {
  const issuer = provider.issuer.replace(/\/+$/, '')
  return fetchJson(Discovery, `${issuer}/.well-known/openid-configuration`, {
    unreachable: signInFailures.provider,
    refused: signInFailures.provider,
  })
}

/** @throws SignInFailure with the message for what happened */
async function fetchJson<T>(
  schema: z.ZodMiniType<T>,
  address: string,
  failures: { unreachable: string; refused: string },
  init: RequestInit = {},
): Promise<T> {
  const response = await fetch(address, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
  }).catch((cause: unknown) => {
    throw new SignInFailure(failures.unreachable, { cause })
  })
  if (response.status >= 500) throw new SignInFailure(failures.unreachable)
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  const read = schema.safeParse(body)
  if (!read.success) throw new SignInFailure(failures.refused)
  return read.data
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)))
}

async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Returns the nonce in an ID token, whose signature the server checks; undefined without a readable one. */
function nonceOf(token: string): unknown {
  const claims = parsed(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  return (claims as { nonce?: unknown } | undefined)?.nonce
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
