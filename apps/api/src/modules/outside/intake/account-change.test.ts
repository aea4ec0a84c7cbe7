import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeUser } from '../../../test-records.ts'

// A person's account is deleted, adopted or erased while a batch that has looked it up is being stored.
let app: TestApp
let key: string
const membership = newId()
beforeAll(async () => {
  app = await createTestApp()
  key = await makeKey(app, ['intake.write'])
  await app.database.kysely
    .insertInto('membership')
    .values({ id: membership, name: 'Gold', currency_code: 'INR', current_price: 1, original_price: 1 })
    .execute()
})
afterAll(() => app.close())

const rowsOf = async (query: string, values: unknown[] = []) =>
  (await app.database.pool.query(query, values)).rows

/** Stores records, and lets another call begin after they have looked up their people. */
async function during(path: string, records: unknown[], other: () => Promise<unknown>): Promise<void> {
  const holder = await app.database.pool.connect()
  const waiting = async () =>
    (
      await rowsOf(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    )[0].n
  try {
    // Both kinds of records read this table after the people.
    await holder.query('begin')
    await holder.query('lock table membership in access exclusive mode')
    const stored = sendRecords(app, path, key, records)
    await expect.poll(waiting).toBe(1)
    let isDone = false
    const changed = other().finally(() => {
      isDone = true
    })
    await expect.poll(async () => isDone || (await waiting()) === 2).toBe(true)
    await holder.query('commit')
    expect((await stored).refused).toBe(0)
    await changed
  } finally {
    holder.release(true)
  }
}

describe('records whose person changes meanwhile', () => {
  it('leaves no membership of a person who is deleted while it is stored (OQ-407, OQ-401)', async () => {
    const user = { external_id: 'leaver', first_name: 'Devika' }
    await sendRecords(app, '/intake/users', key, [{ ...user, changed_at: '2026-11-01T00:00:00Z' }])
    const held = {
      external_id: 'held-leaver',
      user_external_id: user.external_id,
      membership_id: membership,
      starts_at: '2026-11-01T00:00:00Z',
      changed_at: '2026-11-01T12:00:00Z',
    }
    await during('/intake/memberships', [held], () =>
      sendRecords(app, '/intake/users', key, [
        { external_id: user.external_id, deleted: true, changed_at: '2026-11-02T00:00:00Z' },
      ]),
    )
    expect(await rowsOf('select user_id from membership_held')).toEqual([])
  })

  it('gives an order to the account that its buyer gets while it is stored (OQ-402)', async () => {
    const id = await makeUser(app.database.kysely, { first_name: 'Nikhil' })
    const order = {
      external_id: 'ORD-FIRST',
      user: { external_id: 'adopted', first_name: 'Nikhil', email: 'nikhil@mail.example' },
      entity_type: 'membership',
      entity_id: membership,
      amount: 1,
      currency_code: 'INR',
      status: 'pending',
      created_at: '2026-11-01T00:00:00Z',
      changed_at: '2026-11-01T00:00:00Z',
    }
    await sendRecords(app, '/intake/orders', key, [order])
    await during('/intake/orders', [{ ...order, external_id: 'ORD-SECOND' }], () =>
      sendRecords(app, '/intake/users', key, [
        { external_id: 'adopted', _id: id, first_name: 'Nikhil', changed_at: '2026-11-02T00:00:00Z' },
      ]),
    )
    expect(await rowsOf('select user_id from transaction')).toEqual([{ user_id: id }, { user_id: id }])
  })
})
