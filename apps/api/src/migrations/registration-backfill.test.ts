import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUpgradedDatabase } from './test-upgrade.ts'

const database = createUpgradedDatabase('registrations')
beforeAll(database.create)
afterAll(database.drop)

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const order = (number: number, type: string, status: string) => `
  insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, updated_at,
    completed_at, entity_type, entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
  values ('${id(number)}', 'order_${number}', 'pay_${number}', '${status}', 249900, 'INR', '2026-11-20T10:00:00Z',
    '2026-11-20T12:00:00Z', ${status === 'pending' ? 'null' : "'2026-11-20T11:00:00Z'"}, '${type}', '${id(9)}', 'T',
    '${id(8)}', 'Diya', '', '1', 'd@mail.example')`

test('gives every paid order of a session its registration (OQ-430)', async () => {
  await database.migrateBefore('0065')
  await database.query(
    order(1, 'masterclass', 'completed'),
    order(2, 'events', 'refunded'),
    order(3, 'masterclass', 'pending'),
    order(4, 'custom', 'completed'),
    order(5, 'masterclass', 'refunded'),
    // More orders than one statement of the migration copies.
    `insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
      entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
    select gen_random_uuid(), 'many_' || n, 'completed', 1, 'INR', now(), 'masterclass', '${id(7)}', '', '${id(8)}', '',
      '', '', '' from generate_series(1, 20001) as n`,
    `insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, requested_by, requested_at,
      settled_at)
    values ('${id(6)}', '${id(5)}', 'k', 'processed', 249900, 'INR', 's', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z')`,
    `update transaction set refunded_outside_at = null, updated_at = '2026-11-20T12:00:00Z' where status = 'refunded'`,
  )
  await database.migrate()
  const kept = `select to_char(at at time zone 'UTC', 'HH24:MI') from (select given_back_at as at) as given`
  expect(
    await database.query(`select right(id::text, 1) as id, session_type, session_id, transaction_id = id as of_order, user_name,
        to_char(created_at at time zone 'UTC', 'HH24:MI') as registered, (${kept}) as given_back, given_back_reason
      from registration where session_id = '${id(9)}' order by id`),
  ).toEqual(
    [
      ['1', 'masterclass', null, null],
      ['2', 'event', '12:00', 'refund'],
      ['5', 'masterclass', '13:00', 'refund'],
    ].map(([one, session_type, given_back, given_back_reason]) => ({
      ...{ id: one, session_type, given_back, given_back_reason, of_order: true, registered: '11:00' },
      ...{ session_id: id(9), user_name: 'Diya' },
    })),
  )
  expect(await database.query(`select registrations_of('${id(7)}') as n`)).toEqual([{ n: 20_001 }])
  // From then on the trigger keeps them.
  await database.query(`update transaction set status = 'completed' where id = '${id(3)}'`)
  expect(await database.query(`select registrations_of('${id(9)}') as n`)).toEqual([{ n: 2 }])
}, 60_000)
