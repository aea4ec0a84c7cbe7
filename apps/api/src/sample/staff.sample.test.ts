import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import { readSettings } from '../settings.ts'
import type { SampleContext } from './sample-context.ts'
import { staffSample } from './staff.sample.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.kysely.deleteFrom('staff').execute())

const now = new Date('2026-11-23T04:10:00Z')
const add = (environment: Record<string, string> = {}) =>
  staffSample.add({ db: database.kysely, now, settings: readSettings(environment) } as SampleContext)
const staff = () => database.kysely.selectFrom('staff').selectAll().execute()

test('adds a team with unused invitations and a disabled account, all in the past (OQ-384)', async () => {
  expect(await add()).toEqual({ staff: 6 })
  const rows = await staff()
  const unused = rows.filter((row) => row.first_sign_in_at === null)
  expect(unused).toHaveLength(2)
  for (const row of unused) expect([row.name, row.invited_by]).toEqual(['', 'meera.nair@greenroom.example'])
  expect(rows.filter((row) => row.is_disabled)).toHaveLength(1)
  for (const row of rows) {
    for (const at of [row.invited_at, row.first_sign_in_at, row.last_sign_in_at, row.created_at]) {
      expect(at === null || at <= now).toBe(true)
    }
    expect(row.role).not.toBe('owner')
  }
})

test('invites nobody where a real provider signs people in (OQ-384)', async () => {
  expect(
    await add({ GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', ADMIN_EMAIL_DOMAINS: 'provider.example' }),
  ).toEqual({})
  expect(await staff()).toEqual([])
})
