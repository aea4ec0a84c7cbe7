import { expect, test } from 'vitest'
import { accountChoices, availabilityHint } from './account-availability.ts'

const clash = {
  _id: '1',
  kind: 'webinar' as const,
  title: 'Budget night',
  start_time: '2026-11-21T13:30:00.000Z',
  end_time: '2026-11-21T14:30:00.000Z',
}
const free = (zoom_hub_name: 'zoom_1' | 'zoom_2' | 'zoom_4') => ({
  zoom_hub_name,
  free: true,
  clashes: [],
  calls_today: 79,
})
const booked = (zoom_hub_name: 'zoom_1' | 'zoom_4') => ({
  zoom_hub_name,
  free: false,
  clashes: [clash],
  calls_today: 0,
})
const offered = accountChoices(null)

test('offers zoom_1 and zoom_4, and the stored account if it is another one (LIM-08)', () => {
  expect(offered).toEqual(['zoom_1', 'zoom_4'])
  expect(accountChoices('zoom_4')).toEqual(['zoom_1', 'zoom_4'])
  expect(accountChoices('zoom_2')).toEqual(['zoom_1', 'zoom_4', 'zoom_2'])
})

test('says that a free account is free (OQ-112)', () => {
  expect(availabilityHint([free('zoom_1'), booked('zoom_4')], 'zoom_1', offered)).toEqual({
    tone: 'info',
    text: 'zoom_1 is free at that time.',
  })
})

test('names the session that occupies a booked account, and the free accounts (OQ-112)', () => {
  expect(availabilityHint([booked('zoom_1'), free('zoom_2'), free('zoom_4')], 'zoom_1', offered)).toEqual({
    tone: 'warn',
    text: 'zoom_1 is booked for “Budget night”, 21 Nov 2026, 07:00 PM. Free: zoom_4.',
  })
  expect(availabilityHint([booked('zoom_1'), booked('zoom_4')], 'zoom_1', offered)?.text).toBe(
    'zoom_1 is booked for “Budget night”, 21 Nov 2026, 07:00 PM. No other account is free at that time.',
  )
})

test('names the free accounts before one is chosen (OQ-112)', () => {
  expect(availabilityHint([free('zoom_1'), booked('zoom_4')], null, offered)?.text).toBe('Free: zoom_1.')
  expect(availabilityHint([booked('zoom_1'), booked('zoom_4')], null, offered)?.tone).toBe('warn')
})

test('says how many of the calls of the day are used before they run out (OQ-754)', () => {
  const used = { ...free('zoom_1'), calls_today: 80 }
  expect(availabilityHint([used], 'zoom_1', offered)).toEqual({
    tone: 'warn',
    text: 'zoom_1 is free at that time. Zoom takes 100 new or changed meetings a day, 80 are used.',
  })
  expect(availabilityHint([{ ...booked('zoom_1'), calls_today: 100 }], 'zoom_1', offered)?.text).toMatch(
    /100 are used\.$/,
  )
})
