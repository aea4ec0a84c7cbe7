import type { LeadStatus } from '@greenroom/contract/lead-status'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { expect, it } from 'vitest'
import { boardColumns, cardBeside, heldColumns } from './board-columns.ts'

const lead = (_id: string, status: LeadStatus, { version = 1, day = 1 } = {}) =>
  ({ _id, status, version, created_at: `2026-11-0${day}T00:00:00.000Z` }) as Lead
const own = (one: Lead) => one.status
const shown = (columns: ReturnType<typeof boardColumns>) =>
  Object.fromEntries(
    columns
      .filter(({ count, leads }) => count > 0 || leads.length > 0)
      .map(({ status, leads, count }) => [status, [leads.map(({ _id }) => _id).join(''), count]]),
  )

const sent = {
  DEFERRED: { bookings: [lead('b', 'DEFERRED', { day: 3 }), lead('a', 'DEFERRED')], count: 7 },
  CLOSED_WON: { bookings: [lead('c', 'CLOSED_WON', { day: 2 })], count: 1 },
}

it('has a column for each status with its leads and their number (OQ-503)', () => {
  const columns = boardColumns(sent, own)
  expect(columns).toHaveLength(11)
  expect(shown(columns)).toEqual({ DEFERRED: ['ba', 7], CLOSED_WON: ['c', 1] })
})

it('moves a lead that is being saved, with the counts (OQ-503)', () => {
  const columns = boardColumns(sent, (one) => (one._id === 'b' ? 'CLOSED_WON' : one.status))
  expect(shown(columns)).toEqual({ DEFERRED: ['a', 6], CLOSED_WON: ['bc', 2] })
})

it('shows a lead once, where its latest version is (OQ-503)', () => {
  const columns = boardColumns(
    { ...sent, CLOSED_WON: { bookings: [lead('b', 'CLOSED_WON', { version: 2 })], count: 1 } },
    own,
  )
  expect(shown(columns)).toEqual({ DEFERRED: ['a', 6], CLOSED_WON: ['b', 1] })
  // The newer version wins in an earlier column too.
  const back = boardColumns(
    {
      DEFERRED: { bookings: [lead('c', 'DEFERRED', { version: 2 })], count: 1 },
      CLOSED_WON: { bookings: [lead('c', 'CLOSED_WON')], count: 1 },
    },
    own,
  )
  expect(shown(back)).toEqual({ DEFERRED: ['c', 1] })
})

it('keeps cards and counts in place while others change them (OQ-503, OQ-490)', () => {
  // The card b is as it was before somebody moved it; c has new content.
  const cards = [
    lead('b', 'DEFERRED', { day: 3 }),
    lead('a', 'DEFERRED'),
    lead('c', 'CLOSED_WON', { version: 2 }),
  ]
  expect(shown(boardColumns(heldColumns(sent, cards), own))).toEqual({
    DEFERRED: ['ba', 7],
    CLOSED_WON: ['c', 1],
  })
})

it.each([
  ['b', 'ArrowDown', 'a'],
  ['b', 'ArrowUp', undefined],
  ['a', 'ArrowUp', 'b'],
  ['c', 'ArrowRight', 'b'],
  ['a', 'ArrowLeft', 'c'],
  ['b', 'ArrowRight', undefined],
  ['unknown', 'ArrowDown', undefined],
])('leads from %s by %s to %s (OQ-503)', (id, key, target) => {
  expect(cardBeside(boardColumns(sent, own), id, key)).toBe(target)
})
