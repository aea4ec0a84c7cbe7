import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Orders of each person, on average. */
const ordersEach = 4
const chunk = 10_000

const uuidOf = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Returns the id of what is sold: the n-th title of a type; the first ones sell most. */
export const soldId = (type: 'masterclass' | 'events', n: number): string => uuidOf(`${type}${n}`)
export const membershipId = (n: number): string => uuidOf(`membership${n}`)
export const phoneOfPerson = (n: number): string => `+91${7_000_000_000 + n * 11_003}`
export const emailOfPerson = (n: number): string => `person.${n}@mail.example`
export const lastNameOf = (n: number): string => `Rao${n % 50_000}`

/**
 * Fills the empty tables of a migrated database with people and their orders, sign-ups and memberships. They name their
 * person, as after the job that finds out whose older rows are; finding it for each row would take most of the time.
 */
export async function fillPeople(
  pool: pg.Pool,
  people: number,
  report: (done: number) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off; select setseed(0.42)')
    // No counts and changes: nothing reads them here. References to what isn't there aren't checked either.
    await client.query('set session_replication_role = replica')
    await client.query(insertMemberships)
    for (let done = 0; done < people; done += chunk) {
      const last = Math.min(done + chunk, people)
      for (const statement of ofPeople) await client.query(statement, [done, last])
      report(last)
    }
    await client.query(
      'analyze person, person_identifier, app_user, transaction, registration, membership_held, person_label',
    )
    if (people > 0) {
      await client.query('set session_replication_role = origin')
      for (let done = 0; done < people; done += chunk) {
        await client.query(
          `insert into person_figure select * from person_figures(array(
            select md5('person' || n)::uuid from generate_series($1::int, $2::int - 1) as n))`,
          [done, Math.min(done + chunk, people)],
        )
      }
    }
    await client.query('vacuum (analyze) person_figure, person_figure_change, transaction, registration')
  } finally {
    client.release()
  }
}

const insertMemberships = `
  insert into membership (id, name, currency_code, current_price, original_price)
  select md5('membership' || n)::uuid, 'Membership ' || n, 'INR', 499900, 499900 from generate_series(0, 4) as n
  on conflict do nothing`

const names = `(array['Aarav', 'Diya', 'Ishaan', 'Kavya', 'Neha', 'Rohan', 'Sanya', 'Vikram'])[1 + n % 8] as first_name,
  'Rao' || n % 50000 as last_name, 'person.' || n || '@mail.example' as email,
  '+91' || (7000000000 + n::bigint * 11003) as phone`

/** $1 to $2 are the people to add: nine of ten have an account. */
const ofPeople = [
  `insert into person (id) select md5('person' || n)::uuid from generate_series($1::int, $2::int - 1) as n`,
  `insert into person_identifier (person_id, kind, value, names, source)
   select md5('person' || n)::uuid, kind, value, array[first_name || ' ' || last_name], 'app_user'
   from (select n, ${names} from generate_series($1::int, $2::int - 1) as n) as one,
     lateral (values ('email', email), ('phone', phone_key(phone)), ('account', md5('account' || n)::uuid::text))
       as found (kind, value)
   where kind <> 'account' or n % 10 > 0`,
  `insert into app_user (id, first_name, last_name, email, phone, created_at, person_id)
   select md5('account' || n)::uuid, first_name, last_name, email, phone,
     now() - interval '1095 days' * random(), md5('person' || n)::uuid
   from (select n, ${names} from generate_series($1::int, $2::int - 1) as n) as one where n % 10 > 0`,
  `insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
     entity_title, user_id, user_first_name, user_last_name, user_phone, user_email, source, tax_amount, document_state,
     person_id)
   select gen_random_uuid(), 'order_' || n || '_' || turn,
     case when of_status < 0.8 then 'completed' when of_status < 0.9 then 'pending' else 'refunded' end,
     49900 + title * 10000, case when of_currency < 0.8 then 'INR' else 'USD' end,
     now() - interval '1095 days' * random(), entity_type, md5(entity_type || title)::uuid, '',
     md5('account' || n)::uuid, first_name, last_name, phone, email,
     case when of_source < 0.45 then 'meta' when of_source < 0.7 then 'google' when of_source < 0.9 then 'organic' end,
     0, 'on-request', md5('person' || n)::uuid
   from (
     select n, turn, ${names}, random() as of_status, random() as of_currency, random() as of_source,
       case when random() < 0.7 then 'masterclass' else 'events' end as entity_type,
       floor(random() ^ 3 * 300)::int as title
     from generate_series($1::int, $2::int - 1) as n, generate_series(1, ${ordersEach}) as turn
   ) as drawn`,
  `insert into registration (id, external_id, session_type, session_id, user_id, user_name, user_email, user_phone,
     created_at, attended_at, attended_minutes, person_id)
   select gen_random_uuid(), 'sign-up-' || n, 'masterclass', md5('masterclass' || title)::uuid,
     md5('account' || n)::uuid, '', '', '', at, case when n % 3 = 0 then at + interval '1 hour' end,
     case when n % 3 = 0 then 40 end, md5('person' || n)::uuid
   from (select n, floor(random() ^ 3 * 300)::int as title, now() - interval '1095 days' * random() as at
     from generate_series($1::int, $2::int - 1) as n) as drawn where n % 2 = 0`,
  `insert into membership_held (id, external_id, user_id, membership_id, starts_at, ends_at, source_changed_at)
   select gen_random_uuid(), 'held-' || n, md5('account' || n)::uuid, md5('membership' || n % 5)::uuid, at,
     at + interval '365 days', at
   from (select n, now() - interval '1095 days' * random() as at
     from generate_series($1::int, $2::int - 1) as n) as drawn where n % 10 in (1, 2, 3)`,
  `insert into person_label (person_id, label, added_by, added_at)
   select md5('person' || n)::uuid, case when n % 1000 = 0 then 'Speaker' else 'Group ' || n % 40 end,
     'staff@greenroom.example', now()
   from generate_series($1::int, $2::int - 1) as n where n % 20 = 0`,
]
