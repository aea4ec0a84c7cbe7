import type { Role } from './permission.ts'

/** What each role is called and for, for screens and docs. */
export const roleTexts: Record<Role, { name: string; description: string }> = {
  owner: { name: 'Owner', description: 'Everything, including staff, API keys and the erasure of people' },
  administrator: { name: 'Administrator', description: 'All daily work in every section' },
  finance: { name: 'Finance', description: 'Transactions, refunds, documents, months and exports' },
  content: { name: 'Content', description: 'Classes, events, posts, news, banners, prices and coupons' },
  moderation: { name: 'Moderation', description: 'Reports of people, posts and comments' },
  advisory: { name: 'Advisory', description: 'Advisory services, advisors and leads' },
  viewer: { name: 'Viewer', description: 'Sees every section, changes nothing; phones and e-mails masked' },
}
