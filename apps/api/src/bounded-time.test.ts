import { OrderRecord } from '@greenroom/contract/outside/intake/order-intake.schema'
import { slowText } from '@greenroom/contract/test-bounded-time'
import { describe, expect, it } from 'vitest'
import { csvRecords } from './import/csv-record.ts'
import { countryCodeOf } from './modules/money/document/countries.ts'
import { gstinProblem } from './modules/money/document/gstin.ts'
import { stateCodeOf } from './modules/money/document/states.ts'
import { jsonOf } from './platform/json-lines.ts'
import { printable } from './platform/printable.ts'
import { outcomeOf } from './platform/webhooks/destination.ts'

const record = csvRecords(OrderRecord, ['amount', 'user.email', 'completed_at'])

describe('time to read an overlong text', () => {
  it.each([
    ['a reason of a provider', (text: string) => printable(text, ['secret'])],
    ['a JSON answer', jsonOf],
    [
      'an answer to a webhook',
      (text: string) => outcomeOf({ status: 500, text, location: null } as never, ['secret']),
    ],
    ['a country', countryCodeOf],
    ['a State', (text: string) => stateCodeOf(text, { isIndia: true })],
    ['a GSTIN', gstinProblem],
    ['the cells of a CSV line', (text: string) => record([text, text, text])],
  ])('is bounded for %s (OQ-565)', (_what, work) => {
    expect(slowText(work)).toBeNull()
  })
})

describe('printable', () => {
  it.each([
    ['one line', 'Card\n\tdeclined  by\u0000bank', 'Card declined by bank'],
    ['no addresses', 'see https://x.example/y?token=abc now', 'see … now'],
    ['no tokens', `Bearer abc.def ${'k'.repeat(40)} refused`, '… … refused'],
    ['no secrets', 'key s3cr3t-one failed', 'key … failed'],
    ['no tags', '<b>Bad</b> topic', 'Bad topic'],
    ['nothing invisible', '\u3164\u200b', ''],
  ])('leaves %s of a reason', (_what, reason, shown) => {
    expect(printable(reason, ['s3cr3t-one', 'abc'])).toBe(shown)
  })

  it('shortens a reason to 200 characters without splitting one', () => {
    const shown = printable('💰 '.repeat(20_000), [])
    expect(shown.length).toBeLessThanOrEqual(200)
    expect([shown.isWellFormed(), shown.endsWith('…')]).toEqual([true, true])
  })
})
