import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKysely } from './connect.ts'
import { isoText, preparedQuery } from './prepared-query.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(2)
})
afterAll(() => database.drop())

const moments = {
  name: 'moments',
  text: `select $1::timestamptz as moment, 9007199254740991::bigint as large, null::timestamptz as none`,
}

it.each([
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T10:00:00.500Z',
  '2026-11-20T10:00:00.007Z',
  '0001-01-01T00:00:00.000Z',
  '1900-02-28T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
])('returns the instant %s as ISO text, also in a transaction', async (moment) => {
  const row = { moment, large: 9_007_199_254_740_991, none: null }
  expect(await preparedQuery(database.kysely, moments, [moment])).toEqual([row])
  const inside = await database.kysely
    .transaction()
    .execute((transaction) => preparedQuery(transaction, moments, [moment]))
  expect(inside).toEqual([row])
})

it('cuts off microseconds, as a date does', () => {
  expect(isoText('2026-11-20 10:00:00.9996+00')).toBe('2026-11-20T10:00:00.999Z')
  expect(isoText('2026-11-20 10:00:00.999999+00')).toBe('2026-11-20T10:00:00.999Z')
})

it('prepares a named statement once per connection, and never an unnamed one or one through a pooler', async () => {
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
      database.kysely,
    )
    return rows.map((row) => row.name)
  }
  for (let turn = 0; turn < 3; turn++) {
    await preparedQuery(database.kysely, { name: 'kept', text: 'select $1::int as n' }, [turn])
    await preparedQuery(database.kysely, { name: undefined, text: 'select $1::int as m' }, [turn])
    await preparedQuery(
      createKysely(database.pool, { isPooled: true }),
      { name: 'pooled', text: 'select $1::int as p' },
      [turn],
    )
  }
  expect((await names()).filter((name) => name !== 'moments')).toEqual(['kept'])
})
