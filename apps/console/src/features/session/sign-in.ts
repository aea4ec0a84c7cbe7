import { SignInOptions } from '@greenroom/contract/session/sign-in-options'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api/api-error.ts'
import { loadSession } from '../../lib/api/current-session.ts'
import { runtimeSettings } from '../../lib/runtime-settings.ts'
import { readClaims, rememberReturnTo, storeCredential } from '../../lib/session.ts'
import { offerSession } from '../../lib/shared-session.ts'

/** A redirect-based identity provider: OpenID Connect, authorization code with PKCE. */
export type RedirectProvider = Exclude<SignInOptions, { kind: 'google' }>

const Discovery = z.object({ authorization_endpoint: z.string(), token_endpoint: z.string() })
const Tokens = z.object({ id_token: z.string() })
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
})
type SignInAttempt = z.output<typeof Attempt>

// State to keep while the browser is at the identity provider.
const attemptKey = 'signInAttempt'

/**
 * Loads the sign-in options from the server.
 * @throws Error when it cannot be reached or its response is invalid
 */
export async function fetchSignInOptions(): Promise<SignInOptions> {
  return SignInOptions.parse(await fetchJson(`${runtimeSettings().apiUrl}/idp/options`))
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
 * @throws Error when the provider cannot be reached
 */
export async function prepareSignIn(
  provider: RedirectProvider,
  { email, statePrefix = '' }: { email?: string; statePrefix?: string } = {},
): Promise<PreparedSignIn> {
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
 * @throws Error when the provider cannot be reached
 */
export async function startSignIn(provider: RedirectProvider): Promise<void> {
  const { address, attempt } = await prepareSignIn(provider)
  sessionStorage.setItem(attemptKey, JSON.stringify(attempt))
  window.location.assign(address)
}

/**
 * Exchanges the returned code for the credential. Each attempt can be finished once.
 * @param search query string of the address that the identity provider redirected to
 * @throws Error when the provider refused, the response belongs to no attempt of this tab, or the exchange fails
 */
export function finishSignIn(provider: RedirectProvider, search: string): Promise<string> {
  const kept = sessionStorage.getItem(attemptKey)
  sessionStorage.removeItem(attemptKey)
  return exchangeCode(provider, Attempt.parse(JSON.parse(kept ?? 'null')), search)
}

/**
 * Exchanges the code of a response for the credential.
 * @throws Error when the provider refused, the response belongs to another attempt, or the exchange fails
 */
export async function exchangeCode(
  provider: RedirectProvider,
  attempt: SignInAttempt,
  search: string,
): Promise<string> {
  const response = new URLSearchParams(search)
  const code = response.get('code')
  if (code === null) throw new Error(`The identity provider returned ${response.get('error')}`)
  if (response.get('state') !== attempt.state) throw new Error('The response belongs to another attempt')

  const { token_endpoint } = await discover(provider)
  const tokens = Tokens.parse(
    await fetchJson(token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: provider.client_id,
        code,
        redirect_uri: attempt.redirectUri,
        code_verifier: attempt.verifier,
      }),
    }),
  )
  // The server checks the signature; only this tab knows the nonce.
  if (readClaims(tokens.id_token)?.nonce !== attempt.nonce)
    throw new Error('The token belongs to another attempt')
  return tokens.id_token
}

/**
 * Asks the server whether it accepts a credential's account.
 * @throws Error when it does not, or cannot be reached
 */
export async function checkCredential(credential: string): Promise<void> {
  await loadSession(credential)
}

/**
 * Stores a credential if the server accepts its account (OQ-014), and offers it to tabs that wait for a sign-in.
 * @throws Error when the server refuses it or cannot be reached; nothing is stored then
 */
export async function acceptCredential(credential: string): Promise<void> {
  await checkCredential(credential)
  storeCredential(credential)
  offerSession(credential)
}

/** Returns the server's message for an account that may not use the console; null for any other failure. */
export function refusedAccount(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'ACCOUNT_NOT_ACCEPTED' ? error.message : null
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
  return Discovery.parse(await fetchJson(`${issuer}/.well-known/openid-configuration`))
}

async function fetchJson(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, { ...init, headers: { accept: 'application/json', ...init.headers } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
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
