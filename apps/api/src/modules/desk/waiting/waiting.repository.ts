import type { Permission } from '@greenroom/contract/access/permission'
import { openLeadStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import type { EventType } from '@greenroom/contract/sessions/event/event.schema'
import { type RawBuilder, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

type SidebarName =
  | 'reported_users'
  | 'reported_posts'
  | 'reported_comments'
  | 'leads_without_advisor'
  | 'documents_without_state'
  | 'open_differences'
  | 'open_disputes'
  | 'refund_requests'
  | 'failed_webhooks'
  | 'masterclass'
  | 'webinar'
  | 'event'

type OverviewName = 'leads_past_call' | 'coupons_ending' | 'banners_ending'

type Queries<Name extends string> = Record<Name, [needed: Permission, query: RawBuilder<unknown>]>

/**
 * Counts items with open reports, open leads without an advisor, documents without a State, open differences,
 * refunds that wait for a second person, failed webhooks, and drafts that begin within a day.
 * @returns only the counts of the sections that the permissions include; no other is queried
 */
export function countWaiting(
  db: Database,
  now: Date,
  permissions: ReadonlySet<Permission>,
): Promise<Partial<Record<SidebarName, number>>> {
  return countPermitted(db, sidebarQueries(now), permissions)
}

/** As `countWaiting`, with the leads past their call, and the coupons and banners that end within a week. */
export function countWaitingOfOverview(
  db: Database,
  now: Date,
  permissions: ReadonlySet<Permission>,
): Promise<Partial<Record<SidebarName | OverviewName, number>>> {
  const queries: Queries<OverviewName> = {
    leads_past_call: ['advisory.read', sql`select from lead where is_past_call(status, start_time, ${now})`],
    coupons_ending: ['content.read', sql`select from coupon where ends_within_week(valid_till, ${now})`],
    banners_ending: [
      'content.read',
      sql`select from banner where is_active and ends_within_week(end_time, ${now})`,
    ],
  }
  return countPermitted(db, { ...sidebarQueries(now), ...queries }, permissions)
}

function sidebarQueries(now: Date): Queries<SidebarName> {
  const reported = (kind: 'user' | 'post' | 'comment') =>
    sql`select from report_summary where entity_type = ${kind}`
  const draft = (type: EventType) =>
    sql`select from event where event_type = ${type} and is_due_draft(is_published, start_time, ${now})`
  return {
    reported_users: ['moderation.read', reported('user')],
    reported_posts: ['moderation.read', reported('post')],
    reported_comments: ['moderation.read', reported('comment')],
    leads_without_advisor: [
      'advisory.read',
      sql`select from lead where advisor_id is null and status = any (${openLeadStatuses}::text[])`,
    ],
    documents_without_state: [
      'money.read',
      // A filed month's return is done; correcting its documents is a choice.
      sql`select from document_without_state as document where not exists (
        select from gst_period where month = to_char(document.document_date, 'YYYY-MM') and filed_at is not null)`,
    ],
    open_differences: ['money.read', sql`select from gateway_difference where resolved_at is null`],
    open_disputes: ['money.read', sql`select from dispute where ended_at is null`],
    refund_requests: [
      'money.read',
      sql`select from refund_request where state = 'open'
        union all select from refund_batch where state = 'waiting'`,
    ],
    failed_webhooks: ['webhook.read', sql`select from webhook_delivery where state = 'failed'`],
    masterclass: [
      'content.read',
      sql`select from masterclass where is_due_draft(is_active, start_time, ${now})`,
    ],
    webinar: ['content.read', draft('ONLINE')],
    event: ['content.read', draft('OFFLINE')],
  }
}

async function countPermitted<Name extends string>(
  db: Database,
  queries: Queries<Name>,
  permissions: ReadonlySet<Permission>,
): Promise<Partial<Record<Name, number>>> {
  const permitted = Object.entries<Queries<Name>[Name]>(queries).flatMap(([name, [needed, query]]) =>
    permissions.has(needed) ? [[name, query] as const] : [],
  )
  if (permitted.length === 0) return {}
  return countUpTo(db, Object.fromEntries(permitted)) as Promise<Partial<Record<Name, number>>>
}

type OldestName =
  | 'reported_users'
  | 'reported_posts'
  | 'reported_comments'
  | 'leads_past_call'
  | 'refund_requests'

/**
 * Returns since when the oldest of several waits: its first open report, the time of its call, or its request.
 * @returns null where nothing waits; only what the permissions include
 */
export async function oldestWaiting(
  db: Database,
  now: Date,
  permissions: ReadonlySet<Permission>,
): Promise<Partial<Record<OldestName, string | null>>> {
  const reported = (kind: 'user' | 'post' | 'comment') => `
    select created_at from report
    where entity_type = '${kind}' and dismissed_at is null
      and exists (
        select from report_summary
        where report_summary.entity_type = report.entity_type and report_summary.entity_id = report.entity_id
      )
    order by created_at limit 1`
  const queries: Record<OldestName, [needed: Permission, text: string]> = {
    reported_users: ['moderation.read', reported('user')],
    reported_posts: ['moderation.read', reported('post')],
    reported_comments: ['moderation.read', reported('comment')],
    leads_past_call: [
      'advisory.read',
      'select start_time from lead where is_past_call(status, start_time, $1) order by start_time limit 1',
    ],
    refund_requests: [
      'money.read',
      `select min(requested_at) from (
        (select requested_at from refund_request where state = 'open' order by requested_at limit 1)
        union all
        (select requested_at from refund_batch where state = 'waiting' order by requested_at limit 1)
      ) as oldest`,
    ],
  }
  const permitted = Object.entries(queries).filter(([, [needed]]) => permissions.has(needed))
  if (permitted.length === 0) return {}
  const text = `select $1::timestamptz as moment, ${permitted.map(([name, [, query]]) => `(${query}) as ${name}`).join(', ')}`
  const kind = [...new Set(permitted.map(([, [needed]]) => needed))].join('/')
  const [oldest] = await preparedQuery<Partial<Record<OldestName | 'moment', string | null>>>(
    db,
    { name: `waiting/oldest/${kind}`, text },
    [now],
  )
  const { moment: _, ...found } = oldest ?? {}
  return found
}
