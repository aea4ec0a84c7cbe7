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
  /** The client's network address. */
  address: string
  requestId: string
}

/** The program itself, for jobs. */
export const systemActor: Actor = {
  id: 'system',
  email: 'system',
  name: 'Greenroom',
  staffId: null,
  role: null,
  permissions: permissionsOf('owner'),
  address: '',
  requestId: '',
}
