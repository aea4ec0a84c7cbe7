import type { Permission } from '@greenroom/contract/access/permission'
import { generalMessages } from '@greenroom/contract/error'
import { AppError } from '../app-error.ts'
import type { Actor } from '../audit/actor.ts'

/** Tells whether an actor has all permissions. */
export function hasAll({ permissions }: Pick<Actor, 'permissions'>, needed: readonly Permission[]): boolean {
  return needed.every((permission) => permissions.has(permission))
}

/**
 * Throws unless the actor has all permissions. The endpoint layer calls it for every request. Jobs that act for a person
 * ask `Requesters` instead, because a role can change before a job runs.
 * @throws AppError FORBIDDEN
 */
export function requirePermissions(actor: Pick<Actor, 'permissions'>, needed: readonly Permission[]): void {
  if (hasAll(actor, needed)) return
  throw new AppError('FORBIDDEN', generalMessages.forbidden)
}

/** Tells whether an actor may see and search phone numbers and e-mail addresses. */
export function seesPersonalData({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return permissions.has('personal.read')
}

/**
 * Refuses a search by personal data to those who may not see it.
 * @param path the query's member
 * @throws AppError FORBIDDEN
 */
export function requirePersonalSearch(actor: Pick<Actor, 'permissions'>, path: string): void {
  if (seesPersonalData(actor)) return
  const message = 'Your role does not allow a search by phone number or e-mail address.'
  throw new AppError('FORBIDDEN', message, { errors: [{ path, message }] })
}
