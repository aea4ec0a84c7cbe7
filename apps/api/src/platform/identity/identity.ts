import type { Role } from '@greenroom/contract/access/permission'
import { generalMessages } from '@greenroom/contract/error'
import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import type { SignInProvider } from '@greenroom/contract/staff/session/sign-in-options'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, decodeJwt, type JWTVerifyGetKey } from 'jose'
import type { Logger } from 'pino'
import { type Settings, SettingsError } from '../../settings.ts'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { requireDevelopmentPackage } from '../development-package.ts'
import { type AllowList, admittedBy, isEmpty, readAllowList } from './allow-list.ts'
import { type CodeExchange, createCodeExchange } from './code-exchange.ts'
import { consoleReturns } from './console-returns.ts'
import { createIdTokenVerifier, type Identity } from './id-token-verifier.ts'
import { createIssuerKeys } from './issuer-keys.ts'
import { sandboxClientId, sandboxDomain, sandboxIssuer, sandboxRole } from './sandbox-accounts.ts'
import { createSandboxCalls } from './sandbox-calls.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'
import { mountSandboxProvider } from './sandbox-provider.ts'
import { type ProviderDefinition, readSignInProviders, type SignInSettings } from './sign-in-providers.ts'

export type { Identity }

export interface SignInIdentity {
  /** The ways to sign in, in the order of their buttons; public. */
  providers: readonly SignInProvider[]
  /** The console's addresses to which a sign-in may return; the first one is that of PUBLIC_URL. */
  returns: readonly string[]
  /** Tells whether accounts of an issuer may sign in. */
  isKnown(issuer: string): boolean
  /** Tells whether groups give roles to accounts of an issuer; null asks whether they do at any provider. */
  givesRoles(issuer: string | null): boolean
  /** Returns by which entry of the settings an address may sign in; null if by none. */
  admits(email: string): 'address' | 'domain' | null
  /**
   * Returns how a provider exchanges codes.
   * @throws AppError BAD_REQUEST if there is no such provider
   */
  exchangeAt(provider: string): CodeExchange
  /**
   * Checks an ID token, with which a session begins (OQ-012).
   * @param options.provider the provider that has just issued it for a code; without it, the token names its issuer
   * @param options.isInvited tells whether an address that the settings do not admit was invited; by default nobody was
   * @throws AppError UNAUTHENTICATED, CREDENTIAL_EXPIRED or ACCOUNT_NOT_ACCEPTED; UNAVAILABLE if it cannot be checked
   */
  verify(
    token: string,
    options?: {
      provider?: string | undefined
      isInvited?: ((email: string) => Promise<boolean>) | undefined
    },
  ): Promise<Identity>
  /** Returns the role that an account of the sandbox gets at its first sign-in; undefined for all others. */
  roleAtFirst(email: string): Role | undefined
  /** Adds the sign-in's own pages under /idp: those of the sandbox, none for the others. */
  mount(app: FastifyInstance): Promise<void>
  /** What a console needs that was loaded before the upgrade to several sign-ins, if it can go on. */
  earlierOptions: Record<string, string>
}

interface IdentityContext {
  /** The server's URL in browsers, from publicUrlOf. */
  publicUrl: string
  dataDir: string
  clock: Clock
  log: Logger
}

type IdentitySettings = SignInSettings &
  Pick<Settings, 'DEMO' | 'ADMIN_EMAIL_DOMAINS' | 'ADMIN_EMAILS' | 'CORS_ORIGINS' | 'CONSOLE'>

/** A provider of the settings or the sandbox, ready for use. */
interface Provider extends ProviderDefinition {
  exchange: CodeExchange
  verify: ReturnType<typeof createIdTokenVerifier>
}

/**
 * Chooses the sign-ins: those of the settings, several at once, or else the sandbox (OQ-015, OQ-694). refuseSandboxes
 * decides whether the sandbox may be used.
 * @throws SettingsError if the settings would admit nobody
 */
export async function chooseIdentity(
  settings: IdentitySettings,
  context: IdentityContext,
): Promise<SignInIdentity> {
  const returns = consoleReturns(context.publicUrl, settings.CORS_ORIGINS)
  const found = readSignInProviders(settings)
  if (found.length === 0) return await sandboxIdentity(settings, context, returns)
  const allowList = readAllowList(settings)
  if (isEmpty(allowList)) {
    throw new SettingsError('Nobody could sign in: set ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS.')
  }
  const providers = found.map((one) => ready(one, { allowList, context }))
  return identityOf(providers, { allowList, returns })
}

function ready(
  definition: ProviderDefinition,
  { allowList, context, keys }: { allowList: AllowList; context: IdentityContext; keys?: JWTVerifyGetKey },
): Provider {
  const { clock, log } = context
  const { issuers, clientId, kind, groups } = definition
  return {
    ...definition,
    exchange: createCodeExchange({ ...definition, clock, log }),
    verify: createIdTokenVerifier({
      issuers,
      clientId,
      keys: keys ?? createIssuerKeys(definition, { clock, log }),
      allowList,
      hostedDomainClaim: kind === 'google',
      isEntra: kind === 'entra',
      groups,
      clock,
    }),
  }
}

async function sandboxIdentity(
  settings: IdentitySettings,
  context: IdentityContext,
  returns: readonly string[],
): Promise<SignInIdentity> {
  requireDevelopmentPackage('oidc-provider', 'The sandbox sign-in', 'GOOGLE_CLIENT_ID or OIDC_ISSUER')
  const named = readAllowList(settings)
  const allowList = isEmpty(named)
    ? { domains: new Set([sandboxDomain]), addresses: new Set<string>() }
    : named
  const issuer = sandboxIssuer(context.publicUrl)
  const keys = await loadSandboxKeys(context.dataDir)
  const calls = createSandboxCalls()
  const sandbox: ProviderDefinition = {
    id: 'sandbox',
    kind: 'sandbox',
    name: 'Google',
    authority: issuer,
    issuer,
    issuers: [issuer],
    clientId: sandboxClientId,
    clientSecret: undefined,
    timeoutMs: settings.SIGN_IN_TIMEOUT_SECONDS * 1000,
    fetch: calls.fetch,
  }
  const provider = ready(sandbox, { allowList, context, keys: createLocalJWKSet(keys.publicKeys) })
  return {
    ...identityOf([provider], { allowList, returns }),
    roleAtFirst: sandboxRole,
    async mount(app) {
      calls.answerFrom(app)
      await mountSandboxProvider(app, {
        issuer,
        keys,
        redirectUris: [...returns],
        isDemo: settings.DEMO === 'on',
        hasFont: settings.CONSOLE === 'on',
        log: context.log,
      })
    },
  }
}

function identityOf(
  providers: readonly Provider[],
  { allowList, returns }: { allowList: AllowList; returns: readonly string[] },
): SignInIdentity {
  const known = new Set(providers.flatMap((one) => one.issuers))
  const [first] = providers
  return {
    providers: providers.map(({ id, kind, name, clientId, clientSecret }) => ({
      id,
      kind,
      name,
      ...(kind === 'google' && clientSecret === undefined && { client_id: clientId }),
    })),
    returns,
    isKnown: (issuer) => known.has(issuer),
    givesRoles: (issuer) =>
      providers.some(({ groups, issuers }) => groups && (issuer === null || issuers.includes(issuer))),
    admits: (email) => admittedBy(allowList, email),
    exchangeAt(id) {
      const provider = providers.find((one) => one.id === id)
      if (!provider) throw new AppError('BAD_REQUEST', sessionMessages.provider)
      return provider.exchange
    },
    async verify(token, { provider: id, isInvited } = {}) {
      const claimed = id === undefined ? issuerOf(token) : undefined
      const provider = providers.find((one) =>
        id === undefined ? one.issuers.includes(claimed ?? '') : one.id === id,
      )
      if (!provider) {
        throw new AppError('UNAUTHENTICATED', generalMessages.unauthenticated, { cause: new Error('iss') })
      }
      return await provider.verify(token, { isInvited, isFresh: id !== undefined })
    },
    roleAtFirst: () => undefined,
    mount: async () => {},
    earlierOptions: first ? earlierOptionsOf(first) : {},
  }
}

/** Returns which issuer a token claims. Its signature is checked with that issuer's keys afterwards. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/** Before, the console exchanged the code itself, at the only provider, without a secret (OQ-702). */
function earlierOptionsOf({ kind, issuer, clientId, clientSecret, name }: Provider): Record<string, string> {
  if (clientSecret !== undefined || kind === 'entra') return {}
  if (kind === 'google') return { kind, client_id: clientId }
  return { kind, issuer, client_id: clientId, ...(kind === 'oidc' && { name }) }
}
