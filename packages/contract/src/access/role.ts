import { type Permission, permissions, type Role } from './permission.ts'

const ownersOnly: readonly Permission[] = [
  'personal.erase',
  'staff.write',
  'key.write',
  'intake.read',
  'intake.write',
]

/** Permissions of each role. The only such table. */
const permissionsByRole: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  administrator: new Set(permissions.filter((permission) => !ownersOnly.includes(permission))),
  finance: new Set<Permission>([
    'money.read',
    'money.write',
    'money.refund',
    'money.approve',
    'money.export',
    'content.read',
    'personal.read',
    'history.read',
  ]),
  content: new Set<Permission>(['content.read', 'content.write']),
  moderation: new Set<Permission>(['moderation.read', 'moderation.write', 'content.read']),
  advisory: new Set<Permission>(['advisory.read', 'advisory.write', 'personal.read']),
  viewer: new Set<Permission>(['content.read', 'moderation.read', 'advisory.read', 'money.read']),
}

/** Returns the permissions of a role. */
export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return permissionsByRole[role]
}
