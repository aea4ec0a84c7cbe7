import { Role } from '@greenroom/contract/access/permission'
import type { JWTPayload } from 'jose'

/** How the groups of a provider give roles (OQ-699). */
export interface GroupRoles {
  /** The claim with the groups: its name, or a path of names such as realm_access.roles. */
  claim: string
  /** The first group of the list that an account is in gives the role. */
  roles: readonly { group: string; role: Role }[]
}

/** A group's name in quotation marks, in which two of them are one, with its role; or all up to the next comma. */
const entryForm = /\s*(?:"((?:[^"]|"")*)"\s*=([^,]*)|([^",\s][^,]*)|)\s*(?:,|$)/y

/**
 * Reads a setting such as `finance-team=finance, "Sales, India"=viewer`.
 * @returns null if it is none
 */
export function readGroupRoles(text: string): GroupRoles['roles'] | null {
  const found: { group: string; role: Role }[] = []
  for (let at = 0; at < text.length; ) {
    entryForm.lastIndex = at
    const match = entryForm.exec(text)
    if (!match) return null
    at = entryForm.lastIndex
    const [, quoted, roleOfQuoted = '', plain] = match
    if (quoted === undefined && plain === undefined) continue
    // A group's name may contain the sign.
    const sign = plain?.lastIndexOf('=') ?? 0
    const group = quoted?.replaceAll('""', '"') ?? plain?.slice(0, Math.max(0, sign)) ?? ''
    const role = Role.safeParse((plain?.slice(sign + 1) ?? roleOfQuoted).trim().toLowerCase())
    if (!role.success || group.trim() === '') return null
    found.push({ group: group.trim(), role: role.data })
  }
  return found
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
