import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { otherTexts } from './other-texts.ts'
import { personalColumns, personalTables, wordsOf } from './personal-tables.ts'

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
  const others = Object.entries(personalTables).map(([table, { other }]) => [table, other] as const)
  const declared = [
    ...Object.keys(personalTables).flatMap((table) =>
      Object.keys(personalColumns(table)).map((column) => `${table}.${column}`),
    ),
    ...[...others, ...Object.entries(otherTexts)].flatMap(([table, columns]) =>
      wordsOf(columns).map((column) => `${table}.${column}`),
    ),
  ]
  // A new column belongs into personal-tables.ts if it can be about a person, otherwise into other-texts.ts.
  expect(declared.sort()).toEqual(rows.map((row) => row.name).sort())
})
