import type { Role } from '@greenroom/contract/access/permission'
import type { SignIn } from '@greenroom/contract/staff/session/sign-in-options'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet } from 'jose'
import type { Logger } from 'pino'
import { type Settings, SettingsError } from '../../settings.ts'
import type { Clock } from '../clock.ts'
import { requireDevelopmentPackage } from '../development-package.ts'
import { type AllowList, admittedBy, isEmpty, readAllowList } from './allow-list.ts'
import { createIdTokenVerifier, type Identity, type IdTokenRules } from './id-token-verifier.ts'
import { createIssuerKeys, isTrustworthyAddress } from './issuer-keys.ts'
import { sandboxClientId, sandboxDomain, sandboxIssuer, sandboxRole } from './sandbox-accounts.ts'
import { loadSandboxKeys } from './sandbox-keys.ts'
import { mountSandboxProvider, sandboxRedirectUris } from './sandbox-provider.ts'

export type { Identity }

export interface IdentityProvider {
  /** What a browser needs to start a sign-in; public. */
  options(): SignIn
  /** The issuer of its tokens, in one spelling. */
  issuer: string
  /** Returns by which entry of the settings an address may sign in; null if by none. */
  admits(email: string): 'address' | 'domain' | null
  /**
   * Checks the provider's ID token, with which a session begins (OQ-012). isInvited tells whether an address that the
   * settings do not admit was invited; by default nobody was.
   * @throws AppError UNAUTHENTICATED, CREDENTIAL_EXPIRED or ACCOUNT_NOT_ACCEPTED; UNAVAILABLE if it cannot be checked
   */
  verify(token: string, isInvited?: (email: string) => Promise<boolean>): Promise<Identity>
  /** Returns the role that an account of the sandbox gets at its first sign-in; undefined for all others. */
  roleAtFirst(email: string): Role | undefined
  /** Adds the sign-in's own pages under /idp: those of the sandbox, none for the others. */
  mount(app: FastifyInstance): Promise<void>
}

type SignInSettings = Pick<
  Settings,
  | 'DEMO'
  | 'GOOGLE_CLIENT_ID'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'ADMIN_EMAIL_DOMAINS'
  | 'ADMIN_EMAILS'
  | 'CORS_ORIGINS'
  | 'CONSOLE'
>

interface IdentityContext {
  /** The server's URL in browsers, from publicUrlOf. */
  publicUrl: string
  dataDir: string
  clock: Clock
  log: Logger
}

const googleIssuer = 'https://accounts.google.com'

/**
 * Chooses the sign-in: Google if it has a client id, else the OpenID provider in the settings, else the sandbox
 * (OQ-015). refuseSandboxes decides whether the sandbox may be used.
 * @throws SettingsError if the settings would admit nobody
 */
export async function chooseIdentity(
  settings: SignInSettings,
  context: IdentityContext,
): Promise<IdentityProvider> {
  switch (signInKind(settings)) {
    case 'google':
      return googleIdentity(settings, context)
    case 'oidc':
      return oidcIdentity(settings, context)
    case 'sandbox':
      return await sandboxIdentity(settings, context)
  }
}

/** Returns which sign-in the settings select. */
export function signInKind(settings: Pick<Settings, 'GOOGLE_CLIENT_ID' | 'OIDC_ISSUER'>): SignIn['kind'] {
  if (settings.GOOGLE_CLIENT_ID) return 'google'
  return settings.OIDC_ISSUER ? 'oidc' : 'sandbox'
}

function googleIdentity(settings: SignInSettings, { clock, log }: IdentityContext): IdentityProvider {
  const clientId = settings.GOOGLE_CLIENT_ID ?? ''
  return identityOf({ kind: 'google', client_id: clientId }, nothingToMount, {
    // Google documents both spellings.
    issuers: ['accounts.google.com', googleIssuer],
    clientId,
    keys: createIssuerKeys(googleIssuer, { clock, log }),
    allowList: requiredAllowList(settings),
    hostedDomainClaim: true,
    clock,
  })
}

function oidcIdentity(settings: SignInSettings, { clock, log }: IdentityContext): IdentityProvider {
  const issuer = settings.OIDC_ISSUER ?? ''
  const clientId = settings.OIDC_CLIENT_ID
  if (!clientId) throw new SettingsError('OIDC_CLIENT_ID is needed when OIDC_ISSUER is set.')
  if (!isTrustworthyAddress(issuer)) {
    throw new SettingsError(
      'OIDC_ISSUER must be an address that begins with https:// (http:// on this computer only).',
    )
  }
  const name = new URL(issuer).hostname
  return identityOf({ kind: 'oidc', issuer, client_id: clientId, name }, nothingToMount, {
    issuers: [issuer],
    clientId,
    keys: createIssuerKeys(issuer, { clock, log }),
    allowList: requiredAllowList(settings),
    hostedDomainClaim: false,
    clock,
  })
}

async function sandboxIdentity(
  settings: SignInSettings,
  context: IdentityContext,
): Promise<IdentityProvider> {
  requireDevelopmentPackage('oidc-provider', 'The sandbox sign-in', 'GOOGLE_CLIENT_ID or OIDC_ISSUER')
  const named = readAllowList(settings)
  const issuer = sandboxIssuer(context.publicUrl)
  const keys = await loadSandboxKeys(context.dataDir)
  const mount = (app: FastifyInstance) =>
    mountSandboxProvider(app, {
      issuer,
      keys,
      redirectUris: sandboxRedirectUris(context.publicUrl, settings.CORS_ORIGINS),
      isDemo: settings.DEMO === 'on',
      hasFont: settings.CONSOLE === 'on',
      log: context.log,
    })
  return identityOf({ kind: 'sandbox', issuer, client_id: sandboxClientId }, mount, {
    issuers: [issuer],
    clientId: sandboxClientId,
    keys: createLocalJWKSet(keys.publicKeys),
    allowList: isEmpty(named) ? { domains: new Set([sandboxDomain]), addresses: new Set() } : named,
    hostedDomainClaim: false,
    clock: context.clock,
  })
}

function identityOf(
  options: SignIn,
  mount: IdentityProvider['mount'],
  rules: IdTokenRules,
): IdentityProvider {
  return {
    options: () => options,
    issuer: rules.issuers[0] ?? '',
    admits: (email) => admittedBy(rules.allowList, email),
    verify: createIdTokenVerifier(rules),
    roleAtFirst: options.kind === 'sandbox' ? sandboxRole : () => undefined,
    mount,
  }
}

function requiredAllowList(settings: SignInSettings): AllowList {
  const list = readAllowList(settings)
  if (isEmpty(list)) {
    throw new SettingsError('Nobody could sign in: set ADMIN_EMAIL_DOMAINS or ADMIN_EMAILS.')
  }
  return list
}

async function nothingToMount(): Promise<void> {}
