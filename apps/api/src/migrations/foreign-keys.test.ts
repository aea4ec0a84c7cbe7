import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('has an index for every foreign key, so that deletions do not scan whole tables', async () => {
  const { rows } = await database.pool.query(`
    select constrained.conrelid::regclass || '.' || attribute.attname as reference
    from pg_constraint as constrained
    join pg_attribute as attribute
      on attribute.attrelid = constrained.conrelid and attribute.attnum = constrained.conkey[1]
    where constrained.contype = 'f'
      and constrained.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index
        where pg_index.indrelid = constrained.conrelid
          and pg_index.indkey[0] = constrained.conkey[1]
          and (
            pg_index.indpred is null
            or pg_get_expr(pg_index.indpred, pg_index.indrelid) = format('(%I IS NOT NULL)', attribute.attname)
          )
      )
    order by 1`)
  expect(rows).toEqual([])
})
