import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellWrite } from '../api/writes.ts'
import { tellLists } from './live-bus.ts'
import { followList, type HeldList, type LivePart } from './live-list.ts'

const nouns = ['colleague', 'colleagues'] as const
let held: HeldList<string> | undefined
let stop: () => void
let shown = { rows: ['a'], subject: 'all', refetch: async () => undefined, isReading: false }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  held = undefined
  shown = { ...shown, isReading: false }
  stop = followList<string>('listStaff', {
    part: {} as LivePart,
    latest: {
      get current() {
        return shown
      },
    },
    setHeld: (next) => {
      held = next(held)
    },
    setIsCurrent: () => {},
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('holds the rows when a colleague changes them, also right after an own write (OQ-492)', () => {
  tellWrite()
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: false })
  expect(held?.rows).toEqual(['a'])
})

it('holds no rows that are being read after an own write: they may lack its record (OQ-492)', () => {
  tellWrite()
  shown = { ...shown, isReading: true }
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: false })
  expect(held).toBeUndefined()
  shown = { ...shown, rows: ['own', 'a'], isReading: false }
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: false })
  expect(held?.rows).toEqual(['own', 'a'])
})

it('shows an own change as it is, however late its response and its event come (OQ-492)', () => {
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: true })
  expect(held).toBeUndefined()
  vi.advanceTimersByTime(60_000)
  tellWrite()
  vi.advanceTimersByTime(60_000)
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: true })
  expect(held).toBeUndefined()
})
