import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Returns the number of buyers: one for five orders, at most 200,000. */
export function buyersOf(orders: number): number {
  return Math.min(200_000, Math.ceil(orders / 5))
}

const chunk = 100_000

/** Returns the id of the masterclass with a quarter of all orders. */
export function largestEntityId(): string {
  const hex = createHash('md5').update('masterclass0').digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the last digits of a buyer's phone, which are unique. */
export function phoneOf(buyer: number): string {
  return String(7_000_000_000 + buyer * 13_457)
}

/**
 * Fills the empty tables of a migrated database with orders over the last three years: more of them recent, more in the
 * evening, a quarter for one masterclass and most for a few of the many titles; most completed, most in rupees, some without a known source. The rows
 * depend only on the number of orders and on today's date.
 */
export async function fillOrders(
  pool: pg.Pool,
  orders: number,
  report: (done: number) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off; select setseed(0.42)')
    for (let done = 0; done < orders; done += chunk) {
      const last = Math.min(done + chunk, orders)
      await client.query(insertOrders, [done, last, orders, buyersOf(orders)])
      report(last)
    }
    if (orders > 0) {
      await client.query(insertRefunds)
      await client.query(insertSessions)
      await client.query(insertMeetings)
    }
    await client.query('vacuum (analyze) transaction, refund, registration, masterclass, meeting, creator')
  } finally {
    client.release()
  }
}

/** $1 to $2 are the orders to add, $3 is their total and $4 the number of buyers. */
const insertOrders = `
  with drawn as (
    select n,
      -- The square root makes days busier the later they are; the fraction of a day leans towards its end.
      date_trunc('milliseconds', now() - interval '1 minute'
        - interval '1095 days' * (1 - sqrt((n + random()) / $3::float8))
        + interval '3 hours' * (random() - 0.5)) as drawn_at,
      random() as of_type, random() as of_status, random() as of_currency, random() as of_source, random() as of_entity,
      floor(random() * $4::int)::int as buyer
    from generate_series($1::int, $2::int - 1) as n
  ),
  typed as (
    select *, least(drawn_at, now()) as created_at,
      case when of_type < 0.55 then 'masterclass' when of_type < 0.75 then 'events'
        when of_type < 0.9 then 'custom' else 'membership' end as entity_type,
      case when of_status < 0.78 then 'completed' when of_status < 0.9 then 'pending'
        when of_status < 0.96 then 'refunded' else 'failed' end as status,
      -- The third power makes few titles sell most.
      case when of_type < 0.25 then 0 else floor(of_entity ^ 3 * case when of_type < 0.55 then 300 when of_type < 0.75 then 120 when of_type < 0.9 then 40 else 8 end)::int
        end as title
    from drawn
  )
  insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, entity_type,
    entity_id, entity_title, entity_start_time, user_id, user_first_name, user_last_name, user_phone, user_email, source,
    medium, campaign, zoom_join_url, tax_amount, document_state)
  select
    (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
    'order_' || lpad(n::text, 14, '0'),
    case when status <> 'pending' then 'pay_' || lpad(n::text, 14, '0') end,
    status,
    case when of_currency < 0.8 then 49900 + title * 10000 else 1900 + title * 100 end,
    case when of_currency < 0.8 then 'INR' else 'USD' end,
    created_at,
    entity_type,
    md5(entity_type || title)::uuid,
    initcap(entity_type) || ' number ' || title || ' of the season',
    case when entity_type in ('masterclass', 'events') then date_trunc('hour', created_at + interval '9 days') end,
    md5('buyer' || buyer)::uuid,
    (array['Aarav', 'Diya', 'Ishaan', 'Kavya', 'Neha', 'Rohan', 'Sanya', 'Vikram'])[1 + buyer % 8],
    (array['Bose', 'Gupta', 'Iyer', 'Menon', 'Nair', 'Patel', 'Rao', 'Singh', 'Verma'])[1 + buyer % 9],
    '+91' || (7000000000 + buyer::bigint * 13457),
    'buyer.' || buyer || '@mail.example',
    case when of_source < 0.45 then 'meta' when of_source < 0.7 then 'google' when of_source < 0.9 then 'organic' end,
    case when of_source < 0.7 then 'cpc' end,
    case when of_source < 0.7 then 'campaign-' || n % 40 end,
    case when entity_type in ('masterclass', 'events') then 'https://zoom.example/j/' || n end,
    case when status = 'completed' then 7000 + title % 100 else 0 end,
    -- Otherwise a job would issue their invoices while the lists are measured.
    'on-request'
  from typed
  order by created_at`

const insertRefunds = `
  insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, gateway_refund_id, requested_by,
    requested_at, settled_at)
  select id, id, 'bench-' || id, 'processed', amount, currency_code, 'rfnd_' || reference_order_id,
    'staff@greenroom.example', created_at + interval '2 days', created_at + interval '3 days'
  from transaction where status = 'refunded'`

/** Every title that sells as a masterclass, those with the most orders first: four a day, every fifth a draft. */
const insertSessions = `
  with host as (
    insert into creator (id, first_name, last_name, email, phone)
    values (md5('creator')::uuid, 'Ananya', 'Deshpande', 'ananya@mail.example', '+919845012763')
    returning id
  )
  insert into masterclass (id, title, start_time, end_time, creator_id, zoom_hub_name, attendance_type, is_active,
    original_price_usd, current_price_usd, original_price_inr, current_price_inr)
  select md5('masterclass' || n)::uuid, 'Masterclass number ' || n || ' of the season',
    date_trunc('hour', now()) + interval '1 hour' + n * interval '6 hours',
    date_trunc('hour', now()) + interval '2 hours' + n * interval '6 hours',
    host.id, 'zoom_' || 1 + n % 4, 'virtual', n % 5 <> 4, 1900, 1900, 49900, 49900
  from generate_series(0, 299) as n cross join host`

const insertMeetings = `
  insert into meeting (owner_id, kind, zoom_hub_name, title, start_time, end_time, reference, state, is_booked,
    provider_meeting_id, join_url)
  select id, 'masterclass', zoom_hub_name, title, start_time, end_time, 'bench-' || id, 'created', true,
    'bench-' || id, 'https://zoom.example/j/' || id
  from masterclass where is_active`
