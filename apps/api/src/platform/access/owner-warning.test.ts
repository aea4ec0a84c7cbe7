import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { warnWithoutOwner } from './owner-warning.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.kysely.deleteFrom('staff').execute())

const google = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', ADMIN_EMAIL_DOMAINS: 'provider.example' }

/** Returns what a start with these settings logs. */
async function logged(environment: Record<string, string>): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await warnWithoutOwner(database.kysely, readSettings({ ...environment, DATA_DIR: '/tmp' }), log)
  return lines.map((line) => JSON.parse(line))
}

async function addStaff(values: { role: string; is_disabled?: boolean }): Promise<void> {
  await database.kysely
    .insertInto('staff')
    .values({ id: crypto.randomUUID(), email: `${values.role}@provider.example`, name: '', ...values })
    .execute()
}

it('warns at the start when nobody is an owner, and names the setting (OQ-383)', async () => {
  await addStaff({ role: 'administrator' })
  const [line, ...others] = await logged(google)
  expect(others).toEqual([])
  expect(line).toMatchObject({ level: 40, msg: expect.stringContaining('Set ADMIN_EMAILS') })
})

it('warns when the only owner is disabled (OQ-383)', async () => {
  await addStaff({ role: 'owner', is_disabled: true })
  expect(await logged(google)).toHaveLength(1)
})

it('does not warn with an owner by setting, in the table, or in the sandbox (OQ-383)', async () => {
  expect(await logged({ ...google, ADMIN_EMAILS: 'meera@provider.example' })).toEqual([])
  expect(await logged({})).toEqual([])
  await addStaff({ role: 'owner' })
  expect(await logged(google)).toEqual([])
})
