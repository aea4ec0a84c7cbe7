import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellWrite } from '../api/writes.ts'
import { tellLists } from './live-bus.ts'
import { followList, type HeldList, type LivePart } from './live-list.ts'

const nouns = ['colleague', 'colleagues'] as const
let held: HeldList<string> | undefined
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  held = undefined
  stop = followList<string>('listStaff', {
    part: {} as LivePart,
    latest: { current: { rows: ['a'], subject: 'all', refetch: async () => undefined } },
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

it('shows an own change as it is, however late its response and its event come (OQ-492)', () => {
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: true })
  expect(held).toBeUndefined()
  vi.advanceTimersByTime(60_000)
  tellWrite()
  vi.advanceTimersByTime(60_000)
  tellLists('listStaff', { ids: ['b'], nouns, isOwn: true })
  expect(held).toBeUndefined()
})
