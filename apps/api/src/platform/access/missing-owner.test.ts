import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../settings.ts'
import { createTestApp } from '../../test-app.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { missingOwner } from './missing-owner.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.kysely.deleteFrom('staff').execute())

const google = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', ADMIN_EMAIL_DOMAINS: 'provider.example' }

const missing = (environment: Record<string, string>) =>
  missingOwner(database.kysely, readSettings({ ...environment, DATA_DIR: '/tmp' }))

async function addStaff(
  values: { role: string; is_disabled?: boolean },
  { kysely }: TestDatabase = database,
): Promise<void> {
  await kysely
    .insertInto('staff')
    .values({ id: crypto.randomUUID(), email: `${values.role}@provider.example`, name: '', ...values })
    .execute()
}

it('says in one sentence that nobody is an owner, and names the setting (OQ-383)', async () => {
  await addStaff({ role: 'administrator' })
  expect(await missing(google)).toMatch(/^Nobody has the role Owner: run "npm run owner -- EMAIL" [^.]+\.$/)
})

it('does not count a disabled owner (OQ-383)', async () => {
  await addStaff({ role: 'owner', is_disabled: true })
  expect(await missing(google)).toBeDefined()
})

it('says nothing with an owner by setting, in the table, or in the sandbox (OQ-383)', async () => {
  expect(await missing({ ...google, ADMIN_EMAILS: 'meera@provider.example' })).toBeUndefined()
  expect(await missing({ ...google, DEFAULT_ROLE: 'owner' })).toBeUndefined()
  expect(await missing({})).toBeUndefined()
  await addStaff({ role: 'owner' })
  expect(await missing(google)).toBeUndefined()
})

it('tells the sign-in screen, until somebody is an owner (OQ-383)', async () => {
  const app = await createTestApp({ ...google, SITE: 'off' })
  onTestFinished(() => app.close())
  const optionsOf = async () => (await app.call('GET', '/idp/options', { token: null })).body
  expect(await optionsOf()).toEqual({
    kind: 'google',
    client_id: google.GOOGLE_CLIENT_ID,
    providers: [{ id: 'google', kind: 'google', name: 'Google', client_id: google.GOOGLE_CLIENT_ID }],
    sandboxes: ['meetings', 'payments'],
    notice: expect.stringContaining('Nobody has the role Owner'),
  })
  await addStaff({ role: 'owner' }, app.database)
  expect(await optionsOf()).not.toHaveProperty('notice')
})
