import type { Permission, Role } from './permission.ts'

/**
 * Expected access, written by hand so that tests don't take it from the table that they test: what a role may do beside
 * what is listed, it must not. A change here is a change of who may do what.
 */
export const expectedPermissions: Record<Role, string> = {
  owner:
    'content.read content.write moderation.read moderation.write advisory.read advisory.write money.read money.write money.refund money.approve money.export personal.read personal.erase staff.read staff.write history.read key.write intake.read intake.write webhook.read webhook.write',
  administrator:
    'content.read content.write moderation.read moderation.write advisory.read advisory.write money.read money.write money.refund money.approve money.export personal.read staff.read history.read webhook.read webhook.write',
  finance:
    'content.read money.read money.write money.refund money.approve money.export personal.read history.read',
  content: 'content.read content.write',
  moderation: 'content.read moderation.read moderation.write',
  advisory: 'advisory.read advisory.write personal.read',
  viewer: 'content.read moderation.read advisory.read money.read',
}

/** Tells whether a role should have all of these permissions, separated by spaces. */
export function isExpected(role: Role, needed: string): boolean {
  const own = expectedPermissions[role].split(' ')
  return needed.split(' ').every((permission) => permission === '' || own.includes(permission as Permission))
}

/** What reading and writing need, by the first part of an endpoint's path after /admin. */
const groups: [read: string, write: string, paths: string][] = [
  [
    'content.read',
    'content.write',
    ':user_id academy activities activity banner calendar coupon coupons creator creators event events masterclass masterclasses meeting-accounts memberships payment-entity publish-check registrations shortlink upload',
  ],
  ['content.read', 'content.read', 'bin'],
  ['moderation.read', 'moderation.write', 'reactions report user users'],
  ['advisory.read', 'advisory.write', 'advisory'],
  [
    'money.read',
    'money.write',
    'comparisons differences disputes documents gst money numbers orders refund-batches refund-reasons refund-requests settlements',
  ],
  ['money.export', 'money.export', 'exports'],
  ['', 'money.refund', 'payment'],
  ['personal.read', 'personal.read', 'people'],
  ['personal.read personal.erase', 'personal.read personal.erase', 'personal-data'],
  ['history.read personal.read', '', 'history'],
  ['staff.read', 'staff.read staff.write', 'staff'],
  ['key.write', 'key.write', 'api-keys'],
  ['webhook.read', 'webhook.write', 'webhook-deliveries'],
  ['intake.read', 'intake.write', 'intake'],
  // These show each role its own part.
  ['', '', 'live overview person-labels saved-views search session sessions sign-in waiting'],
]

/** Endpoints that need something else than their group. */
const exceptions: Record<string, string> = {
  createInvoice: 'money.read personal.read',
  getDocumentFile: 'money.read personal.read',
  previewCorrection: 'money.write personal.read',
  correctInvoice: 'money.write personal.read',
  createDocumentLink: 'money.read personal.read',
  getHandlingReport: 'moderation.read',
  listCountedReports: 'moderation.read',
  getFillingReport: 'content.read',
  refundPart: 'money.refund',
  refundDifference: 'money.refund',
  withdrawRefundRequest: 'money.refund',
  createRefundBatch: 'money.refund',
  withdrawRefundBatch: 'money.refund',
  stopRefundBatch: 'money.refund',
  resumeRefundBatch: 'money.refund',
  approveRefundBatch: 'money.approve',
  declineRefundBatch: 'money.approve',
  approveRefundRequest: 'money.approve',
  declineRefundRequest: 'money.approve',
  removeFromBin: 'content.read personal.erase',
  searchUsers: 'content.read personal.read',
  listErasures: 'personal.erase',
  getErasure: 'personal.erase',
  mergePeople: 'personal.read money.write advisory.write moderation.write',
  splitPerson: 'personal.read money.write advisory.write moderation.write',
  undoPersonMove: 'personal.read money.write advisory.write moderation.write',
  keepPeopleApart: 'personal.read money.write advisory.write moderation.write',
  pointOutAgain: 'personal.read money.write advisory.write moderation.write',
  listStaffSessions: 'staff.read staff.write',
  // These show each role its own part.
  getPersonPage: '',
  listPersonTimeline: '',
  listPeople: '',
}

/**
 * Returns the permissions that an endpoint should need, separated by spaces.
 * @throws Error for a path of no group
 */
export function expectedNeed({ name, method, path }: { name: string; method: string; path: string }): string {
  const part =
    path
      .replace(/^\/admin\//, '')
      .split('/')
      .find((text) => text !== '') ?? ''
  const group = groups.find(([, , paths]) => paths.split(' ').includes(part))
  if (!group) throw new Error(`Nobody has decided who may call ${method} ${path}.`)
  return exceptions[name] ?? group[method === 'GET' ? 0 : 1]
}
