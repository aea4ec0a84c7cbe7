import { describe, expect, it } from 'vitest'
import { type CopyRow, lengthText, rowHints } from './copy-rows.ts'

const now = new Date('2026-11-21T06:30:00.000Z')
const hour = 3_600_000
const row = (key: number, start: string | null, account: CopyRow['account'] = 'zoom_1'): CopyRow => ({
  key,
  start,
  account,
})
type CheckedDates = NonNullable<Parameters<typeof rowHints>[1]['checked']>
const checked = (start_time: string, booked: string[] = []): CheckedDates => ({
  buffer_minutes: 15,
  dates: [
    {
      start_time,
      accounts: (['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4'] as const).map((zoom_hub_name) => ({
        zoom_hub_name,
        clashes: booked.includes(zoom_hub_name)
          ? [{ _id: 'x', kind: 'webinar', title: 'Tax', start_time, end_time: start_time }]
          : [],
      })),
    },
  ],
})
const first = '2026-11-28T13:30:00.000Z'
const hints = (rows: CopyRow[], dates?: CheckedDates) =>
  rowHints(rows, { lengthMs: hour, checked: dates, now }).map((hint) => hint && [hint.tone, hint.text])

describe('dates of copies', () => {
  it('are refused while empty, once they have passed, and if another has the same (OQ-513)', () => {
    expect(hints([row(1, null), row(2, now.toISOString()), row(3, first), row(4, first)])).toEqual([
      ['bad', 'Choose a date, or leave it out'],
      ['bad', 'This time has already passed'],
      ['warn', 'Clashes with date 4 on zoom_1'],
      ['bad', 'Another copy has this time'],
    ])
  })

  it('warn of a booked account and name the free ones (OQ-513, OQ-112)', () => {
    const [hint] = hints([row(1, first)], checked(first, ['zoom_1', 'zoom_3']))
    expect(hint?.[0]).toBe('warn')
    expect(hint?.[1]).toMatch(/^zoom_1 is booked for “Tax”, .*\. Free: zoom_4\.$/)
    const all = ['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4']
    expect(hints([row(1, first)], checked(first, all))[0]?.[1]).toContain('No account is free at that time.')
  })

  it('say that an account is free, and nothing while it is checked (OQ-513)', () => {
    expect(hints([row(1, first)], checked(first))).toEqual([['info', 'zoom_1 is free at that time']])
    expect(hints([row(1, first)])).toEqual([null])
  })

  it('warn of each other within the buffer, on one account only (OQ-513)', () => {
    const near = new Date(Date.parse(first) + hour + 14 * 60_000).toISOString()
    expect(hints([row(1, first), row(2, near)], checked(first))).toEqual([
      ['warn', 'Clashes with date 2 on zoom_1'],
      ['warn', 'Clashes with date 1 on zoom_1'],
    ])
    expect(hints([row(1, first), row(2, near, 'zoom_2')], checked(first))[0]).toEqual([
      'info',
      'zoom_1 is free at that time',
    ])
  })

  it('of an event need no account (OQ-513)', () => {
    expect(hints([row(1, first, null)])).toEqual([null])
  })
})

describe('a length', () => {
  it.each([
    [0, '0 min'],
    [45, '45 min'],
    [60, '1 h'],
    [90, '1 h 30 min'],
  ])('of %i minutes is "%s" (OQ-513)', (minutes, text) => {
    expect(lengthText(minutes * 60_000)).toBe(text)
  })
})
