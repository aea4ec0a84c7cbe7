import { moneySpans } from '@greenroom/contract/desk/overview/overview.rules'
import { moneyDays } from '@greenroom/contract/desk/overview/overview.schema'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { bareWaiting } from './bare-waiting.ts'

const dayMs = 86_400_000
const indiaOffset = 5.5 * 3_600_000
const accounts = ['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4']

const waitingText = `select
  (select count(*)::int from (
    select from lead where status = 'INSURANCE_CALL_SCHEDULED' and start_time < $1 limit 1000
  ) as counted) as leads_past_call,
  (select count(*)::int from (
    select from coupon where valid_till >= $1 and valid_till < $2 limit 1000
  ) as counted) as coupons_ending,
  (select count(*)::int from (
    select from banner where is_active and end_time >= $1 and end_time < $2 limit 1000
  ) as counted) as banners_ending`

const oldestReport = (kind: string) => `(
    select created_at from report where entity_type = '${kind}' and dismissed_at is null order by created_at limit 1
  )`
const oldestText = `select ${oldestReport('user')} as reported_users, ${oldestReport('post')} as reported_posts,
  ${oldestReport('comment')} as reported_comments,
  (select start_time from lead where status = 'INSURANCE_CALL_SCHEDULED' and start_time < $1
    order by start_time limit 1) as leads_past_call,
  (select min(requested_at) from (select requested_at from refund_request where state = 'open'
    union all select requested_at from refund_batch where state = 'waiting') as asked) as refund_requests,
  not exists (select from masterclass) and not exists (select from event) and not exists (select from creator)
    and not exists (select from transaction) and not exists (select from lead) as is_new`

const moneyText = `
  select to_char(day, 'YYYY-MM-DD') as day, currency_code, sum(n)::int as orders, sum(paid)::bigint as completed,
    sum(refunded)::bigint as refunded
  from (
    select day, currency_code, n, paid, refunded from transaction_count
    where entity_type = '' and source = '' and status in ('completed', 'refunded') and currency_code in ('INR', 'USD')
      and day between $1::date and $2::date
    union all
    select day, currency_code, n, paid, refunded from transaction_count_change
    where status in ('completed', 'refunded') and day between $1::date and $2::date
  ) as part
  group by part.day, currency_code having sum(n) <> 0 order by part.day, currency_code`

/** Paid orders of some earlier days after the time of day that it is now. */
const laterText = `
  select to_char((created_at at time zone 'Asia/Kolkata')::date, 'YYYY-MM-DD') as day, currency_code,
    count(*)::int as orders, sum(amount)::bigint as completed, sum(refunded_amount)::bigint as refunded
  from unnest($1::timestamptz[], $2::timestamptz[]) as span (span_from, span_until)
  join transaction on created_at >= span_from and created_at < span_until
  where status in ('completed', 'refunded') and currency_code in ('INR', 'USD')
  group by 1, currency_code order by 1, currency_code`

const isNext = `start_time >= $1::timestamptz - interval '7 days' and end_time > $1 order by start_time, id limit 11`
const sessionsText = `
  select session.id as _id, kind, title, start_time, end_time, is_published, is_hidden,
    nullif(btrim(creator.first_name || ' ' || creator.last_name), '') as creator_name, zoom_hub_name,
    registrations_up_to(session.id, 1000) as registrations_count, total_tickets
  from (
    (select id, 'masterclass' as kind, title, start_time, end_time, is_active as is_published, false as is_hidden,
      creator_id, zoom_hub_name, null::integer as total_tickets from masterclass where ${isNext})
    union all
    (select id, case event_type when 'ONLINE' then 'webinar' else 'event' end, title, start_time, end_time, is_published,
      not is_active, creator_id, zoom_hub_name, case when not is_unlimited_tickets then total_tickets end
      from event where ${isNext})
    order by start_time, id limit 11
  ) as session
  left join creator on creator.id = session.creator_id
  order by start_time, session.id`

const begins = 'start_time >= $1 and start_time < $2'
const timesText = `
  select owner_id as _id, kind, title, start_time, end_time, true as is_booked, zoom_hub_name from meeting
  where is_booked and start_time < $2 and end_time >= $1
  union all
  select id, 'masterclass', title, start_time, end_time, false, zoom_hub_name from masterclass
  where not is_active and ${begins}
  union all
  select id, 'webinar', title, start_time, end_time, false, zoom_hub_name from event
  where event_type = 'ONLINE' and not is_published and ${begins} and zoom_hub_name is not null
  order by is_booked desc, start_time, _id`

/** Adds the overview to the bare server. */
export function answerOverview(server: FastifyInstance, pool: pg.Pool): void {
  const query = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: `overview/${name}`, text, values })).rows
  server.get('/admin/overview', async (_, reply) => {
    const now = Date.now()
    const day = Math.floor((now + indiaOffset) / dayMs)
    const dayText = (n: number) => new Date(n * dayMs).toISOString().slice(0, 10)
    const startOf = (n: number) => new Date(n * dayMs - indiaOffset)
    const waiting = await bareWaiting(pool, now)
    const [more] = await query('waiting', waitingText, [new Date(now), new Date(now + 7 * dayMs)])
    const [{ is_new, ...oldest }] = await query('oldest', oldestText, [new Date(now)])
    const sumsOf = async (name: string, text: string, values: unknown[]) =>
      (await query(name, text, values)).map(({ completed, refunded, ...sum }) => ({
        ...sum,
        completed: Number(completed),
        refunded: Number(refunded),
      }))
    const money = await sumsOf('money', moneyText, [dayText(day + 1 - moneyDays), dayText(day)])
    const money_later = await sumsOf('money-later', laterText, [
      moneySpans.map((days) => new Date(now - days * dayMs)),
      moneySpans.map((days) => startOf(day - days + 1)),
    ])
    const next = await query('sessions', sessionsText, [new Date(now)])
    const times = await query('times', timesText, [startOf(day), startOf(day + 3)])
    const data = {
      today: dayText(day),
      is_new,
      sessions: {
        next: next.slice(0, 10),
        has_more: next.length > 10,
        days: [0, 1, 2].map((n) => ({
          day: dayText(day + n),
          start_time: startOf(day + n),
          end_time: startOf(day + n + 1),
        })),
        buffer_minutes: 15,
        accounts: accounts.map((zoom_hub_name) => ({
          zoom_hub_name,
          times: times.flatMap(({ zoom_hub_name: account, ...time }) =>
            account === zoom_hub_name ? [time] : [],
          ),
        })),
      },
      money,
      money_later,
      waiting: { ...waiting, ...more },
      oldest,
    }
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({ success: true, message: 'OK', data })
  })
}
