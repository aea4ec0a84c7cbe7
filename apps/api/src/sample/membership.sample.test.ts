import { CouponLink } from '@greenroom/contract/money/coupon/coupon.schema'
import { Membership } from '@greenroom/contract/money/membership/membership.endpoints'
import { NewPaymentPage } from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import { PaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { pino } from 'pino'
import sharp from 'sharp'
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

async function read(path: string): Promise<unknown[]> {
  const answer = await app.call('GET', path)
  expect(answer.status).toBe(200)
  return answer.body.data
}

async function expectPicture(address: string): Promise<void> {
  const response = await fetch(`${app.url}${address}`)
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(120_000)
  expect((await sharp(bytes).raw().toBuffer({ resolveWithObject: true })).info).toMatchObject({
    width: 1200,
    height: 675,
  })
}

test('adds five memberships with banners in both currencies (MEM-01)', async () => {
  const memberships = (await read('/admin/memberships')).map((one) => Membership.parse(one))
  expect(memberships).toHaveLength(5)
  expect(new Set(memberships.map((one) => one.price.currency_code))).toEqual(new Set(['INR', 'USD']))
  for (const { banner, price } of memberships) {
    await expectPicture(banner ?? '')
    expect(price.original_price).toBeGreaterThan(price.current_price)
  }
})

test('adds people who hold memberships (OQ-407)', async () => {
  const rows = (await read('/admin/memberships')) as { members_count: number }[]
  for (const { members_count } of rows) expect(members_count).toBeGreaterThan(0)
})

test('adds coupons to some memberships and none to one (CPN-10)', async () => {
  const counts: number[] = []
  for (const { _id } of (await read('/admin/memberships')).map((one) => Membership.parse(one))) {
    const links = await read(`/admin/coupons/${_id}?entity_type=membership`)
    for (const link of links) CouponLink.parse(link)
    counts.push(links.length)
  }
  expect(counts.sort()).toEqual([0, 1, 1, 2, 2])
})

test('adds ten valid payment pages, some inactive (PAY-01, PAY-02)', async () => {
  const pages = (await read('/admin/payment-entity')).map((one) => PaymentPage.parse(one))
  expect(pages).toHaveLength(10)
  expect(await read('/admin/payment-entity?is_active=false')).toHaveLength(3)
  for (const page of pages) {
    const { title, description, is_active, banner, prices, meta } = page
    NewPaymentPage.parse({ title, description, is_active, banner, prices, lsq: meta.lsq })
    await expectPicture(banner)
    for (const price of prices) expect(price.original_price).toBeGreaterThan(price.current_price)
  }
  expect(pages.some((page) => page.meta.lsq.purchase === '')).toBe(true)
  const owners = pages.map((page) => page._id)
  const { pictures } = await app.database.kysely
    .selectFrom('file')
    .select((query) => query.fn.count<number>('sha256').distinct().as('pictures'))
    .where('owner_id', 'in', owners)
    .executeTakeFirstOrThrow()
  expect(pictures).toBe(10)
})
