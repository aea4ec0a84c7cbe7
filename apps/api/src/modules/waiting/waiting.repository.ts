import { openLeadStatuses } from '@greenroom/contract/advisory/advisory.schema'
import type { EventType } from '@greenroom/contract/event/event.schema'
import { sql } from 'kysely'
import { countUpTo } from '../../platform/database/capped-counts.ts'
import type { Database } from '../../platform/database/database.ts'

/** Counts items with open reports, open leads without an advisor, and drafts that begin in a span of time. */
export function countWaiting(db: Database, { from, until }: { from: Date; until: Date }) {
  const reported = (kind: 'user' | 'post' | 'comment') =>
    sql`select from report_summary where entity_type = ${kind}`
  const begins = sql`start_time >= ${from} and start_time < ${until}`
  const draft = (type: EventType) =>
    sql`select from event where event_type = ${type} and not is_published and ${begins}`
  return countUpTo(db, {
    reported_users: reported('user'),
    reported_posts: reported('post'),
    reported_comments: reported('comment'),
    leads_without_advisor: sql`
      select from lead where advisor_id is null and status = any (${openLeadStatuses}::text[])`,
    documents_without_state: sql`select from document_without_state`,
    open_differences: sql`select from gateway_difference where resolved_at is null`,
    masterclass: sql`select from masterclass where not is_active and ${begins}`,
    webinar: draft('ONLINE'),
    event: draft('OFFLINE'),
  })
}
