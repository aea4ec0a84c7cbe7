import { type Permission, permissions, type Role } from './permission.ts'

export const roleTexts: Record<Role, { name: string; description: string }> = {
  owner: { name: 'Owner', description: 'Everything, including staff, API keys and the erasure of people' },
  administrator: { name: 'Administrator', description: 'All daily work in every section' },
  finance: { name: 'Finance', description: 'Transactions, refunds, documents, months and exports' },
  content: { name: 'Content', description: 'Classes, events, posts, news, banners, prices and coupons' },
  moderation: { name: 'Moderation', description: 'Reports of people, posts and comments' },
  advisory: { name: 'Advisory', description: 'Advisory services, advisors and leads' },
  viewer: { name: 'Viewer', description: 'Sees every section, changes nothing; phones and e-mails masked' },
}

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
