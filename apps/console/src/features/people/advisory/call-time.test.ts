import { afterEach, describe, expect, it, vi } from 'vitest'

/** Imports the module again under another zone, because the dates cache a formatter. */
async function callTimesIn(zone: string): Promise<typeof import('./call-time.ts')> {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  const { storeBusinessTimeZone } = await import('../../../lib/business-zone.ts')
  storeBusinessTimeZone('Asia/Kolkata')
  return import('./call-time.ts')
}
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the time of a call', () => {
  it.each([
    ['2026-11-26T12:00:00.000Z', 'Today 05:30 PM'],
    ['2026-11-26T04:00:00.000Z', 'Today 09:30 AM'],
    ['2026-11-27T07:30:00.000Z', 'Tomorrow 01:00 PM'],
    // 12:30 AM in India: still the day before in UTC.
    ['2026-11-26T19:00:00.000Z', 'Tomorrow 12:30 AM'],
    ['2026-11-25T07:30:00.000Z', 'Yesterday 01:00 PM'],
    ['2026-12-02T09:30:00.000Z', 'Wed 03:00 PM'],
    ['2026-12-03T09:30:00.000Z', '3 Dec 2026, 03:00 PM'],
    ['2026-11-20T09:30:00.000Z', 'Last Fri 03:00 PM'],
    ['2026-11-19T09:30:00.000Z', '19 Nov 2026, 03:00 PM'],
    ['soon', ''],
  ])('formats %s by its day within six days of Thursday noon: %s (OQ-214)', async (iso, text) => {
    const { formatCallTime } = await callTimesIn('Asia/Kolkata')
    expect(formatCallTime(iso, new Date('2026-11-26T06:30:00.000Z'))).toBe(text)
  })

  it('is the whole date where the clock is not that of the business (OQ-214)', async () => {
    const { formatCallTime } = await callTimesIn('America/New_York')
    const now = new Date('2026-11-26T06:30:00.000Z')
    expect(formatCallTime('2026-11-26T12:00:00.000Z', now)).toBe('26 Nov 2026, 07:00 AM EST')
  })
})
