import type { Permission } from '@greenroom/contract/access/permission'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { getSession } from '@greenroom/contract/staff/session/session.endpoints'
import { useSyncExternalStore } from 'react'
import { onPermissions, storedPermissions } from '../stored-permissions.ts'
import { useRead } from './hooks.ts'

/**
 * Names the permissions of an endpoint: needed<typeof createBanner>('content.write'). The compiler refuses any other
 * permissions, so the endpoint keeps the rule, and its schemas are not part of the script.
 */
export function needed<D extends EndpointDeclaration>(
  ...permissions: D['permissions']
): readonly Permission[] {
  return permissions
}

/** The permissions of the signed-in person; undefined until the session is loaded for the first time in this tab. */
export function usePermissions(): readonly Permission[] | undefined {
  return useSyncExternalStore(onPermissions, storedPermissions, storedPermissions)
}

/**
 * Tells whether the signed-in person may call an endpoint: useMay<typeof createBanner>('content.write'). What they may
 * not call is not offered.
 */
export function useMay<D extends EndpointDeclaration>(...permissions: D['permissions']): boolean {
  return includesAll(usePermissions(), permissions)
}

/** Tells whether permissions include all that are needed. */
export function includesAll(
  permissions: readonly Permission[] | undefined,
  all: readonly Permission[],
): boolean {
  return all.every((one) => permissions?.includes(one))
}

/**
 * Tells whether the signed-in person has permissions, for a whole screen. It is unknown until the session is loaded; if
 * that fails, the screen makes its calls and the server decides.
 */
export function useAccess(all: readonly Permission[]): 'allowed' | 'refused' | 'unknown' {
  const { isError } = useRead(getSession, {})
  const permissions = usePermissions()
  if (permissions === undefined) return isError || all.length === 0 ? 'allowed' : 'unknown'
  return includesAll(permissions, all) ? 'allowed' : 'refused'
}
