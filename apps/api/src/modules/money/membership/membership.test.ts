import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { picture } from '../../../test-records.ts'

let app: TestApp
const [older, newer] = [newId(), newId()]
let banner: string
beforeAll(async () => {
  app = await createTestApp()
  banner = (await app.call('POST', '/admin/upload', { form: { file: await picture() } })).body.data.url
  await app.database.kysely
    .insertInto('membership')
    .values([
      {
        id: older,
        name: 'Silver',
        currency_code: 'INR',
        current_price: 99900,
        original_price: 149900,
        created_at: new Date('2026-11-01T00:00:00Z'),
      },
      {
        id: newer,
        name: 'Gold',
        banner_key: banner.slice('/files/'.length),
        currency_code: 'USD',
        current_price: 4900,
        original_price: 9900,
        created_at: new Date('2026-11-02T00:00:00Z'),
      },
    ])
    .execute()
})
afterAll(() => app.close())

it('requires a credential (AUTH-09)', async () => {
  expect((await app.call('GET', '/admin/memberships', { token: null })).status).toBe(401)
})

it('lists all memberships with price and banner, the newest first (MEM-05, MEM-01)', async () => {
  const answer = await app.call('GET', '/admin/memberships')
  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual([
    {
      _id: newer,
      id: newer,
      name: 'Gold',
      banner,
      price: { currency_code: 'USD', current_price: 4900, original_price: 9900 },
      coupons_count: 0,
      coupon_codes: [],
      members_count: 0,
    },
    {
      _id: older,
      id: older,
      name: 'Silver',
      banner: null,
      price: { currency_code: 'INR', current_price: 99900, original_price: 149900 },
      coupons_count: 0,
      coupon_codes: [],
      members_count: 0,
    },
  ])
  expect((await app.call('GET', '/admin/memberships?limit=1&offset=1')).body.data[0].name).toBe('Silver')
})

it('creates coupons for a membership and lists them for it alone (CPN-10, MEM-03)', async () => {
  const save = (entity_id: string) =>
    app.call('PATCH', '/admin/coupons', {
      json: {
        coupons: [{ code: 'GOLD20', valid_till: '2026-12-31T18:29:59.999Z', discount_percentage: 20 }],
        entity_id,
        entity_type: 'membership',
      },
    })
  expect((await save('01931f6e-0000-7000-8000-00000000dead')).status).toBe(404)
  expect((await save('nonsense')).status).toBe(404)
  const saved = await save(newer)
  expect(saved.status).toBe(200)
  expect(saved.body.data).toMatchObject([
    { entity_id: newer, entity_type: 'membership', is_active: true, coupon_id: { code: 'GOLD20' } },
  ])
  const links = async (id: string) =>
    (await app.call('GET', `/admin/coupons/${id}?entity_type=membership`)).body.data
  expect(await links(newer)).toHaveLength(1)
  expect(await links(older)).toEqual([])
  const listed = (await app.call('GET', '/admin/memberships')).body.data
  expect(listed.map((one: { coupons_count: number }) => one.coupons_count)).toEqual([1, 0])
  expect(listed.map((one: { coupon_codes: string[] }) => one.coupon_codes)).toEqual([['GOLD20'], []])
  const toggled = await app.call('POST', '/admin/coupon/entity', {
    json: { coupon_id: saved.body.data[0].coupon_id._id, entity_id: newer },
  })
  expect(toggled.body.data).toMatchObject({ entity_id: newer, is_active: false })
})

it('names the newest three coupons of a membership, active links first (OQ-707)', async () => {
  const coupons = ['ONE', 'TWO', 'THREE', 'FOUR'].map((code) => ({
    code: `OQ707${code}`,
    valid_till: '2026-12-31T18:29:59.999Z',
    discount_percentage: 5,
  }))
  const { body } = await app.call('PATCH', '/admin/coupons', {
    json: { coupons, entity_id: older, entity_type: 'membership' },
  })
  await app.call('POST', '/admin/coupon/entity', {
    json: { coupon_id: body.data[3].coupon_id._id, entity_id: older },
  })
  const listed = (await app.call('GET', '/admin/memberships')).body.data
  const { coupons_count, coupon_codes } = listed.find((one: { _id: string }) => one._id === older)
  expect([coupons_count, coupon_codes.length]).toEqual([4, 3])
  expect(coupon_codes).not.toContain(body.data[3].coupon_id.code)
})
