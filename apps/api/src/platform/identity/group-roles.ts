import { Role } from '@greenroom/contract/access/permission'
import type { JWTPayload } from 'jose'

/** How the groups of a provider give roles (OQ-699). */
export interface GroupRoles {
  /** The claim with the groups: its name, or a path of names such as realm_access.roles. */
  claim: string
  /** The first group of the list that an account is in gives the role. */
  roles: readonly { group: string; role: Role }[]
}

/**
 * Reads a setting such as "finance-team=finance, ops=administrator".
 * @returns null if it is none
 */
export function readGroupRoles(text: string): GroupRoles['roles'] | null {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      // A group's name may contain the sign.
      const at = entry.lastIndexOf('=')
      const role = Role.safeParse(
        entry
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      )
      const group = entry.slice(0, Math.max(0, at)).trim()
      return role.success && group !== '' ? { group, role: role.data } : null
    })
  return entries.some((entry) => entry === null) ? null : entries.filter((entry) => entry !== null)
}

/** Returns the role of an account; null if none of its groups gives one. */
export function roleOfGroups(claims: JWTPayload, { claim, roles }: GroupRoles): Role | null {
  const groups = new Set(groupsIn(claims, claim))
  return roles.find(({ group }) => groups.has(group))?.role ?? null
}

function groupsIn(claims: JWTPayload, claim: string): unknown[] {
  // The name itself first: some providers name a claim by an address.
  const found = Object.hasOwn(claims, claim) ? claims[claim] : valueAt(claims, claim.split('.'))
  return Array.isArray(found) ? found : [found]
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return valueAt((value as Record<string, unknown>)[name], rest)
}
