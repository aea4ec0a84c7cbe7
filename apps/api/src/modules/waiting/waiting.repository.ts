import type { Permission } from '@greenroom/contract/access/permission'
import { openLeadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import type { EventType } from '@greenroom/contract/event/event.schema'
import { type RawBuilder, sql } from 'kysely'
import { countUpTo } from '../../platform/database/capped-counts.ts'
import type { Database } from '../../platform/database/database.ts'

type CountName =
  | 'reported_users'
  | 'reported_posts'
  | 'reported_comments'
  | 'leads_without_advisor'
  | 'documents_without_state'
  | 'open_differences'
  | 'refund_requests'
  | 'failed_webhooks'
  | 'masterclass'
  | 'webinar'
  | 'event'

/**
 * Counts items with open reports, open leads without an advisor, documents without a State, open differences,
 * refunds that wait for a second person, failed webhooks, and drafts that begin in a span of time.
 * @returns only the counts of the sections that the permissions include; no other is queried
 */
export function countWaiting(
  db: Database,
  { from, until }: { from: Date; until: Date },
  permissions: ReadonlySet<Permission>,
): Promise<Partial<Record<CountName, number>>> {
  const reported = (kind: 'user' | 'post' | 'comment') =>
    sql`select from report_summary where entity_type = ${kind}`
  const begins = sql`start_time >= ${from} and start_time < ${until}`
  const draft = (type: EventType) =>
    sql`select from event where event_type = ${type} and not is_published and ${begins}`
  const queries: Record<CountName, [needed: Permission, query: RawBuilder<unknown>]> = {
    reported_users: ['moderation.read', reported('user')],
    reported_posts: ['moderation.read', reported('post')],
    reported_comments: ['moderation.read', reported('comment')],
    leads_without_advisor: [
      'advisory.read',
      sql`select from lead where advisor_id is null and status = any (${openLeadStatuses}::text[])`,
    ],
    documents_without_state: ['money.read', sql`select from document_without_state`],
    open_differences: ['money.read', sql`select from gateway_difference where resolved_at is null`],
    refund_requests: ['money.read', sql`select from refund_request where state = 'open'`],
    failed_webhooks: ['webhook.read', sql`select from webhook_delivery where state = 'failed'`],
    masterclass: ['content.read', sql`select from masterclass where not is_active and ${begins}`],
    webinar: ['content.read', draft('ONLINE')],
    event: ['content.read', draft('OFFLINE')],
  }
  const permitted = Object.entries(queries).flatMap(([name, [needed, query]]) =>
    permissions.has(needed) ? [[name, query] as const] : [],
  )
  return countUpTo(db, Object.fromEntries(permitted))
}
