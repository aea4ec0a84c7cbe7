import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, makeDraft, publish } from './records.ts'
import { type RunningProgram, removeEverything, startProgram } from './running-program.ts'

const root = join(import.meta.dirname, '..', '..')
const secret = 'a secret that only Razorpay has'
let program: RunningProgram
let environment: Record<string, string>

beforeAll(async () => {
  program = await startProgram({ environment: { SAMPLE_DATA: 'off', RAZORPAY_WEBHOOK_SECRET: secret } })
  const json = { name: 'Shop', permissions: ['intake.read', 'intake.write'] }
  const key = dataOf(await program.call('POST', '/admin/api-keys', { json })).secret
  const { _id } = await makeDraft(program)
  dataOf(await publish(program, _id))
  environment = {
    GREENROOM: program.url,
    KEY: key,
    GREENROOM_URL: program.url,
    GREENROOM_KEY: key,
    MASTERCLASS: _id,
    RAZORPAY_WEBHOOK_SECRET: secret,
  }
})
afterAll(removeEverything)

/** Runs a script of docs/recipes as a reader would. */
function run(name: string) {
  const env = { ...process.env, ...environment }
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [`docs/recipes/${name}`], options)
  return { status, output: stdout + stderr }
}

async function orders(): Promise<{ order_id: string; status: string }[]> {
  return dataOf(await program.call('GET', '/admin/orders?limit=50')).ordersList
}

test('own-checkout.mjs sends an order that is completed (OQ-443)', () => {
  const { status, output } = run('own-checkout.mjs')
  expect([status, output]).toEqual([0, expect.stringContaining("status: 'completed'")])
})

test('razorpay-webhooks.mjs sends an order that a webhook completes (OQ-443)', () => {
  const { status, output } = run('razorpay-webhooks.mjs')
  expect([status, output]).toEqual([0, expect.stringContaining("status: 'completed'")])
})

test('nightly-import.mjs imports a file of orders (OQ-443)', async () => {
  const before = (await orders()).length
  const { status, output } = run('nightly-import.mjs')
  expect([status, output]).toEqual([0, expect.stringContaining('3 stored, 0 refused.')])
  expect(await orders()).toHaveLength(before + 3)
})
