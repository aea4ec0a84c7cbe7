import { describe, expect, it } from 'vitest'
import { type CheckedSession, isReady, publishFindings } from './publish-check.rules.ts'
import type { PublishFacts } from './publish-check.schema.ts'

const now = new Date('2026-11-21T06:30:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const ready: CheckedSession = {
  kind: 'masterclass',
  start_time: at(3000),
  end_time: at(3060),
  zoom_hub_name: 'zoom_1',
  is_paid: true,
  prices: [
    { currency_code: 'INR', current_price: 249900, original_price: 499900 },
    { currency_code: 'USD', current_price: 4900, original_price: 9900 },
  ],
  links: [{ url: 'https://t.me/greenroom', is_active: true }],
  host_email: 'asha@greenroom.example',
  has_picture: true,
}
const facts: PublishFacts = {
  buffer_minutes: 15,
  refuses_clashes: false,
  accounts: [],
  coupons: [],
  picture: { width: 1280, height: 720 },
}
const coupon = (fields: Partial<PublishFacts['coupons'][number]>) => ({
  coupons: [
    {
      code: 'DIWALI',
      valid_till: at(9000),
      absolute_discount: null,
      absolute_discount_usd: null,
      discount_percentage: null,
      ...fields,
    },
  ],
})
const clashAt = (start: number, end: number) => ({
  accounts: [
    {
      zoom_hub_name: 'zoom_1' as const,
      clashes: [
        { _id: 'x', kind: 'webinar' as const, title: 'Tax', start_time: at(start), end_time: at(end) },
      ],
    },
  ],
})
const found = (session: Partial<CheckedSession>, more: Partial<PublishFacts> = {}) =>
  publishFindings({ ...ready, ...session }, { ...facts, ...more }, now).map(({ level, field, code }) =>
    [level, field, code].join(' '),
  )

describe('the check before publishing', () => {
  it('finds nothing in a complete session (OQ-512)', () => {
    expect(found({})).toEqual([])
    expect(isReady([])).toBe(true)
  })

  it.each([
    ['a start that has passed', { start_time: at(-1) }, 'error start_time begun'],
    ['an event that has begun', { start_time: at(-1), kind: 'event' }, 'warning start_time begun'],
    ['a start within an hour', { start_time: at(59) }, 'warning start_time soon'],
    ['an end before the start', { end_time: at(2999) }, 'warning end_time ends-before-start'],
    ['no account', { zoom_hub_name: null }, 'error zoom_hub_name account-missing'],
    [
      'a price of 0',
      { prices: [{ currency_code: 'INR', current_price: 0 }] },
      'warning prices.0.current_price free',
    ],
    [
      'a price above the original one',
      { prices: [{ currency_code: 'INR', current_price: 200, original_price: 100 }] },
      'warning prices.0.current_price above-original',
    ],
    [
      'a link without encryption',
      { links: [{ url: 'http://t.me/x', is_active: true }] },
      'warning links.0.url link-not-secure',
    ],
    ['a host without an address', { host_email: '' }, 'warning creator_id host-email'],
    ['no picture', { has_picture: false }, 'note banner no-picture'],
  ] as const)('finds %s (OQ-512)', (_title, session, finding) => {
    expect(found(session as Partial<CheckedSession>)).toEqual([finding])
  })

  it('accepts a start in exactly an hour, a free session, and a link that is off (OQ-512)', () => {
    expect(found({ start_time: at(60) })).toEqual([])
    expect(found({ is_paid: false, prices: [{ currency_code: 'INR', current_price: 0 }] })).toEqual([])
    expect(found({ links: [{ url: 'http://t.me/x', is_active: false }] })).toEqual([])
  })

  it('tells a clash from a gap, which errors if the server refuses clashes (OQ-512, OQ-112)', () => {
    expect(found({}, clashAt(3030, 3090))).toEqual(['warning zoom_hub_name clash'])
    expect(found({}, { ...clashAt(3065, 3090), refuses_clashes: true })).toEqual(['error zoom_hub_name gap'])
    const [gap] = publishFindings(ready, { ...facts, ...clashAt(3065, 3090) }, now)
    expect(gap?.minutes).toBe(5)
    expect(found({ zoom_hub_name: 'zoom_2' }, clashAt(3030, 3090))).toEqual([])
    expect(found({ kind: 'event', zoom_hub_name: null }, clashAt(3030, 3090))).toEqual([])
  })

  it.each([
    ['ended', { valid_till: at(-1), discount_percentage: 10 }, 'coupon-ended'],
    ['ends before the start', { valid_till: at(2000), discount_percentage: 10 }, 'coupon-ends-before'],
    ['is worth more than the price', { absolute_discount: 250000 }, 'coupon-below-zero'],
    ['makes it free', { discount_percentage: 100 }, 'coupon-free'],
  ] as const)('finds a coupon that %s (OQ-512, OQ-300)', (_title, fields, code) => {
    expect(found({}, coupon(fields))).toEqual([`warning coupons ${code}`])
  })

  it('accepts a coupon that is valid at the start (OQ-512)', () => {
    expect(found({}, coupon({ discount_percentage: 20 }))).toEqual([])
  })

  it('notes a small picture, without a question (OQ-512)', () => {
    const findings = publishFindings(ready, { ...facts, picture: { width: 639, height: 360 } }, now)
    expect(findings.map(({ code }) => code)).toEqual(['small-picture'])
    expect(isReady(findings)).toBe(true)
    expect(isReady(publishFindings({ ...ready, start_time: at(5) }, facts, now))).toBe(false)
  })
})
