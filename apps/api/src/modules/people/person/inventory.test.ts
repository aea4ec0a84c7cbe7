import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { textColumns } from '../../../platform/database/text-columns.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('declares every column that can hold text, once (OQ-345)', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and (data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'inet')
        or (data_type = 'ARRAY' and udt_name in ('_text', '_varchar', '_jsonb')))
    order by 1`)
  const declared = Object.entries(textColumns).flatMap(([table, { personal = {}, other = [] }]) =>
    [...Object.keys(personal), ...other].map((column) => `${table}.${column}`),
  )
  // A new column belongs into text-columns.ts, and a personal one into an erasure.
  expect(declared.sort()).toEqual(rows.map((row) => row.name).sort())
})
