import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startJobRunner } from '../../../platform/jobs/job-runner.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { openLiveStream, type TestStream } from '../../../test-live.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'

let app: TestApp
let gateway: TestGateway
let stream: TestStream
let runner: Awaited<ReturnType<typeof startJobRunner>> | undefined
const { makePaidOrder, storedOrder, refundOf, later, send } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})

beforeEach(async () => {
  stream = await openLiveStream(app)
})
afterEach(async () => {
  stream.close()
  await runner?.stop()
  runner = undefined
})

/** Requests a refund from a page. The gateway has not decided on it yet. */
async function refundFrom(tab: string): Promise<PaidOrder> {
  const order = await makePaidOrder()
  gateway.behave('made-pending')
  const answer = await app.call('POST', '/admin/payment/refund', {
    json: { order_id: order.id },
    headers: { 'tab-id': tab },
  })
  expect(answer.status).toBe(200)
  return order
}

/** Returns the page of each later change of an order, once one has been told. */
async function pagesOfLaterChanges({ id }: PaidOrder, settle: () => Promise<unknown>) {
  await stream.ready()
  await settle()
  const pages: (string | undefined)[] = []
  await expect
    .poll(async () => {
      const told = stream.received('changes').flatMap(({ data }) => data.changes)
      for (const { kind, ids, tab } of told) if (kind === 'transaction' && ids?.includes(id)) pages.push(tab)
      return pages.length > 0 && (await storedOrder({ id })).status
    })
    .toBe('refunded')
  return new Set(pages)
}

it('tells the page that requested a refund of its settlement by a job as its own (OQ-595)', async () => {
  const order = await refundFrom('page-of-meera')
  const pages = await pagesOfLaterChanges(order, async () => {
    for (const made of gateway.refunds) made.status = 'processed'
    later(3600)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database.kysely)
    const { tasks } = app.app
    runner = await startJobRunner({ pool: app.database.pool, log: pino({ level: 'silent' }), tasks })
  })
  expect(pages).toEqual(new Set(['page-of-meera']))
})

it('tells it of its settlement by the gateway’s webhook as its own (OQ-595)', async () => {
  const order = await refundFrom('page-of-meera')
  const pages = await pagesOfLaterChanges(order, async () => {
    const { gateway_refund_id: id } = await refundOf(order)
    const made = gateway.refunds.find((one) => one.id === id)
    if (!made) throw new Error('The gateway has no such refund.')
    await send(gateway.webhook('refund.processed', { ...made, status: 'processed' }))
  })
  expect(pages).toEqual(new Set(['page-of-meera']))
})

it('tells nobody of a settlement as their own if no page requested the refund (OQ-595)', async () => {
  const order = await makePaidOrder()
  gateway.behave('made-pending')
  await app.call('POST', '/admin/payment/refund', { json: { order_id: order.id } })
  const pages = await pagesOfLaterChanges(order, async () => {
    const { gateway_refund_id: id } = await refundOf(order)
    const made = gateway.refunds.find((one) => one.id === id)
    if (!made) throw new Error('The gateway has no such refund.')
    await send(gateway.webhook('refund.processed', { ...made, status: 'processed' }))
  })
  expect(pages).toEqual(new Set([undefined]))
})
