import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { loggedError } from './logged-error.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('logs an error of the database without the values of the row (OQ-346)', async () => {
  const values = "gen_random_uuid(), '', 'Rao', 'asha@person.example', '+919845012763'"
  const insert = `insert into creator (id, first_name, last_name, email, phone) values (${values})`
  const error = await database.pool.query(insert).catch((reason: Error) => reason)
  expect((error as { detail?: string }).detail).toContain('asha@person.example')
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  pino({ serializers: { err: loggedError } }, stream).error({ err: error }, 'Request failed')
  expect(text).toContain('creator_first_name_check')
  expect(text).not.toMatch(/asha|9845012763/)
})
