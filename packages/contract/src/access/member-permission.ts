import * as z from 'zod/mini'
import type { Permission } from './permission.ts'

/** The permissions without which the endpoint layer leaves members out of responses. */
export const withholdingPermissions = ['money.read'] as const satisfies readonly Permission[]
export type WithholdingPermission = (typeof withholdingPermissions)[number]

/** The schemas of members that need a permission of their own. */
export const memberPermissions = z.registry<{ permission: WithholdingPermission }>()

/**
 * Marks a member that the endpoint layer leaves out of the response, or replaces by null, for a caller without the
 * permission.
 */
export function onlyWith<S extends z.ZodMiniOptional | z.ZodMiniNullable>(
  permission: WithholdingPermission,
  schema: S,
): S {
  memberPermissions.add(schema, { permission })
  return schema
}
