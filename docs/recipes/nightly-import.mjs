// Writes yesterday's orders into a file and imports it: the shape of a nightly job. Needs GREENROOM_URL, GREENROOM_KEY
// and MASTERCLASS. Replace `rows` with a query of your own database.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const rows = [1, 2, 3].map((number) => ({
  id: `shop-${number}`,
  name: 'Asha Iyer',
  mail: `asha${number}@example.com`,
  paise: 249900,
  invoice: `SHOP/25-26/${number}`,
  at: '2026-01-15T10:30:00Z',
}))
const columns = [
  'external_id,user.first_name,user.email,entity_type,entity_id,amount,currency_code,status',
  'created_at,completed_at,outside_document,changed_at',
].join(',')
const lines = rows.map((row) =>
  [
    [row.id, row.name, row.mail, 'masterclass', process.env.MASTERCLASS, row.paise, 'INR', 'completed'],
    [row.at, row.at, row.invoice, row.at],
  ].flat(),
)
const file = join(mkdtempSync(join(tmpdir(), 'orders-')), 'orders.csv')
writeFileSync(file, [columns, ...lines].join('\n'))
const { status } = spawnSync('npm', ['run', 'import', '--', file], { stdio: 'inherit' })
process.exit(status ?? 1)
