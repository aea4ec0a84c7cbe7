import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../apps/api/src/platform/database/record-id.ts'
import { startTestGateway, type TestGateway } from '../../apps/api/src/platform/payments/test-gateway.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
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

const start = (timeoutSeconds: number, dataDir?: string) =>
  startProgram({
    ...(dataDir === undefined ? {} : { dataDir }),
    environment: {
      DATABASE_URL: database.url,
      ...gateway.environment,
      PAYMENT_TIMEOUT_SECONDS: String(timeoutSeconds),
    },
  })

/** Inserts a completed order as the public product does. */
async function makeOrder(): Promise<{ id: string; paymentId: string }> {
  const id = newId()
  const paymentId = `pay_${id.replaceAll('-', '')}`
  await database.query(`
    insert into transaction (id, reference_order_id, payment_id, status, amount, currency_code, created_at, entity_type,
      entity_id, entity_title, user_id, user_first_name, user_last_name, user_phone, user_email)
    values ('${id}', 'ORD-${id}', '${paymentId}', 'completed', 249900, 'INR', now(), 'masterclass',
      '${newId()}', 'Save tax the legal way', '${newId()}', 'Kavya', 'Menon', '+919876543210', 'kavya@buyer.example')`)
  return { id, paymentId }
}

const refund = (program: RunningProgram, id: string): Promise<Answer> =>
  program.call('POST', '/admin/payment/refund', { json: { order_id: id } })

async function stateOf(id: string): Promise<{ status: string; state: string | null; refunds: number }> {
  const { rows } = await database.query(`
    select t.status, max(r.state) as state, count(r.id)::int as refunds
    from transaction as t left join refund as r on r.transaction_id = t.id where t.id = '${id}' group by t.id`)
  return rows[0]
}

test('completes a refund by itself after kill -9 between intent and response, and again in the follow-up job', async () => {
  let program = await start(1)
  const lost = await makeOrder()
  const unheard = await makeOrder()
  gateway.behave('hang', 'made-hang', 'hang')
  for (const { id } of [lost, unheard]) {
    const calls = gateway.calls.length
    refund(program, id).catch(() => undefined)
    await until('the gateway is called', () => gateway.calls.length > calls)
  }
  await program.kill('SIGKILL')
  for (const { id } of [lost, unheard]) {
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
  for (const { id, paymentId } of [lost, unheard]) {
    await until('the order is refunded', async () => (await stateOf(id)).status === 'refunded')
    expect(await stateOf(id)).toEqual({ status: 'refunded', state: 'processed', refunds: 1 })
    expect(gateway.refunds.filter((made) => made.payment_id === paymentId)).toHaveLength(1)
    const calls = gateway.calls.filter((call) => call.paymentId === paymentId)
    for (const call of calls) expect(call).toEqual(calls[0])
  }
  await program.stop()
})

test('makes one call to the gateway for fifty concurrent refunds of one order at two programs', async () => {
  const first = await start(60)
  const second = await start(60, first.dataDir)
  const order = await makeOrder()
  gateway.reset()
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
  await first.stop()
  await second.stop()
})
