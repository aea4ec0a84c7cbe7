import type { SignInProvider } from '@greenroom/contract/staff/session/sign-in-options'
import { type Settings, SettingsError } from '../../settings.ts'
import type { GroupRoles } from './group-roles.ts'
import { isTrustworthyAddress, type ProviderSource } from './issuer-keys.ts'

/** A sign-in provider as the settings describe it. */
export interface ProviderDefinition extends ProviderSource {
  id: string
  kind: SignInProvider['kind']
  name: string
  /** Every valid issuer of its tokens, the one that accounts are stored with first. */
  issuers: string[]
  clientId: string
  clientSecret: string | undefined
  groups?: GroupRoles | undefined
}

export type SignInSettings = Pick<
  Settings,
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GOOGLE_URL'
  | 'ENTRA_CLIENT_ID'
  | 'ENTRA_CLIENT_SECRET'
  | 'ENTRA_TENANTS'
  | 'ENTRA_URL'
  | 'ENTRA_GROUPS_CLAIM'
  | 'ENTRA_GROUP_ROLES'
  | `OIDC${'' | '_2' | '_3'}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME' | 'GROUPS_CLAIM' | 'GROUP_ROLES'}`
  | 'SIGN_IN_TIMEOUT_SECONDS'
>

const googleIssuer = 'https://accounts.google.com'
const entraOrigin = 'https://login.microsoftonline.com'

/**
 * Returns the providers of the settings, in the order of their buttons; none if only the sandbox is left.
 * @throws SettingsError if one lacks a setting, or two have one issuer
 */
export function readSignInProviders(settings: SignInSettings): ProviderDefinition[] {
  const found = [googleOf(settings), entraOf(settings), ...oidcOf(settings)].filter(
    (one) => one !== undefined,
  )
  const issuers = found.flatMap((one) => one.issuers)
  const twice = issuers.find((issuer, at) => issuers.indexOf(issuer) !== at)
  if (twice !== undefined) throw new SettingsError(`Two sign-ins have the issuer ${twice}: keep one of them.`)
  return found
}

/** Tells whether nobody but the sandbox signs people in. */
export function isSandboxSignIn(
  settings: Pick<SignInSettings, 'GOOGLE_CLIENT_ID' | 'ENTRA_CLIENT_ID' | `OIDC${'' | '_2' | '_3'}_ISSUER`>,
): boolean {
  const { GOOGLE_CLIENT_ID, ENTRA_CLIENT_ID, OIDC_ISSUER, OIDC_2_ISSUER, OIDC_3_ISSUER } = settings
  return ![GOOGLE_CLIENT_ID, ENTRA_CLIENT_ID, OIDC_ISSUER, OIDC_2_ISSUER, OIDC_3_ISSUER].some(Boolean)
}

function googleOf(settings: SignInSettings): ProviderDefinition | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_URL: url } = settings
  if (!clientId) return undefined
  return {
    id: 'google',
    kind: 'google',
    name: 'Google',
    authority: googleIssuer,
    issuer: googleIssuer,
    // Google documents both spellings.
    issuers: ['accounts.google.com', googleIssuer],
    clientId,
    clientSecret,
    ...sourceOf(settings, googleIssuer, url),
  }
}

function entraOf(settings: SignInSettings): ProviderDefinition | undefined {
  const {
    ENTRA_CLIENT_ID: clientId,
    ENTRA_CLIENT_SECRET: clientSecret,
    ENTRA_TENANTS: tenants,
    ENTRA_URL: url,
  } = settings
  if (!clientId) return undefined
  if (!clientSecret) throw new SettingsError('ENTRA_CLIENT_SECRET is needed when ENTRA_CLIENT_ID is set.')
  const [tenant, ...others] = tenants
  if (!tenant) {
    throw new SettingsError('ENTRA_TENANTS is needed when ENTRA_CLIENT_ID is set: the ids of the tenants.')
  }
  const issuerOf = (name: string) => `${entraOrigin}/${name}/v2.0`
  const isOne = others.length === 0
  return {
    id: 'entra',
    kind: 'entra',
    name: 'Microsoft',
    authority: issuerOf(isOne ? tenant : 'organizations'),
    // The common document names no tenant.
    issuer: issuerOf(isOne ? tenant : '{tenantid}'),
    issuers: tenants.map(issuerOf),
    clientId,
    clientSecret,
    groups: groupsOf(settings.ENTRA_GROUPS_CLAIM, settings.ENTRA_GROUP_ROLES),
    ...sourceOf(settings, entraOrigin, url),
  }
}

function oidcOf(settings: SignInSettings): (ProviderDefinition | undefined)[] {
  return (['', '_2', '_3'] as const).map((n) => {
    const issuer = settings[`OIDC${n}_ISSUER`]
    const clientId = settings[`OIDC${n}_CLIENT_ID`]
    if (!issuer) return undefined
    if (!clientId) throw new SettingsError(`OIDC${n}_CLIENT_ID is needed when OIDC${n}_ISSUER is set.`)
    if (!isTrustworthyAddress(issuer)) {
      throw new SettingsError(
        `OIDC${n}_ISSUER must be an address that begins with https:// (http:// on this computer only).`,
      )
    }
    return {
      id: `oidc${n.replace('_', '-')}`,
      kind: 'oidc' as const,
      name: settings[`OIDC${n}_NAME`] ?? new URL(issuer).hostname,
      authority: issuer,
      issuer,
      issuers: [issuer],
      clientId,
      clientSecret: settings[`OIDC${n}_CLIENT_SECRET`],
      groups: groupsOf(settings[`OIDC${n}_GROUPS_CLAIM`], settings[`OIDC${n}_GROUP_ROLES`]),
      ...sourceOf(settings),
    }
  })
}

function groupsOf(claim = 'groups', roles: GroupRoles['roles'] | undefined): GroupRoles | undefined {
  return roles && { claim, roles }
}

/** @param url replaces the provider's origin in tests. Addresses elsewhere are called unchanged. */
function sourceOf(
  { SIGN_IN_TIMEOUT_SECONDS: seconds }: SignInSettings,
  origin = '',
  url?: string,
): Pick<ProviderDefinition, 'timeoutMs' | 'fetch'> {
  const timeoutMs = seconds * 1000
  if (!url) return { timeoutMs }
  const placed = (address: string) =>
    address.startsWith(`${origin}/`) ? url.replace(/\/$/, '') + address.slice(origin.length) : address
  return { timeoutMs, fetch: (address, init) => fetch(placed(String(address)), init) }
}
