// The benchmark's baseline: a minimal Fastify server for the same requests, with hand-written SQL over the same tables
// and the same technique, but without sign-in, validation, response checks and logs.
import Fastify from 'fastify'
import pg from 'pg'
import { answerCommunity } from './bare-community.ts'
import { answerOverview } from './bare-overview.ts'
import { answerWaiting } from './bare-waiting.ts'

interface Parameters {
  limit: string
  offset: string
  start_date: string
  end_date: string
  entity_type: string
  phone: string
  status: string
  currency_code: string
  entity_id: string
}

const columns = `t.id, t.reference_order_id, t.status, t.amount, t.currency_code, t.created_at, t.entity_type, t.entity_id,
  t.entity_title, t.entity_start_time, t.user_id, t.user_first_name, t.user_last_name, t.user_phone, t.user_email, t.source,
  t.medium, t.campaign, t.zoom_join_url, t.refunded_amount, t.coupon_id, t.coupon_code, t.discount_amount, r.state, r.requested_at, r.reason, r.open_amount`
const refundOfEach = `left join lateral (
    select state, requested_at, reason,
      coalesce(sum(amount) filter (where state in ('requested', 'unknown')) over (), 0)::bigint as open_amount
    from refund where transaction_id = t.id
    order by state in ('requested', 'unknown') desc, requested_at desc limit 1
  ) as r on true`

const byDays = (counted: string, ofRow: string, counts = 'transaction_count') => `
  with counted_day as (
    select day, sum(n)::int as n from (
      select day, n from ${counts} where ${counted} day >= $3::date and day < $4::date
      union all
      select day, n from transaction_count_change where ${ofRow} day >= $3::date and day < $4::date
    ) as part group by day
  ),
  reached (day, n, upto) as materialized (
    select day, n, sum(n) over (order by day desc) from counted_day
  ),
  needed as (
    select day, greatest(0, $2::bigint - (upto - n)) as skipped, least(n, $2::bigint + $1::bigint - (upto - n)) as last
    from reached where n > 0 and upto > $2::bigint and upto - n < $2::bigint + $1::bigint
  )
  select (select coalesce(max(upto), 0) from reached) as total, ${columns}
  from transaction as t ${refundOfEach}
  where t.id = any (array(
    select hit.id from needed cross join lateral (
      select id from transaction
      where ${ofRow} created_at >= business_day_start(day) and created_at < business_day_start(day + 1)
      order by created_at desc, id desc limit last - skipped offset skipped
    ) as hit
  ))
  order by t.created_at desc, t.id desc`

const ofType = byDays(
  `entity_type = $5::text and status = '' and currency_code = '' and source = '' and`,
  'entity_type = $5::text and',
)
const ofAll = byDays(`entity_type = '' and status = '' and currency_code = '' and source = '' and`, '')
const ofStatusAndCurrency = byDays(
  `entity_type = '' and status = $5::text and currency_code = $6::text and source = '' and`,
  'status = $5::text and currency_code = $6::text and',
)
const ofEntity = byDays('entity_id = $5::uuid and', 'entity_id = $5::uuid and', 'transaction_entity_count')
const ofPhone = `
  with found as materialized (
    select * from transaction
    where left(phone_from_its_end(user_phone), 10) collate "C" = $3::text
  )
  select (select count(*) from found) as total, ${columns}
  from found as t ${refundOfEach}
  order by t.created_at desc, t.id desc limit $1::bigint offset $2::bigint`

const sumsByDays = (counted: string, ofRow: string) => `
  select currency_code, sum(n) as n, sum(paid) as completed,
    sum(refunded) as refunded, sum(tax) as tax
  from (
    select currency_code, n, paid, refunded, tax
    from transaction_count where ${counted} day >= $1::date and day < $2::date
    union all
    select currency_code, n, paid, refunded, tax from transaction_count_change
    where ${ofRow} day >= $1::date and day < $2::date
  ) as part group by currency_code order by currency_code`
const ofEachCurrency = `status = '' and currency_code in ('INR', 'USD') and source = '' and`
const sumsOfType = sumsByDays(`entity_type = $3::text and ${ofEachCurrency}`, 'entity_type = $3::text and')
const sumsOfAll = sumsByDays(`entity_type = '' and ${ofEachCurrency}`, '')
const sumsOfEntity = `
  select currency_code, sum(n) as n, sum(paid) as completed, sum(refunded) as refunded, sum(tax) as tax
  from (
    select currency_code, n, paid, refunded, tax from transaction_entity_total where entity_id = $1::uuid
    union all
    select currency_code, n, paid, refunded, tax from transaction_count_change where entity_id = $1::uuid
  ) as part group by currency_code order by currency_code`

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  options: '-c timezone=UTC',
})

function dayOf(moment: string): string {
  return new Date(Date.parse(moment) + 5.5 * 3_600_000).toISOString().slice(0, 10)
}

function daysOf(query: Parameters): string[] {
  return query.start_date
    ? [dayOf(query.start_date), dayOf(new Date(Date.parse(query.end_date) + 1).toISOString())]
    : ['-infinity', 'infinity']
}

function sumsFor(query: Parameters): { name: string; text: string; values: unknown[] } {
  const days = daysOf(query)
  if (query.entity_id) return { name: 'entity sums', text: sumsOfEntity, values: [query.entity_id] }
  if (query.entity_type) return { name: 'type sums', text: sumsOfType, values: [...days, query.entity_type] }
  return { name: 'all sums', text: sumsOfAll, values: days }
}

function statementFor(query: Parameters): { name: string; text: string; values: unknown[] } {
  const page = [query.limit, query.offset ?? 0]
  if (query.phone) {
    const beginning = [...query.phone].reverse().join('')
    return { name: 'phone', text: ofPhone, values: [...page, beginning] }
  }
  const days = daysOf(query)
  if (query.entity_type) return { name: 'type', text: ofType, values: [...page, ...days, query.entity_type] }
  if (query.entity_id) return { name: 'entity', text: ofEntity, values: [...page, ...days, query.entity_id] }
  if (query.status) {
    const values = [...page, ...days, query.status, query.currency_code]
    return { name: 'status and currency', text: ofStatusAndCurrency, values }
  }
  return { name: 'all', text: ofAll, values: [...page, ...days] }
}

const server = Fastify()
server.get<{ Querystring: Parameters }>('/admin/orders', async (request, reply) => {
  const { rows } = await pool.query(statementFor(request.query))
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({
    success: true,
    message: 'OK',
    data: {
      ordersCount: Number(rows[0]?.total ?? 0),
      ordersList: rows.map((row) => ({
        _id: row.id,
        reference_order_id: row.reference_order_id,
        status: row.status,
        amount: Number(row.amount),
        currency_code: row.currency_code,
        created_at: row.created_at,
        entity_type: row.entity_type,
        entity_id: { _id: row.entity_id, title: row.entity_title, start_time: row.entity_start_time },
        user_id: {
          _id: row.user_id,
          first_name: row.user_first_name,
          last_name: row.user_last_name,
          phone: row.user_phone,
          email: row.user_email,
        },
        meta: {
          source: row.source ?? undefined,
          medium: row.medium ?? undefined,
          campaign: row.campaign ?? undefined,
          zoom_join_url: row.zoom_join_url ?? undefined,
        },
        refund: row.state && {
          state: row.state,
          requested_at: row.requested_at,
          open_amount: Number(row.open_amount),
          reason: row.reason ?? undefined,
        },
        refunded_amount: Number(row.refunded_amount),
        coupon: row.coupon_code && {
          _id: row.coupon_id,
          code: row.coupon_code,
          discount_amount: Number(row.discount_amount),
        },
      })),
    },
  })
})

server.get<{ Querystring: Parameters }>('/admin/orders/sums', async (request, reply) => {
  const { rows } = await pool.query(sumsFor(request.query))
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({
    success: true,
    message: 'OK',
    data: rows.map((row) => ({
      currency_code: row.currency_code,
      count: Number(row.n),
      completed: Number(row.completed),
      refunded: Number(row.refunded),
      net: Number(row.completed) - Number(row.refunded),
      tax: Number(row.tax),
    })),
  })
})

const leadColumns = `l.id, l.reference_record_id, l.status, l.status_history, l.start_time, l.created_at, l.meta,
  l.service_id, l.advisor_id, l.user_first_name, l.user_last_name, l.user_email, l.user_phone, l.version, s.service_name,
  a.first_name as advisor_first_name, a.last_name as advisor_last_name`

const leadsOf = (counted: string, ofRow: string) => `
  with counted as materialized (
    select coalesce((select n from lead_count where ${counted} and service_id = any_record()), 0)
      + coalesce((select sum(n)::int from lead_count_change ${ofRow}), 0) as total
  )
  select counted.total, ${leadColumns}
  from counted
  left join lead as l on l.id = any (
    array(select id from lead ${ofRow} order by created_at desc, id desc
      limit (select case when $2::bigint <= total / 2 then least($1::bigint, total - $2::bigint) else 0 end from counted)
      offset (select $2::bigint))
    || array(select id from lead ${ofRow} order by created_at, id
      limit (select case when $2::bigint <= total / 2 then 0 else least($1::bigint, total - $2::bigint) end from counted)
      offset (select greatest(0, total - $2::bigint - $1::bigint) from counted))
  )
  left join advisory_service as s on s.id = l.service_id
  left join advisor as a on a.id = l.advisor_id
  order by l.created_at desc, l.id desc`
const allLeads = leadsOf(`advisor_id = any_record() and status = ''`, '')
const leadsOfAdvisorAndStatus = leadsOf(
  'advisor_id = (select $3::uuid) and status = (select $4::text)',
  'where advisor_id = (select $3::uuid) and status = (select $4::text)',
)

const leadsOfPerson = (condition: string) => `
  with found as materialized (select id, created_at from lead where ${condition})
  select counted.total, ${leadColumns}
  from (select count(*)::int as total from found) as counted
  left join lead as l on l.id = any (
    array(select id from found order by created_at desc, id desc limit $1::bigint offset $2::bigint)
  )
  left join advisory_service as s on s.id = l.service_id
  left join advisor as a on a.id = l.advisor_id
  order by l.created_at desc, l.id desc`
const leadsOfPhone = leadsOfPerson(`left(phone_from_its_end(user_phone), 10) collate "C" = $3::text`)
const leadsOfName = leadsOfPerson(
  `searched(user_first_name || ' ' || user_last_name) like searched('%' || $3::text || '%')`,
)

function leadStatementFor({ limit, offset, advisor_id, status, search }: Record<string, string>) {
  const page = [limit, offset]
  // Planned for each text, because how many leads it finds differs widely.
  if (search && /^\d+$/.test(search)) {
    return { text: leadsOfPhone, values: [...page, [...search].reverse().join('')] }
  }
  if (search) return { text: leadsOfName, values: [...page, search] }
  if (advisor_id) {
    return { name: 'leads filtered', text: leadsOfAdvisorAndStatus, values: [...page, advisor_id, status] }
  }
  return { name: 'leads', text: allLeads, values: page }
}

server.get<{ Querystring: Record<string, string> }>('/admin/advisory/bookings', async (request, reply) => {
  const { rows } = await pool.query(leadStatementFor(request.query))
  reply.type('application/json; charset=utf-8')
  return JSON.stringify({
    success: true,
    message: 'OK',
    data: {
      // Without a match the total is on a row without a lead.
      bookings: rows
        .filter((row) => row.id !== null)
        .map((row) => ({
          _id: row.id,
          id: row.id,
          reference_record_id: row.reference_record_id,
          status: row.status,
          status_history: row.status_history,
          start_time: row.start_time,
          created_at: row.created_at,
          meta: row.meta,
          advisor: row.advisor_id && {
            _id: row.advisor_id,
            first_name: row.advisor_first_name,
            last_name: row.advisor_last_name,
          },
          user: {
            first_name: row.user_first_name,
            last_name: row.user_last_name,
            email: row.user_email,
            phone: row.user_phone,
          },
          service: { _id: row.service_id, service_name: row.service_name },
          version: row.version,
        })),
      count: Number(rows[0]?.total ?? 0),
    },
  })
})
answerCommunity(server, pool)
answerWaiting(server, pool)
answerOverview(server, pool)
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
