import type { Permission } from '@greenroom/contract/access/permission'
import { generalMessages } from '@greenroom/contract/error'
import { AppError } from '../app-error.ts'
import type { Actor } from '../audit/actor.ts'

/**
 * Throws unless the actor has all permissions. The endpoint layer calls it for every request; jobs and services that act
 * for a person call it as well, because a role can change before a job runs.
 * @throws AppError FORBIDDEN
 */
export function requirePermissions(
  { permissions }: Pick<Actor, 'permissions'>,
  needed: readonly Permission[],
): void {
  if (needed.every((permission) => permissions.has(permission))) return
  throw new AppError('FORBIDDEN', generalMessages.forbidden)
}
