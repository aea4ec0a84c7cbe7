import { currencyCodes } from '@greenroom/contract/money'
import { priceWithGst } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { transactionTypes } from '@greenroom/contract/money/transaction/transaction-kinds'
import type { EventPrice } from '@greenroom/contract/sessions/event/event.schema'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addSampleData } from './sample-data.ts'
import { kolkataTime } from './sample-time.ts'

const clocks = [
  ['a Saturday noon', '2026-11-21T06:30:00Z'],
  ['a few minutes after midnight on a Monday', '2026-11-22T18:34:00Z'],
  ['29 February', '2028-02-29T09:00:00Z'],
] as const
const day = 86_400_000

let app: TestApp
/** A credential that is valid at the time of the clock. */
let token: string

async function startAt(moment: string): Promise<void> {
  app = await createTestApp()
  app.clock.set(moment)
  token = await app.tokenFor('meera.nair@greenroom.example')
  await addSampleData({
    db: app.database.kysely,
    files: app.app.files,
    clock: app.clock,
    spoolFolder: app.app.spoolFolder,
    settings: readSettings({ DATA_DIR: app.dataDir }),
    log: pino({ level: 'silent' }),
  })
}

async function list(query: Record<string, string>): Promise<{ count: number; orders: Transaction[] }> {
  const path = `/admin/orders?${new URLSearchParams({ limit: '200', ...query })}`
  const answer = await app.call('GET', path, { token })
  expect(answer.status).toBe(200)
  return {
    count: answer.body.data.ordersCount,
    orders: answer.body.data.ordersList.map((order: unknown) => Transaction.parse(order)),
  }
}

/** The console's default dates: the last seven days, from their start to the end of today. */
function lastSevenDays(now: Date) {
  return {
    start_date: kolkataTime(now, -6, '00:00').toISOString(),
    end_date: new Date(kolkataTime(now, 1, '00:00').getTime() - 1).toISOString(),
  }
}

describe.each(clocks)('on %s', (_, moment) => {
  beforeAll(() => startAt(moment))
  afterAll(() => app.close())

  test('adds orders of each type in the last seven days, and enough of each status (TXN-05, TXN-06)', async () => {
    const now = app.clock.now()
    let total = 0
    for (const type of transactionTypes) {
      const recent = await list({ entity_type: type, ...lastSevenDays(now) })
      expect(recent.count, type).toBeGreaterThan(10)
      expect(recent.orders).toHaveLength(recent.count)

      const all = await list({ entity_type: type })
      total += all.count
      const having = (status: string) => all.orders.filter((order) => order.status === status).length
      expect(having('completed'), type).toBeGreaterThanOrEqual(25)
      expect(having('pending'), type).toBeGreaterThanOrEqual(5)
      expect(having('refunded'), type).toBeGreaterThanOrEqual(5)
      expect(having('failed'), type).toBeGreaterThanOrEqual(1)
      expect(new Set(all.orders.map((order) => order.currency_code))).toEqual(new Set(currencyCodes))
      expect(new Set(all.orders.map((order) => order.meta.source))).toEqual(
        new Set(['meta', 'google', 'organic', undefined]),
      )
      for (const order of all.orders) expect(Date.parse(order.created_at)).toBeLessThanOrEqual(now.getTime())
    }
    expect(total).toBeGreaterThanOrEqual(400)

    const { oldest, kept } = await app.database.kysely
      .selectFrom('transaction')
      .select((query) => [query.fn.min('created_at').as('oldest'), query.fn.countAll<number>().as('kept')])
      .executeTakeFirstOrThrow()
    expect(kept).toBe(total)
    expect(now.getTime() - oldest.getTime()).toBeGreaterThan(110 * day)
    expect(now.getTime() - oldest.getTime()).toBeLessThanOrEqual(120 * day)
  })

  test('adds orders that name what was bought and by whom, at its price, while it was sold', async () => {
    const now = app.clock.now()
    const db = app.database.kysely
    const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
    const users = byId(await db.selectFrom('app_user').selectAll().execute())
    const masterclasses = byId(await db.selectFrom('masterclass').selectAll().execute())
    const memberships = byId(await db.selectFrom('membership').selectAll().execute())
    const pages = byId(await db.selectFrom('payment_page').selectAll().execute())
    const events = byId(await db.selectFrom('event').selectAll().execute())
    const eventsBought = new Set<string>()
    const meetings = new Map(
      (await db.selectFrom('meeting').selectAll().execute()).map((row) => [row.owner_id, row]),
    )
    const orders = await db.selectFrom('transaction').selectAll().execute()
    const references = new Set<string>()
    for (const order of orders) {
      const name = `${order.entity_type} ${order.entity_title}`
      const user = users.get(order.user_id)
      expect(user, name).toMatchObject({
        first_name: order.user_first_name,
        last_name: order.user_last_name,
        phone: order.user_phone,
        email: order.user_email,
      })
      expect(order.created_at > (user?.created_at ?? now), name).toBe(true)
      expect(order.updated_at >= order.created_at && order.updated_at <= now, name).toBe(true)
      const isRupees = order.currency_code === 'INR'
      const isPaid = order.status === 'completed' || order.status === 'refunded'
      switch (order.entity_type) {
        case 'masterclass': {
          const row = masterclasses.get(order.entity_id)
          expect(row, name).toMatchObject({
            is_active: true,
            title: order.entity_title,
            start_time: order.entity_start_time,
          })
          expect(order.amount + order.discount_amount).toBe(
            isRupees ? row?.current_price_inr : row?.current_price_usd,
          )
          expect(order.coupon_code !== null, name).toBe(order.discount_amount > 0)
          expect(order.created_at < (row?.start_time ?? now), name).toBe(true)
          expect(order.created_at >= (row?.updated_at ?? now), name).toBe(true)
          expect(order.zoom_join_url).toBe(isPaid ? meetings.get(order.entity_id)?.join_url : null)
          if (isPaid) expect(order.zoom_join_url).toMatch(/^https:/)
          break
        }
        case 'membership': {
          const row = memberships.get(order.entity_id)
          expect(row, name).toMatchObject({
            name: order.entity_title,
            currency_code: order.currency_code,
            current_price: order.amount,
          })
          expect(order.zoom_join_url).toBeNull()
          break
        }
        case 'custom': {
          const row = pages.get(order.entity_id)
          expect(row?.title).toBe(order.entity_title)
          const price = isRupees ? row?.current_price_inr : row?.current_price_usd
          expect(order.amount, name).toBe(priceWithGst(price ?? 0, 18))
          expect(order.created_at >= (row?.created_at ?? now), name).toBe(true)
          if (row && !row.is_active) expect(order.created_at < row.updated_at, name).toBe(true)
          break
        }
        default: {
          const row = events.get(order.entity_id)
          expect(row, name).toMatchObject({
            is_published: true,
            is_paid: true,
            title: order.entity_title,
            start_time: order.entity_start_time,
          })
          const prices = row?.prices as EventPrice[] | undefined
          const price = prices?.find((one) => one.currency_code === order.currency_code)
          expect(order.amount, name).toBe(price?.current_price)
          expect(order.entity_start_time?.getTime(), name).toBeGreaterThan(order.created_at.getTime())
          const joinUrl = isPaid ? (meetings.get(order.entity_id)?.join_url ?? null) : null
          expect(order.zoom_join_url, name).toBe(joinUrl)
          eventsBought.add(`${row?.event_type} ${row && row.start_time < now ? 'past' : 'active'}`)
        }
      }
      expect(order.amount).toBeGreaterThan(0)
      expect(order.reference_order_id).toMatch(/^order_[A-Za-z0-9]{14}$/)
      expect(order.payment_id ?? 'none').toMatch(
        order.status === 'pending' ? /^none$/ : /^pay_[A-Za-z0-9]{14}$/,
      )
      references.add(order.reference_order_id)
    }
    expect(references.size).toBe(orders.length)
    expect([...eventsBought].sort()).toEqual([
      'OFFLINE active',
      'OFFLINE past',
      'ONLINE active',
      'ONLINE past',
    ])
    const paidEvents = orders.filter((one) => one.entity_type === 'events' && one.status === 'completed')
    expect(paidEvents.some((one) => one.zoom_join_url)).toBe(true)
    expect(paidEvents.some((one) => one.zoom_join_url === null)).toBe(true)
    expect(orders.some((one) => one.gstin !== null)).toBe(true)
    expect(orders.some((one) => one.billing_state === 'Karnataka')).toBe(true)

    const refunds = await db.selectFrom('refund').selectAll().execute()
    const processed = refunds.filter((refund) => refund.state === 'processed')
    expect(processed.map((refund) => refund.transaction_id).sort()).toEqual(
      orders
        .filter((order) => order.status === 'refunded')
        .map((order) => order.id)
        .sort(),
    )
    expect(refunds.length).toBeGreaterThan(processed.length)
    for (const refund of refunds) {
      const order = orders.find((one) => one.id === refund.transaction_id)
      expect(refund).toMatchObject({ amount: order?.amount, currency_code: order?.currency_code })
      expect(refund.requested_at > (order?.created_at ?? now)).toBe(true)
      expect(refund.settled_at && refund.settled_at >= refund.requested_at && refund.settled_at <= now).toBe(
        true,
      )
      if (refund.state === 'processed') expect(refund.gateway_refund_id).toMatch(/^rfnd_/)
      else expect(refund).toMatchObject({ state: 'failed', reason: expect.stringMatching(/balance/) })
    }
  })

  test('refunds a sample order, and rejects one that was refunded (TXN-17)', async () => {
    const { orders } = await list({ entity_type: 'masterclass', status: 'completed' })
    const order = orders.find((one) => one.refund === null)
    const json = { order_id: order?._id }
    expect((await app.call('POST', '/admin/payment/refund', { json, token })).status).toBe(200)
    expect((await app.call('POST', '/admin/payment/refund', { json, token })).status).toBe(409)
    const after = await list({ entity_type: 'masterclass', status: 'refunded' })
    expect(after.orders.find((one) => one._id === order?._id)?.refund).toMatchObject({ state: 'processed' })
    const other = after.orders.find((one) => one._id !== order?._id)
    expect(
      (await app.call('POST', '/admin/payment/refund', { json: { order_id: other?._id }, token })).status,
    ).toBe(409)
  })
})
