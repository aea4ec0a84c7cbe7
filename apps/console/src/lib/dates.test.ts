import { afterEach, describe, expect, it, vi } from 'vitest'

/** Imports the module again under another zone, because it caches a formatter. */
function datesIn(zone: string): Promise<typeof import('./dates.ts')> {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('./dates.ts')
}
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('dates in the zone of the viewer', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-21T13:30:00.000Z', '21 Nov 2026 | 07:00 PM'],
    ['Asia/Kolkata', '2026-09-05T18:30:00.000Z', '6 Sep 2026 | 12:00 AM'],
    ['Asia/Kolkata', '2026-01-01T06:30:00.000Z', '1 Jan 2026 | 12:00 PM'],
    ['America/New_York', '2026-11-21T13:30:00.000Z', '21 Nov 2026 | 08:30 AM'],
    ['America/New_York', '2026-07-01T03:59:00.000Z', '30 Jun 2026 | 11:59 PM'],
    ['UTC', '2026-12-31T23:59:59.000Z', '31 Dec 2026 | 11:59 PM'],
  ])('formats for a card in %s: %s as %s (LIM-05)', async (zone, iso, text) => {
    const { formatCardTime, formatTime } = await datesIn(zone)
    expect(formatCardTime(iso)).toBe(text)
    expect(formatTime(iso)).toBe(text.replace(' | ', ', '))
  })

  it('formats an invalid moment as an empty text (LIM-05)', async () => {
    const { formatCardTime, formatTime } = await datesIn('UTC')
    expect(formatCardTime('soon')).toBe('')
    expect(formatTime('')).toBe('')
  })
})
