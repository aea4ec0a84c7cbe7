import { type Permission, permissions, type Role } from './permission.ts'

/** What each permission allows, for screens and docs. */
export const permissionTexts: Record<Permission, string> = {
  'content.read':
    'See masterclasses, events, webinars, creators, banners, posts, news, short links, memberships, coupons and payment pages',
  'content.write': 'Create, change, publish and remove them',
  'moderation.read': 'See reports',
  'moderation.write': 'Ignore reports, remove posts, comments and people',
  'advisory.read': 'See advisory services, advisors and leads',
  'advisory.write': 'Change advisory services, advisors and leads',
  'money.read': 'See transactions, documents, months and differences',
  'money.write': 'Add notes and States, work off differences, close months, keep refund reasons',
  'money.refund': 'Refund transactions',
  'money.approve': 'Approve or decline refunds that somebody else requested',
  'money.export': 'Export transactions, documents and months',
  'personal.read': 'See phone numbers and e-mail addresses in full',
  'personal.erase': 'Export and erase the data of a person',
  'staff.read': 'See who may sign in, with which role',
  'staff.write': 'Invite, change and disable staff',
  'history.read': 'See who changed what, and when',
  'key.write': 'Make and revoke API keys',
  'intake.read': 'Read what a public product shows: published sessions, prices, banners, news and services',
  'intake.write':
    'Send records from other systems: people, orders, registrations, posts, reports and bookings',
}

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
