import type { Permission } from './permission.ts'

/** What each permission allows, for screens and docs. */
export const permissionTexts: Record<Permission, string> = {
  'content.read':
    'See masterclasses, events, webinars, creators, banners, posts, news, short links, memberships, coupons and payment pages',
  'content.write': 'Create, change, publish and remove them',
  'moderation.read': 'See reports',
  'moderation.write': 'Ignore reports, remove posts, comments and people',
  'advisory.read': 'See advisory services, advisors and leads',
  'advisory.write': 'Change advisory services, advisors and leads',
  'money.read':
    'See transactions, numbers, documents, months, settlements, money by month, disputes and differences',
  'money.write': 'Add notes and States, work off differences, close months, keep refund reasons',
  'money.refund': 'Refund transactions',
  'money.approve': 'Approve or decline refunds that somebody else requested',
  'money.export': 'Export transactions, numbers, documents and months',
  'personal.read': 'See phone numbers and e-mail addresses in full',
  'personal.erase': 'Export and erase the data of a person',
  'staff.read': 'See who may sign in, with which role',
  'staff.write': 'Invite, change and disable staff',
  'history.read': 'See who changed what, and when',
  'key.write': 'Make and revoke API keys',
  'intake.read': 'Read what a public product shows: published sessions, prices, banners, news and services',
  'intake.write':
    'Send records from other systems: people, orders, registrations, posts, reports and bookings',
  'webhook.read': 'See what was announced to other systems, and whether it arrived',
  'webhook.write': 'Send webhooks again, or skip them',
}
