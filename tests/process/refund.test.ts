import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../apps/api/src/platform/database/record-id.ts'
import { startTestGateway, type TestGateway } from '../../apps/api/src/platform/payments/test-gateway.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { insertOrder } from './orders.ts'
import { type Answer, type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

let gateway: TestGateway
let database: DatabaseServer

beforeAll(async () => {
  gateway = await startTestGateway()
  database = await startDatabaseServer()
})
afterAll(async () => {
  await database.stop()
  await removeEverything()
  await gateway.close()
})

const start = (timeoutSeconds: number, dataDir?: string, environment: Record<string, string> = {}) =>
  startProgram({
    ...(dataDir === undefined ? {} : { dataDir }),
    environment: {
      DATABASE_URL: database.url,
      ...gateway.environment,
      PAYMENT_TIMEOUT_SECONDS: String(timeoutSeconds),
      ...environment,
    },
  })

/** Stores an order whose payment the gateway has captured. */
async function makeOrder() {
  const order = await insertOrder(database)
  gateway.books.payments.push({ id: order.paymentId, amount: 249_900 })
  return order
}

const refund = (program: RunningProgram, id: string): Promise<Answer> =>
  program.call('POST', '/admin/payment/refund', { json: { order_id: id } })

const refundPart = (program: RunningProgram, id: string, amount: number): Promise<Answer> =>
  program.call('POST', `/admin/orders/${id}/refunds`, {
    json: { amount, reason_code: 'goodwill', request_id: newId() },
  })

async function stateOf(id: string): Promise<{ status: string; state: string | null; refunds: number }> {
  const { rows } = await database.query(`
    select t.status, max(r.state) as state, count(r.id)::int as refunds
    from transaction as t left join refund as r on r.transaction_id = t.id where t.id = '${id}' group by t.id`)
  return rows[0]
}

test('completes a refund, whole or a part, by itself after kill -9 between intent and response, and again in the follow-up job', async () => {
  let program = await start(1)
  const lost = await makeOrder()
  const part = await makeOrder()
  gateway.behave('hang', 'made-hang', 'hang')
  for (const { id } of [lost, part]) {
    const calls = gateway.calls.length
    const sent = id === part.id ? refundPart(program, id, 100000) : refund(program, id)
    sent.catch(() => undefined)
    await until('the gateway is called', () => gateway.calls.length > calls)
  }
  await program.kill('SIGKILL')
  for (const { id } of [lost, part]) {
    expect(await stateOf(id)).toEqual({ status: 'completed', state: 'requested', refunds: 1 })
  }

  // The gateway still doesn't respond to the job of the next start, which is killed as well.
  program = await start(1, program.dataDir)
  const again = await refund(program, lost.id)
  expect([again.status, again.body.message]).toEqual([
    409,
    'A refund of this transaction is already in progress.',
  ])
  await until('the job calls the gateway', () => gateway.calls.length === 3)
  await program.kill('SIGKILL')
  expect(await stateOf(lost.id)).toEqual({ status: 'completed', state: 'requested', refunds: 1 })

  gateway.behave('made')
  program = await start(1, program.dataDir)
  for (const { id, paymentId } of [lost, part]) {
    await until('the refund is processed', async () => (await stateOf(id)).state === 'processed')
    const status = id === part.id ? 'completed' : 'refunded'
    expect(await stateOf(id)).toEqual({ status, state: 'processed', refunds: 1 })
    expect(gateway.refunds.filter((made) => made.payment_id === paymentId)).toHaveLength(1)
    const calls = gateway.calls.filter((call) => call.paymentId === paymentId)
    for (const call of calls) expect(call).toEqual(calls[0])
  }
  await program.stop()
})

/** Calls at once wait for one order's lock one after the other, which takes long on a busy machine. */
const patience = { DATABASE_LOCK_TIMEOUT_SECONDS: '60', DATABASE_STATEMENT_TIMEOUT_SECONDS: '60' }

test('refunds once for fifty concurrent requests at two programs, and in parts no more than was paid (OQ-260)', async () => {
  const first = await start(60, undefined, patience)
  const second = await start(60, first.dataDir, patience)
  gateway.reset()
  const order = await makeOrder()
  const release = gateway.holdAnswers()
  const answering = Array.from({ length: 50 }, (_, n) => refund(n % 2 ? first : second, order.id))
  await until('the gateway is called', () => gateway.calls.length > 0)
  release()
  const answers = await Promise.all(answering)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer.status).toBe(409)
    expect(answer.body.message).toMatch(/already (in progress|been refunded)/)
  }
  expect(gateway.calls).toHaveLength(1)
  expect(await stateOf(order.id)).toEqual({ status: 'refunded', state: 'processed', refunds: 1 })

  // Twelve parts of 200 rupees fit in 2,499, whichever program they reach.
  const parts = await makeOrder()
  const partAnswers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => refundPart(n % 2 ? first : second, parts.id, 20000)),
  )
  expect(partAnswers.filter(({ status }) => status === 200)).toHaveLength(12)
  expect(new Set(partAnswers.map(({ status }) => status))).toEqual(new Set([200, 400]))
  const made = gateway.refunds.filter(({ payment_id }) => payment_id === parts.paymentId)
  expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(240000)
  const { rows } = await database.query(
    `select status, refunded_amount::int from transaction where id = '${parts.id}'`,
  )
  expect(rows).toEqual([{ status: 'completed', refunded_amount: 240000 }])
  await first.stop()
  await second.stop()
})

test('keeps the limits of a second person for refunds at once at two programs, and refunds an approval once, also after kill -9 (OQ-350, OQ-352)', async () => {
  const limits = { ...patience, REFUND_APPROVAL_ABOVE_INR: '2000', REFUNDS_PER_DAY: '3' }
  let first = await start(1, undefined, limits)
  const second = await start(1, first.dataDir, limits)
  gateway.reset()
  await database.query("update refund set requested_at = '2026-01-01'")
  const orders = await Promise.all(Array.from({ length: 12 }, makeOrder))
  const answers = await Promise.all(orders.map(({ id }, n) => refundPart(n % 2 ? first : second, id, 10_000)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.filter(({ body }) => body.data.approval === undefined)).toHaveLength(3)

  const approvers = ['arjun.mehta@greenroom.example', 'farida.khan@greenroom.example'] as const
  const approve = async (program: RunningProgram, request: string, email: string = approvers[0]) =>
    program.call('POST', `/admin/refund-requests/${request}/approve`, {
      headers: { authorization: `Bearer ${await program.tokenFor(email)}` },
    })
  const ask = async (id: string) => (await refund(first, id)).body.data.order.refund_request._id
  const order = await makeOrder()
  const request = await ask(order.id)
  const approvals = await Promise.all(
    Array.from({ length: 20 }, (_, n) => approve(n % 2 ? first : second, request, approvers[n % 3 ? 0 : 1])),
  )
  expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(approvals.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(gateway.calls.filter(({ paymentId }) => paymentId === order.paymentId)).toHaveLength(1)
  await second.stop()

  const lost = await makeOrder()
  const lostRequest = await ask(lost.id)
  gateway.behave('made-hang')
  approve(first, lostRequest).catch(() => undefined)
  const isCalled = () => gateway.calls.some(({ paymentId }) => paymentId === lost.paymentId)
  await until('the gateway is called', isCalled)
  await first.kill('SIGKILL')
  first = await start(1, first.dataDir, limits)
  expect((await approve(first, lostRequest)).status).toBe(409)
  await until('the refund is processed', async () => (await stateOf(lost.id)).state === 'processed')
  expect(await stateOf(lost.id)).toEqual({ status: 'refunded', state: 'processed', refunds: 1 })
  expect(gateway.refunds.filter(({ payment_id }) => payment_id === lost.paymentId)).toHaveLength(1)
  await first.stop()
})
