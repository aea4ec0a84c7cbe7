import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startDatabaseServer } from './database-server.ts'
import { removeEverything, startProgram } from './running-program.ts'

afterAll(removeEverything)

const root = join(import.meta.dirname, '..', '..')

/** Runs the command in its own process, as an operator would. */
function counts(url: string, ...options: string[]): { code: number | null; output: string } {
  const command = join(root, 'apps/api/dist/counts/counts-command.js')
  const env = { ...process.env, DATABASE_URL: url }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], {
    env,
    encoding: 'utf8',
  })
  return { code: status, output: stdout + stderr }
}

test('finds and repairs wrong counts beside the running program (OQ-182)', async () => {
  const server = await startDatabaseServer()
  const program = await startProgram({ environment: { DATABASE_URL: server.url } })
  const right = {
    code: 0,
    output: 'Counts of transactions: right.\nCounts of leads: right.\nCounts of redemptions: right.\n',
  }
  expect(counts(server.url)).toEqual(right)

  await server.query(`
    alter table transaction disable trigger user;
    insert into transaction (id, reference_order_id, status, amount, currency_code, created_at, entity_type, entity_id,
      entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
    select gen_random_uuid(), n, 'completed', 249900, 'INR', now(), 'custom', gen_random_uuid(), '',
      gen_random_uuid(), '', '', '', '' from generate_series(1, 3) as n;
    alter table transaction enable trigger user`)
  const found = counts(server.url)
  expect(found.code).toBe(1)
  expect(found.output).toMatch(
    /^Counts of transactions: \d+ are wrong\. Repair them with: npm run counts -- --repair\n/,
  )
  const repaired = counts(server.url, '--repair')
  expect(repaired.code).toBe(0)
  expect(repaired.output).toMatch(/^Counts of transactions: \d+ were wrong and are repaired\.\n/)
  expect(counts(server.url)).toEqual(right)
  const { body } = await program.call('GET', '/admin/orders?limit=1')
  expect(body.data.ordersCount).toBe(3)

  expect(counts(server.url, '--fix')).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') })
  await program.stop()
  await server.stop()
})
