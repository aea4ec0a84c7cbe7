import type { Permission, Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'

/** Who acts, and from where: the signed-in member of staff. */
export interface Actor {
  /** The identity provider's subject: stable, unlike an e-mail address. */
  id: string
  email: string
  name: string
  /** Id of the member of staff; null for the program itself and for calls that need no credential. */
  staffId: string | null
  role: Role | null
  permissions: ReadonlySet<Permission>
  /** The session that acts; null for keys, jobs and calls without a credential. */
  sessionId: string | null
  /** The client's network address. */
  address: string
  requestId: string
}

const keyPrefix = 'key:'

/** Returns the actor id of an API key. */
export function actorIdOfKey(keyId: string): string {
  return keyPrefix + keyId
}

/** Returns the id of the API key that an actor id names; null for a person and for the program. */
export function keyIdOfActor(actorId: string): string | null {
  return actorId.startsWith(keyPrefix) ? actorId.slice(keyPrefix.length) : null
}

/** The program itself, for jobs. */
export const systemActor: Actor = {
  id: 'system',
  email: 'system',
  name: 'Greenroom',
  staffId: null,
  role: null,
  permissions: permissionsOf('owner'),
  sessionId: null,
  address: '',
  requestId: '',
}
