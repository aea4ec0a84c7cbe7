import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addSampleData } from './sample-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await addSampleData({
    db: app.database.kysely,
    files: app.app.files,
    clock: app.clock,
    spoolFolder: app.app.spoolFolder,
    settings: readSettings({ DATA_DIR: app.dataDir }),
    log: pino({ level: 'silent' }),
  })
})
afterAll(() => app.close())

async function count(what: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)
  return rows[0]?.n ?? 0
}

test('has a registration for each order of a session, free sign-ups, and who attended (OQ-430)', async () => {
  expect(await count('registration where transaction_id is not null and given_back_at is null')).toBe(
    await count(`transaction where status = 'completed' and entity_type in ('masterclass', 'events')`),
  )
  expect(await count('registration where external_id is not null and given_back_at is null')).toBeGreaterThan(
    200,
  )
  expect(await count(`registration where given_back_reason = 'cancelled'`)).toBeGreaterThan(5)
  const early = `registration join event on event.id = session_id where attended_at is not null`
  expect(await count(early)).toBeGreaterThan(50)
  expect(await count(`${early} and attended_at < start_time`)).toBe(0)
  expect(await count(`${early} and start_time > '2026-11-21T06:30:00Z'`)).toBe(0)
})

test('shows one event of which staff sold more than are registered, and none with more than its tickets (OQ-432)', async () => {
  const differing = 'event where not sold_out and total_tickets_sold <> registrations_of(id)'
  expect(await count(differing)).toBe(1)
  expect(await count(`${differing} and title = 'Investors meet: Pune'`)).toBe(1)
  expect(await count('event where not is_unlimited_tickets and registrations_of(id) > total_tickets')).toBe(0)
})
