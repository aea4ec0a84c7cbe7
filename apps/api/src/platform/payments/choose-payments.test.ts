import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../settings.ts'
import { choosePayments } from './choose-payments.ts'

const tools = { clock: { now: () => new Date() }, log: pino({ level: 'silent' }) }
const choose = (environment: Record<string, string>) => choosePayments(readSettings(environment), tools)
const keys = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' }

describe('gateway of the settings', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'sandbox'],
    [{ ...keys, PAYMENTS: 'sandbox' }, 'sandbox'],
    [keys, 'razorpay'],
    [{ ...keys, NODE_ENV: 'production' }, 'razorpay'],
    [{ ...keys, PAYMENTS: 'razorpay' }, 'razorpay'],
  ])('selects for %j: %s', (environment, kind) => {
    expect(choose(environment).kind).toBe(kind)
  })

  test.each<[Record<string, string>, string]>([
    [{ RAZORPAY_KEY_ID: 'rzp_test_1' }, 'RAZORPAY_KEY_SECRET'],
    [{ RAZORPAY_KEY_SECRET: 'secret' }, 'RAZORPAY_KEY_ID'],
    [{ PAYMENTS: 'razorpay' }, 'RAZORPAY_KEY_ID'],
  ])('rejects %j with a message that names %s', (environment, name) => {
    expect(() => choose(environment)).toThrow(SettingsError)
    expect(() => choose(environment)).toThrow(name)
  })
})
