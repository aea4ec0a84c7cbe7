import { generalMessages } from '@greenroom/contract/error'
import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import * as client from 'openid-client'
import type { Logger } from 'pino'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { isTrustworthyAddress, type ProviderSource } from './issuer-keys.ts'

/** How long a discovery document counts as current. */
const freshMs = 3_600_000
/** Seconds. The verifier of ID tokens checks their times by our own clock, and says which clock is wrong. */
const anyTime = 1e9

interface ExchangeOptions extends ProviderSource {
  clientId: string
  /** Without it the client is public, and PKCE alone protects the code. */
  clientSecret: string | undefined
  clock: Clock
  log: Logger
}

/** What the return from the provider must match. */
export interface ExpectedReturn {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** What the provider added to the console's address. */
interface ProviderReturn {
  code: string
  /** The issuer, if the provider names it (RFC 9207). */
  iss?: string | undefined
}

export interface CodeExchange {
  /**
   * Returns the address of the provider's page for a sign-in.
   * @param email suggests the account
   * @throws AppError UNAVAILABLE if the provider's addresses can't be read
   */
  addressFor(expected: ExpectedReturn, email: string | undefined): Promise<string>
  /**
   * Exchanges the code of a return for the ID token, whose signature and times are still to be verified.
   * @throws AppError UNAUTHENTICATED if the return or the token isn't that of this sign-in, or the provider refuses the
   * code; UNAVAILABLE if the provider fails, or refuses our client
   */
  exchange(expected: ExpectedReturn, answer: ProviderReturn): Promise<string>
}

/** Signs in with an authorization code and PKCE (OpenID Connect Core 3.1, RFC 7636, RFC 9700). */
export function createCodeExchange(options: ExchangeOptions): CodeExchange {
  const { authority, timeoutMs, clientId, clientSecret, clock, log } = options
  let known: { config: client.Configuration; at: number } | undefined
  let loading: Promise<client.Configuration> | undefined
  /** How the secret is sent. Providers differ in what they take, and some take only what the client is set to there. */
  let way: SecretWay = 'client_secret_post'

  async function load(): Promise<client.Configuration> {
    const ask = options.fetch
    const config = await client.discovery(
      new URL(authority),
      clientId,
      { [client.clockTolerance]: anyTime },
      (...request) => authentication()(...request),
      {
        timeout: timeoutMs / 1000,
        // For a provider on this computer; every address is checked below.
        execute: [client.allowInsecureRequests],
        ...(ask && { [client.customFetch]: (address, init) => ask(address, init as RequestInit) }),
      },
    )
    const metadata = config.serverMetadata()
    if (metadata.issuer !== options.issuer) throw new Error(`It names another issuer: ${metadata.issuer}`)
    for (const name of ['authorization_endpoint', 'token_endpoint'] as const) {
      if (!isTrustworthyAddress(metadata[name] ?? '')) throw new Error(`Its ${name} isn't offered over https`)
    }
    if (!known) way = waysOf(metadata)[0] ?? way
    known = { config, at: clock.now().getTime() }
    return config
  }

  async function configuration(): Promise<client.Configuration> {
    if (known && clock.now().getTime() - known.at < freshMs) return known.config
    loading ??= load().finally(() => {
      loading = undefined
    })
    try {
      return await loading
    } catch (error) {
      log.error(
        { err: error, issuer: options.issuer },
        'The addresses of the sign-in provider could not be read',
      )
      // As with the keys: what was read last stays in use.
      if (known) return known.config
      throw away(error)
    }
  }

  function authentication(): client.ClientAuth {
    if (clientSecret === undefined) return client.None()
    return way === 'client_secret_post'
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret)
  }

  async function ask(
    config: client.Configuration,
    { state, nonce, verifier, redirectUri }: ExpectedReturn,
    { code, iss }: ProviderReturn,
  ): Promise<string> {
    const address = new URL(redirectUri)
    address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
    const tokens = await client.authorizationCodeGrant(config, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    return tokens.id_token ?? ''
  }

  return {
    async addressFor({ state, nonce, verifier, redirectUri }, email) {
      const parameters = {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(email ? { login_hint: email } : {}),
      }
      return client.buildAuthorizationUrl(await configuration(), parameters).href
    },

    async exchange(expected, answer) {
      const config = await configuration()
      try {
        return await ask(config, expected, answer)
      } catch (error) {
        const before = way
        const other = waysOf(config.serverMetadata()).find((one) => one !== before)
        if (clientSecret === undefined || !other || !isClientRefused(error)) throw refusalOf(error)
        // A code outlives a request whose client was refused.
        way = other
        return await ask(config, expected, answer).catch((again: unknown) => {
          if (isClientRefused(again)) way = before
          throw refusalOf(again)
        })
      }
    },
  }

  function refusalOf(error: unknown): AppError {
    if (error instanceof AppError) return error
    if (isClientRefused(error)) {
      log.error({ err: error, issuer: options.issuer }, 'The sign-in provider refuses the client')
      return new AppError('UNAVAILABLE', sessionMessages.clientRefused, { retryAfter: 60, cause: error })
    }
    if (error instanceof client.ResponseBodyError && error.status < 500) {
      const message =
        error.error === 'invalid_grant' ? sessionMessages.codeRefused : generalMessages.unauthenticated
      return new AppError('UNAUTHENTICATED', message, { cause: new Error(error.error, { cause: error }) })
    }
    const code = error instanceof client.ClientError ? error.code : undefined
    const isToken = code !== undefined && refusingCodes.has(code)
    if (isToken) {
      return new AppError('UNAUTHENTICATED', generalMessages.unauthenticated, {
        cause: new Error(checkOf(error), { cause: error }),
      })
    }
    log.error({ err: error, issuer: options.issuer }, 'The sign-in provider could not exchange a code')
    return away(error)
  }
}

type SecretWay = 'client_secret_post' | 'client_secret_basic'

/** Returns in which ways a provider takes a secret, the preferred one first. */
function waysOf(metadata: client.ServerMetadata): SecretWay[] {
  const named: readonly string[] = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return (['client_secret_post', 'client_secret_basic'] as const).filter((way) => named.includes(way))
}

/** The library's codes for a return or a token that isn't that of this sign-in. */
const refusingCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/** Returns what the return or the token fails, for the log. */
function checkOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; cause?: { claim?: string } } }
  return cause?.cause?.claim ?? cause?.message ?? 'form'
}

function isClientRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return true
  if (!(error instanceof client.ResponseBodyError)) return false
  return error.error === 'invalid_client' || error.error === 'unauthorized_client'
}

function away(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', sessionMessages.away, { retryAfter: 5, cause })
}
