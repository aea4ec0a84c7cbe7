import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

/** More of anything is shown as this number. */
const most = 1000
const dayMs = 86_400_000
const openStatuses = [
  'INSURANCE_CALL_SCHEDULED',
  'DISCUSSION_COMPLETED',
  'QUOTE_SENT_TO_CLIENT',
  'DID_NOT_JOIN_CALL',
  'PAYMENT_LINK_SENT',
  'DOCUMENTS_PENDING',
  'DEFERRED',
]

const begins = 'start_time >= $1::timestamptz and start_time < $2::timestamptz'
const queries: Record<string, string> = {
  reported_users: `report_summary where entity_type = 'user'`,
  reported_posts: `report_summary where entity_type = 'post'`,
  reported_comments: `report_summary where entity_type = 'comment'`,
  leads_without_advisor: 'lead where advisor_id is null and status = any ($3::text[])',
  documents_without_state: `tax_document as d where is_state_missing
    and not exists (select from tax_document as later where later.replaces = d.id offset 0)
    and total > coalesce((select sum(note.total) from tax_document as note where note.invoice_id = d.id)::bigint, 0)`,
  open_differences: 'gateway_difference where resolved_at is null',
  refund_requests: `(select from refund_request where state = 'open'
    union all select from refund_batch where state = 'waiting') as asked`,
  failed_webhooks: "webhook_delivery where state = 'failed'",
  masterclass: `masterclass where not is_active and ${begins}`,
  webinar: `event where event_type = 'ONLINE' and not is_published and ${begins}`,
  event: `event where event_type = 'OFFLINE' and not is_published and ${begins}`,
}
const counts = Object.entries(queries).map(
  ([name, rows]) => `(select count(*)::int from (select from ${rows} limit ${most}) as counted) as ${name}`,
)
const text = `select ${counts.join(', ')}`

/** Returns the counts of the sidebar. */
export async function bareWaiting(pool: pg.Pool, now: number): Promise<object> {
  const values = [new Date(now), new Date(now + dayMs), openStatuses]
  const { rows } = await pool.query({ name: 'waiting', text, values })
  const { masterclass, webinar, event, ...others } = rows[0]
  return { ...others, drafts_beginning: { masterclass, webinar, event } }
}

/** Adds the counts of the sidebar to the bare server. */
export function answerWaiting(server: FastifyInstance, pool: pg.Pool): void {
  server.get('/admin/waiting', async (_, reply) => {
    const data = await bareWaiting(pool, Date.now())
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({ success: true, message: 'OK', data })
  })
}
