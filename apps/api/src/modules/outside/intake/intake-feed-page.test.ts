import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeKey } from '../../../test-intake.ts'
import { runPage } from '../../../test-page.ts'
import { makeAdvisoryService, makePost } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('docs/intake-feed.md has commands that work as it says, in their order (OQ-420, OQ-422, OQ-427)', async () => {
  const membership = '01931f6e-0000-7000-8000-000000000001'
  const another = '01931f6e-0000-7000-8000-000000000002'
  const coupon = '01931f6e-0000-7000-8000-000000000003'
  const { kysely: db, pool } = app.database
  const price = { currency_code: 'INR', current_price: 99900, original_price: 149900 }
  await db
    .insertInto('membership')
    .values([membership, another].map((id) => ({ id, name: 'Gold', ...price })))
    .execute()
  await pool.query(`insert into coupon (id, code, valid_till, discount_percentage)
    values ('${coupon}', 'WELCOME10', '2026-12-31T18:29:59.999Z', 10)`)
  await pool.query(`insert into coupon_link (coupon_id, entity_id, entity_type)
    values ('${coupon}', '${membership}', 'membership')`)
  const poll = await makePost(app, {
    message: 'Vote!',
    poll: JSON.stringify({ options: ['Yes', 'No'] }),
    expires_at: '2026-11-22T10:00:00Z',
  })
  const variables: Record<string, string> = {
    GREENROOM: app.url,
    KEY: await makeKey(app, ['intake.read', 'intake.write']),
    MEMBERSHIP_ID: membership,
    SERVICE_ID: await makeAdvisoryService(app),
    POLL_ID: poll._id,
  }
  const prices: unknown[] = []
  const sent: string[] = []
  const count = await runPage('intake-feed.md', variables, (_place, body, response) => {
    const { pathname } = new URL(response.url)
    if (pathname === '/intake/memberships') variables.ETAG = response.headers.get('etag') ?? ''
    if (body?.next_cursor) variables.NEXT = body.next_cursor
    if (pathname === '/intake/price') prices.push(body.data)
    const results = (body?.data?.results ?? []) as { outcome: string }[]
    for (const { outcome } of results) sent.push(`${pathname} ${outcome}`)
  })
  expect(count).toBe(14)
  expect(prices).toEqual([
    {
      entity_type: 'membership',
      entity_id: membership,
      currency_code: 'INR',
      original_price: 149900,
      current_price: 99900,
      discount: 9990,
      price: 89910,
      gst: 0,
      total: 89910,
      coupon: {
        code: 'WELCOME10',
        is_valid: true,
        refusal: null,
        valid_till: '2026-12-31T18:29:59.999Z',
      },
    },
  ])
  expect(sent).toEqual([
    '/intake/users created',
    '/intake/users created',
    '/intake/posts created',
    '/intake/comments created',
    '/intake/comments created',
    '/intake/likes created',
    '/intake/votes created',
    '/intake/reports created',
    '/intake/bookings created',
  ])
})
