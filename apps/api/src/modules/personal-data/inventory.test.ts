import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/personal-data.md'), 'utf8')

/** Returns the code spans of a cell. */
const namesIn = (cell = '') => [...cell.matchAll(/`([a-z_0-9]+)`/g)].map(([, name]) => name)

/** Returns the columns that the inventory lists, personal ones and others. */
function listed(): { personal: string[]; other: string[] } {
  const inventory = page.slice(page.indexOf('## Inventory'))
  const rows = [...inventory.matchAll(/^\| `([a-z_]+)` \|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  const columns = (cell: 2 | 4) =>
    rows.flatMap((row) => namesIn(row[cell]).map((name) => `${row[1]}.${name}`))
  return { personal: columns(2), other: columns(4) }
}

it('lists every column that can hold text, once (OQ-345)', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and (data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'inet')
        or (data_type = 'ARRAY' and udt_name in ('_text', '_varchar', '_jsonb')))
    order by 1`)
  const { personal, other } = listed()
  // A new column belongs into docs/personal-data.md, and a personal one into an erasure.
  expect([...personal, ...other].sort()).toEqual(rows.map((row) => row.name).sort())
})
