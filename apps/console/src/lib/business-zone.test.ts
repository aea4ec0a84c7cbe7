import { beforeEach, describe, expect, it, vi } from 'vitest'

// The viewer of these tests is in India.
let dates: typeof import('./dates.ts')
let zone: typeof import('./business-zone.ts')
let stored: Map<string, string>

async function reload(): Promise<void> {
  vi.resetModules()
  zone = await import('./business-zone.ts')
  dates = await import('./dates.ts')
}

beforeEach(async () => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  await reload()
})

describe('a viewer in another zone than the business', () => {
  beforeEach(() => zone.storeBusinessTimeZone('America/New_York'))

  it('sees times with the name of their zone (LIM-05, OQ-025)', () => {
    expect(dates.formatCardTime('2026-11-28T22:30:00Z')).toBe('29 Nov 2026 | 04:00 AM GMT+5:30')
    expect(dates.formatTime('2026-11-28T22:30:00Z')).toBe('29 Nov 2026, 04:00 AM GMT+5:30')
    expect(dates.formatTime('soon')).toBe('')
  })

  it('sees the names of both zones (OQ-025)', () => {
    const winter = new Date('2026-11-28T22:30:00Z')
    expect(dates.viewerZoneName(winter)).toBe('GMT+5:30')
    expect(dates.businessZoneName(winter)).toBe('Eastern Standard Time')
    expect(dates.businessZoneName(new Date('2026-07-01T12:00:00Z'))).toBe('Eastern Daylight Time')
    expect(dates.isAwayFromBusiness()).toBe(true)
  })

  it('gets business days (OQ-025, OQ-041)', () => {
    // 00:30 on the 22nd in India, 14:00 on the 21st in New York.
    const moment = new Date('2026-11-21T19:00:00Z')
    expect(dates.businessDay(moment)).toBe('2026-11-21')
    expect(dates.startOfDay(moment).toISOString()).toBe('2026-11-21T05:00:00.000Z')
  })
})

describe('a viewer in the business time zone', () => {
  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Colombo'])(
    'sees no zone names, also under an alias of the zone: %s (OQ-025)',
    (name) => {
      zone.storeBusinessTimeZone(name)
      expect(dates.formatCardTime('2026-11-28T22:30:00Z')).toBe('29 Nov 2026 | 04:00 AM')
      expect(dates.viewerZoneName()).toBeUndefined()
      expect(dates.businessZoneName()).toBeUndefined()
      expect(dates.isAwayFromBusiness()).toBe(false)
    },
  )

  it('names a zone only for times that differ from the business clock (OQ-025)', () => {
    // Colombo was at UTC+6 until April 2006.
    zone.storeBusinessTimeZone('Asia/Colombo')
    expect(dates.formatTime('2006-01-01T00:00:00Z')).toBe('1 Jan 2006, 05:30 AM GMT+5:30')
  })
})

describe('before the server has named the zone', () => {
  it('does not name times and uses the days of the viewer (OQ-025)', () => {
    expect(dates.businessTimeZone()).toMatch(/^Asia\/(Kolkata|Calcutta)$/)
    expect(dates.formatTime('2026-11-28T22:30:00Z')).toBe('29 Nov 2026, 04:00 AM')
    expect(dates.businessDay(new Date('2026-11-21T18:30:00Z'))).toBe('2026-11-22')
  })
})

describe('the zone that the server named', () => {
  it('is known after a reload and can change (OQ-025)', async () => {
    zone.storeBusinessTimeZone('America/New_York')
    await reload()
    expect(dates.businessTimeZone()).toBe('America/New_York')
    zone.storeBusinessTimeZone('Europe/Berlin')
    expect(dates.businessTimeZone()).toBe('Europe/Berlin')
  })

  it('is known until a reload where the browser cannot store it (OQ-025)', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    zone.storeBusinessTimeZone('America/New_York')
    expect(dates.businessTimeZone()).toBe('America/New_York')
  })

  it('is rejected and not stored if the browser does not know it', () => {
    expect(() => zone.storeBusinessTimeZone('Mars/Base')).toThrow(RangeError)
    expect(stored.size).toBe(0)
    expect(zone.storedBusinessTimeZone()).toBeUndefined()
  })
})
