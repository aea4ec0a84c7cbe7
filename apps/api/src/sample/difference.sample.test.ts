import { addDays } from '@greenroom/contract/calendar-day'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxPaymentFiles } from '../platform/payments/choose-payments.ts'
import { addSandboxDashboardRefund } from '../platform/payments/sandbox-account.ts'
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

const run = (task: string, payload: unknown = {}) =>
  app.app.tasks[task]?.(payload, {
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
  })

// biome-ignore lint/suspicious/noExplicitAny: a response
async function kindsOf(state: string): Promise<any[]> {
  const { body } = await app.call('GET', `/admin/differences?limit=200&state=${state}`)
  // biome-ignore lint/suspicious/noExplicitAny: a response
  return body.data.differences.map((one: any) => one.kind).sort()
}

const sampleKinds = [
  'amount-differs',
  'not-paid',
  'not-settled',
  'paid-not-completed',
  'paid-twice',
  'payment-without-order',
  'refund-not-made',
  'settled-differs',
  'settled-unknown',
]

test('shows one difference of each important kind, which a comparison finds again (OQ-274)', async () => {
  expect(await kindsOf('open')).toEqual(sampleKinds)
  for (let ago = 12; ago >= 0; ago--) await run('compare-day', { day: addDays('2026-11-21', -ago) })
  expect(await kindsOf('open')).toEqual(sampleKinds)
  expect(await kindsOf('resolved')).toEqual([])
})

test('keeps orders pending that staff can heal by a check (OQ-274)', async () => {
  await run('check-pending-orders')
  expect(await kindsOf('open')).toEqual(sampleKinds)
  const healing = await app.database.kysely
    .selectFrom('transaction')
    .select('id')
    .where('gateway_order_id', 'like', '%\\_paid')
    .where('status', '=', 'pending')
    .execute()
  expect(healing).toHaveLength(2)
  const answer = await app.call('POST', `/admin/orders/${healing[0]?.id}/check`)
  expect(answer.body.data).toMatchObject({ outcome: 'completed', order: { status: 'completed' } })
})

test('completes the order of a difference (OQ-274)', async () => {
  const { body } = await app.call('GET', '/admin/differences?kind=paid-not-completed')
  const [row] = body.data.differences
  const answer = await app.call('POST', `/admin/differences/${row._id}/heal`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.data.resolved).toMatchObject({ resolution: 'healed' })
})

test('finds a refund that was made in the sandbox’s dashboard (OQ-274)', async () => {
  const order = await app.database.kysely
    .selectFrom('transaction')
    .select(['id', 'payment_id', 'amount', 'currency_code'])
    .where('status', '=', 'completed')
    .where('amount', '>', 20_000)
    .where('currency_code', '=', 'INR')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const refund = { paymentId: order.payment_id ?? '', amount: 10_000, currency: order.currency_code }
  await addSandboxDashboardRefund(
    sandboxPaymentFiles({ DATA_DIR: app.dataDir }).file,
    refund,
    new Date(app.clock.now().getTime() - 60_000),
  )
  await run('compare-day', { day: '2026-11-21' })
  const after = await app.database.kysely
    .selectFrom('transaction')
    .select('refunded_amount')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  expect(after.refunded_amount).toBe(10_000)
})
