import type { Permission } from '../../access/permission.ts'

/**
 * The kinds of changes that open screens hear of, with the permissions of which a listener needs one. What a database
 * trigger notes (migrations 0071 and 0076) has one of these kinds.
 */
const liveKinds = {
  transaction: ['money.read'],
  document: ['money.read'],
  'refund-request': ['money.read'],
  'refund-batch': ['money.read'],
  difference: ['money.read'],
  dispute: ['money.read'],
  settlement: ['money.read'],
  month: ['money.read'],
  registration: ['content.read'],
  lead: ['advisory.read'],
  advisor: ['advisory.read'],
  'advisory-service': ['advisory.read'],
  report: ['moderation.read'],
  post: ['content.read', 'moderation.read'],
  comment: ['content.read', 'moderation.read'],
  user: ['content.read', 'moderation.read'],
  masterclass: ['content.read'],
  event: ['content.read'],
  membership: ['content.read'],
  coupon: ['content.read'],
  creator: ['content.read'],
  news: ['content.read'],
  banner: ['content.read'],
  'payment-page': ['content.read'],
  shortlink: ['content.read'],
  staff: ['staff.read'],
  webhook: ['webhook.read'],
} as const satisfies Record<string, readonly Permission[]>

export type LiveKind = keyof typeof liveKinds
export const liveKindNames = Object.keys(liveKinds) as [LiveKind, ...LiveKind[]]

export function isLiveKind(name: string): name is LiveKind {
  return Object.hasOwn(liveKinds, name)
}

/** Tells whether somebody with these permissions hears of a kind of change. */
export function hearsOf(permissions: ReadonlySet<Permission>, kind: LiveKind): boolean {
  return liveKinds[kind].some((permission) => permissions.has(permission))
}
