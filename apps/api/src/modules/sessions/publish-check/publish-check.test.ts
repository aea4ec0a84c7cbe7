import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeMasterclass, makeWebinar, picture } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ MEETING_CLASHES: 'refuse' })
})
afterAll(() => app.close())

const times = { start_time: '2026-12-01T10:00:00Z', end_time: '2026-12-01T11:00:00Z' }
async function facts(query: Record<string, string>) {
  const { status, body } = await app.call('GET', `/admin/publish-check?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('the facts for the check before publishing', () => {
  it('require a credential and times (OQ-512, AUTH-09)', async () => {
    expect((await app.call('GET', '/admin/publish-check', { token: null })).status).toBe(401)
    const { status, body } = await app.call('GET', '/admin/publish-check')
    expect([status, body.message]).toEqual([400, 'Start time is required'])
  })

  it('are empty for a new session without an account, and for an unknown one (OQ-512)', async () => {
    const nothing = { buffer_minutes: 15, refuses_clashes: true, accounts: [], coupons: [], picture: null }
    expect(await facts(times)).toEqual(nothing)
    expect(await facts({ ...times, id: 'unknown' })).toEqual(nothing)
  })

  it('are the clashes of each account, active coupons and the size of the banner (OQ-512)', async () => {
    const draft = await makeMasterclass(app, { ...times, images: await picture() })
    const booked = await makeWebinar(app, { ...times, title: 'Booked', zoom_hub_name: 'zoom_2' })
    await app.call('POST', '/admin/event/publish', { json: { event_id: booked._id } })
    const coupons = ['SHOWN', 'OFF'].map((code) => ({
      code,
      valid_till: '2026-12-31T18:29:59Z',
      discount_percentage: 12.5,
    }))
    const linked = await app.call('PATCH', '/admin/coupons', {
      json: { coupons, entity_id: draft._id, entity_type: 'masterclass' },
    })
    expect(linked.status, JSON.stringify(linked.body)).toBeLessThan(300)
    await app.database.kysely
      .updateTable('coupon_link')
      .set({ is_active: false })
      .where('coupon_id', 'in', (query) => query.selectFrom('coupon').select('id').where('code', '=', 'OFF'))
      .execute()
    const found = await facts({ ...times, id: draft._id, zoom_hub_name: 'zoom_2' })
    expect(found.coupons).toEqual([
      {
        code: 'SHOWN',
        valid_till: '2026-12-31T18:29:59.000Z',
        absolute_discount: null,
        absolute_discount_usd: null,
        discount_percentage: 12.5,
      },
    ])
    expect(found.picture).toEqual({ width: expect.any(Number), height: expect.any(Number) })
    const clashes = found.accounts.map((account: { zoom_hub_name: string; clashes: { title: string }[] }) => [
      account.zoom_hub_name,
      account.clashes.map(({ title }) => title).join(),
    ])
    expect(Object.fromEntries(clashes)).toEqual({ zoom_1: '', zoom_2: 'Booked', zoom_3: '', zoom_4: '' })
    // It does not clash with itself.
    const own = await facts({ ...times, id: booked._id, zoom_hub_name: 'zoom_2' })
    expect(own.accounts[1].clashes).toEqual([])
  })
})
