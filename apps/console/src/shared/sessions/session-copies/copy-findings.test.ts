import type { CheckedSession } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { describe, expect, it } from 'vitest'
import { copyFindings, copyFindingText, type DatedRow, type DateFacts } from './copy-findings.ts'

const now = new Date('2026-11-21T06:30:00.000Z')
const session: CheckedSession & { title: string } = {
  kind: 'masterclass',
  title: 'Weekly',
  start_time: '2026-11-20T13:30:00.000Z',
  end_time: '2026-11-20T14:30:00.000Z',
  zoom_hub_name: 'zoom_1',
  is_paid: true,
  prices: [{ currency_code: 'INR', current_price: 249900, original_price: 499900 }],
  links: [],
  host_email: 'asha@greenroom.example',
  has_picture: true,
}
const row = (key: number, start: string, account: DatedRow['account'] = 'zoom_1'): DatedRow => ({
  key,
  start,
  account,
})
const facts: DateFacts = { buffer_minutes: 15, refuses_clashes: false, dates: [] }
const check = (
  rows: DatedRow[],
  { of = {}, known = {} }: { of?: Partial<typeof session>; known?: Partial<DateFacts> } = {},
) => {
  const found = copyFindings(
    rows,
    { session: { ...session, ...of }, lengthMs: 3_600_000 },
    { ...facts, ...known },
    now,
  )
  return { ...found, findings: found.findings.map((one) => `${one.level}: ${copyFindingText(one)}`) }
}
const days = ['2026-12-05T13:30:00.000Z', '2026-12-12T13:30:00.000Z'] as const
const booked = {
  dates: [
    {
      start_time: days[1],
      accounts: [
        {
          zoom_hub_name: 'zoom_1' as const,
          clashes: [
            { _id: 'x', kind: 'webinar' as const, title: 'Tax', start_time: days[1], end_time: days[1] },
          ],
        },
      ],
    },
  ],
}

describe('the check of copies before publishing', () => {
  it('takes the dates of the copies, not that of the original (OQ-643)', () => {
    expect(check([row(0, days[0]), row(1, days[1])])).toEqual({
      findings: [],
      isRefused: false,
      isPartlyRefused: false,
    })
  })

  it('names what all copies have once, and what one has with its date (OQ-643, OQ-512)', () => {
    const free = { prices: [{ currency_code: 'INR' as const, current_price: 0 }] }
    const { findings } = check([row(0, days[0]), row(1, days[1])], { of: free, known: booked })
    expect(findings).toEqual([
      expect.stringMatching(/^warning: Date 2: zoom_1 is booked for “Tax”/),
      'warning: The INR price is 0, so buyers pay nothing.',
    ])
  })

  it('finds that a copy clashes with an earlier one on its account (OQ-643, OQ-112)', () => {
    const soonAfter = '2026-12-05T14:40:00.000Z'
    expect(check([row(0, days[0]), row(1, soonAfter)]).findings).toEqual([
      expect.stringMatching(/^warning: Date 2: zoom_1 is booked for “Weekly”.*Only 10 min/),
    ])
    expect(check([row(0, days[0]), row(1, soonAfter, 'zoom_4')]).findings).toEqual([])
  })

  it('tells whether some or no copies can be published (OQ-643)', () => {
    const known = { ...booked, refuses_clashes: true }
    expect(check([row(0, days[0]), row(1, days[1])], { known })).toMatchObject({
      isRefused: false,
      isPartlyRefused: true,
    })
    expect(check([row(0, days[1])], { known })).toMatchObject({ isRefused: true, isPartlyRefused: false })
    const noAccount = { kind: 'webinar' as const, zoom_hub_name: null }
    expect(check([row(0, days[0], null)], { of: noAccount })).toMatchObject({
      findings: ['error: Zoom account is required.'],
      isRefused: true,
    })
  })

  it('asks nothing about the accounts of events (OQ-643)', () => {
    const event = { kind: 'event' as const, zoom_hub_name: null }
    expect(check([row(0, days[0], null)], { of: event }).findings).toEqual([])
  })
})
