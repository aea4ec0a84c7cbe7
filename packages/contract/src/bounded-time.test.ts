import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mask } from './access/personal.ts'
import { completedWebAddress, emailPattern } from './field.ts'
import { readSearch } from './search/search.rules.ts'
import { requestTexts } from './test-request-texts.ts'

const size = 60_000
const fills = [
  '.',
  ' ',
  '@',
  '1',
  'a',
  '-',
  '/',
  ':',
  '<',
  'a.',
  'a@',
  '1 ',
  '@.',
  '\t',
  'é',
  '1-',
  '+1',
] as const
const texts = fills.flatMap((fill) => {
  const long = fill.repeat(size / fill.length)
  return [long, `${long} `, `${long}@`, `a@${long} `, `https://${long}\n`]
})

/** Processor time of this process in milliseconds: other programs on a busy machine do not count. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tries each text, and repeats a slow one: the first run may include a garbage collection. */
function slowest(work: (text: string) => unknown): number {
  return Math.max(
    ...texts.map((text) => {
      const once = () => processorTime(() => work(text))
      const first = once()
      return first < 100 ? first : Math.min(once(), once())
    }),
  )
}

describe('time to read an overlong text', () => {
  it('is bounded in every text member of every endpoint (OQ-565)', () => {
    expect(requestTexts.length).toBeGreaterThan(200)
    const slow = requestTexts.flatMap(({ path, schema }) => {
      const time = slowest((text) => z.safeParse(schema as z.ZodMiniType, text))
      return time < 100 ? [] : [`${path}: ${Math.round(time)} ms`]
    })
    expect(slow).toEqual([])
  })

  it.each([
    ['the pattern of e-mail addresses', (text: string) => emailPattern.test(text)],
    ['web addresses without a scheme', completedWebAddress],
    ['the mask of a note', (text: string) => mask('note', text)],
    ['the mask of an e-mail address', (text: string) => mask('email', text)],
    ['the mask of a phone', (text: string) => mask('phone', text)],
    ['the search', readSearch],
  ])('is bounded in %s (OQ-565)', (_what, work) => {
    expect(slowest(work)).toBeLessThan(100)
  })
})
