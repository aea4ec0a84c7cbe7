import { expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'
import { dayOfRate, settingsOn, timeOfSupply } from './tax-period.ts'

const before = '2027-03-31'
const after = '2027-04-01'

it.each([
  // Section 14(a): supplied before the change.
  ['invoice and payment after it', { takesPlace: before, invoiced: after, paid: after }, after],
  ['payment before, invoice after it', { takesPlace: before, invoiced: after, paid: before }, before],
  // Section 14(b): supplied after the change.
  ['invoice and payment before it', { takesPlace: after, invoiced: before, paid: before }, before],
  ['invoice after, payment before it', { takesPlace: after, invoiced: after, paid: before }, after],
  ['no day of its own: with the payment', { takesPlace: null, invoiced: after, paid: before }, before],
])('takes the rate by two of service, invoice and payment: %s (OQ-821)', (_, days, expected) => {
  expect(dayOfRate(days)).toBe(expected)
})

it('takes the rate of a recording on the day of its payment (OQ-821)', () => {
  expect(dayOfRate({ takesPlace: '2026-01-01', invoiced: after, paid: after })).toBe(after)
})

it('takes the earlier day of payment and invoice as the time of supply (OQ-821)', () => {
  expect(timeOfSupply({ takesPlace: null, paid: before, invoiced: after })).toBe(before)
  expect(timeOfSupply({ takesPlace: null, paid: after, invoiced: before })).toBe(before)
})

const read = (periods: unknown) =>
  readSettings({ TAX_PERIODS: typeof periods === 'string' ? periods : JSON.stringify(periods) })

it('adds up the periods that have begun (OQ-821)', () => {
  const settings = read([
    { from: '2027-04-01', LUT_NUMBER: 'AD290427000001A', GST_ON_USD_ORDERS: 'off' },
    { from: '2027-10-01', GST_RATE: 12.5, COMPANY_ADDRESS: '1 New Road, Bengaluru' },
  ])
  expect(settingsOn(settings, '2027-03-31')).toMatchObject({ GST_RATE: 18, GST_ON_USD_ORDERS: 'on' })
  expect(settingsOn(settings, '2027-04-01')).toMatchObject({
    ...{ GST_RATE: 18, GST_ON_USD_ORDERS: 'off', LUT_NUMBER: 'AD290427000001A' },
  })
  expect(settingsOn(settings, '2027-10-01')).toMatchObject({
    ...{ GST_RATE: 12.5, GST_ON_USD_ORDERS: 'off', COMPANY_ADDRESS: '1 New Road, Bengaluru' },
  })
})

it.each([
  ['no JSON', 'from 2027-04-01', 'it must be JSON'],
  ['no list', {}, 'it must be a list'],
  ['no day', [{ GST_RATE: 12 }], 'period 1, from: it must be a day such as 2027-04-01'],
  ['a day that does not exist', [{ from: '2027-02-30' }], 'period 1, from: it must be a day'],
  ['days that go back', [{ from: '2027-04-01' }, { from: '2027-04-01' }], 'period 2, from: it must be later'],
  ['a rate of 180', [{ from: '2027-04-01', GST_RATE: 180 }], 'period 1, GST_RATE: it must be a rate'],
  [
    'a code of goods',
    [{ from: '2027-04-01', INVOICE_SAC: '4901' }],
    'period 1, INVOICE_SAC: it must be a service',
  ],
  [
    'another setting',
    [{ from: '2027-04-01', COMPANY_GSTIN: 'x' }],
    'period 1, COMPANY_GSTIN: it has no periods',
  ],
])('refuses to start with %s (OQ-821)', (_, periods, message) => {
  expect(() => read(periods)).toThrow(SettingsError)
  expect(() => read(periods)).toThrow(message)
})
