import type pg from 'pg'

const advisors = 60
const services = 8
const chunk = 50_000

const firstNames =
  'Aarav Aditi Ananya Arjun Asha Deepak Diya Farhan Ishaan Kavya Lakshmi Manish Meera Nandini Neha Pooja Rahul Rohan Sanya Sunita Tara Vikram Yusuf Zoya'.split(
    ' ',
  )
const lastNames =
  'Agarwal Banerjee Bhat Bose Chatterjee Chauhan Das Desai Dutta Fernandes Gandhi Ghosh Gupta Iyer Jain Jha Joshi Kapoor Khan Kulkarni Kumar Malhotra Mehta Menon Mishra Naidu Nair Pandey Patel Pillai Rao Reddy Roy Saxena Shah Sharma Singh Thomas Varma Yadav'.split(
    ' ',
  )

/** How many people booked this many leads. */
export function peopleOf(leads: number): number {
  return Math.ceil(leads * 0.4)
}

/** Returns the n-th person, as staff search for them. Other people have the same name, nobody the same phone. */
export function personOf(n: number): { firstName: string; name: string; phone: string } {
  const firstName = firstNames[n % firstNames.length] ?? ''
  const lastName = lastNames[Math.floor(n / firstNames.length) % lastNames.length]
  return { firstName, name: `${firstName} ${lastName}`, phone: String(7_000_000_000 + n * 13_457) }
}

const textArraySql = (texts: string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`

/** Returns the n-th advisor's id. */
const advisorIdSql = (n: string) => `md5('advisor ' || ${n})::uuid`

/**
 * Fills the empty tables of a migrated database with leads over the last three years: more of them recent, most with a
 * few advisors and services, in all eleven statuses, a few without an advisor. The rows depend only on the number of
 * leads and on today's date.
 */
export async function fillLeads(pool: pg.Pool, leads: number, report: (done: number) => void): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off; select setseed(0.42)')
    if (leads > 0) {
      await client.query(insertAdvisors)
      await client.query(insertServices)
    }
    for (let done = 0; done < leads; done += chunk) {
      const last = Math.min(done + chunk, leads)
      await client.query(insertLeads, [done, last, leads])
      report(last)
    }
    await client.query('vacuum (analyze) lead, advisor, advisory_service')
  } finally {
    client.release()
  }
}

const insertAdvisors = `
  insert into advisor (id, first_name, last_name, email)
  select ${advisorIdSql('n')}, 'Advisor', 'Number ' || n, 'advisor.' || n || '@mail.example'
  from generate_series(0, ${advisors - 1}) as n`

const insertServices = `
  insert into advisory_service (id, service_name, buffer_time, slot_time)
  select md5('service ' || n)::uuid, 'Service number ' || n, 600, 1800
  from generate_series(0, ${services - 1}) as n`

/** $1 to $2 are the leads to add, $3 is their total. */
const insertLeads = `
  with drawn as (
    select n,
      -- The square root makes days busier the later they are.
      date_trunc('milliseconds', now() - interval '10 days'
        - interval '1095 days' * (1 - sqrt((n + random()) / $3::float8))) as created_at,
      -- The second power gives few advisors most of the leads.
      floor(random() ^ 2 * ${advisors})::int as advisor, random() as has_advisor,
      floor(random() ^ 2 * ${services})::int as service,
      floor(random() ^ 1.5 * 11)::int as place,
      floor(random() * ceil($3::float8 * 0.4))::int as person
    from generate_series($1::int, $2::int - 1) as n
  ),
  placed as (
    select *, (array['INSURANCE_CALL_SCHEDULED', 'DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT', 'DID_NOT_JOIN_CALL',
      'CLOSED_WON', 'CLOSED_LOST', 'PAYMENT_LINK_SENT', 'DOCUMENTS_PENDING', 'NOT_QUALIFIED', 'DEFERRED',
      'CANCELLED'])[1 + place] as status
    from drawn
  )
  insert into lead (id, reference_record_id, status, status_history, start_time, created_at, meta, service_id, advisor_id,
    user_first_name, user_last_name, user_email, user_phone)
  select
    (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
    'CRM-' || lpad(n::text, 9, '0'),
    status,
    jsonb_build_array(jsonb_build_object('status', 'INSURANCE_CALL_SCHEDULED',
        'time', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      || case when place > 0 then jsonb_build_array(jsonb_build_object('status', status,
        'time', to_char((created_at + interval '3 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        else '[]'::jsonb end,
    date_trunc('hour', created_at) + interval '2 days',
    created_at,
    jsonb_build_object('utm_source', (array['google', 'meta', 'newsletter'])[1 + n % 3], 'utm_medium', 'cpc',
      'utm_campaign', 'campaign-' || n % 40),
    md5('service ' || service)::uuid,
    case when has_advisor < 0.96 then ${advisorIdSql('advisor')} end,
    (${textArraySql(firstNames)})[1 + person % ${firstNames.length}],
    (${textArraySql(lastNames)})[1 + person / ${firstNames.length} % ${lastNames.length}],
    'person.' || person || '@mail.example',
    '+91' || (7000000000 + person::bigint * 13457)
  from placed
  order by created_at`
