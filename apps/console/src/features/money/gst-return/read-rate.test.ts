import { UsdRate } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { expect, it } from 'vitest'
import { readRate } from './read-rate.ts'

const rateMessage = 'Enter rupees for one dollar, such as 83.25'
const rateBoundsMessage = 'One dollar is 20 to 200 rupees. Check the decimal point.'

it.each(['83.25', '83,25', '₹83.25', '₹ 83,25', 'Rs. 83.25', 'rs 83.25', '83.25 INR', ' 83.25 '])(
  'reads the rate %j as 83.25 (OQ-522)',
  (typed) => {
    expect(UsdRate.parse(readRate(typed))).toBe('83.25')
  },
)

it.each([
  ['8325', rateBoundsMessage],
  ['832.5', rateBoundsMessage],
  ['8.325', rateBoundsMessage],
  ['83,25,00', rateMessage],
  ['83.25.1', rateMessage],
  ['', rateMessage],
  ['$83', rateMessage],
])('refuses the rate %j (OQ-522)', (typed, message) => {
  const read = UsdRate.safeParse(readRate(typed))
  expect(read.error?.issues.map((one) => one.message)).toEqual([message])
})
