import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mask } from './access/personal.ts'
import { readSearch } from './desk/search/search.rules.ts'
import { completedWebAddress, emailPattern, isBlank } from './field.ts'
import { slowText } from './test-bounded-time.ts'
import { requestTexts } from './test-request-texts.ts'

describe('time to read an overlong text', () => {
  it('is bounded in every text member of every endpoint (OQ-565)', () => {
    expect(requestTexts.length).toBeGreaterThan(200)
    const slow = requestTexts.flatMap(({ path, schema }) => {
      const text = slowText((text) => z.safeParse(schema as z.ZodMiniType, text))
      return text === null ? [] : [`${path}: ${text}`]
    })
    expect(slow).toEqual([])
  })

  it.each([
    ['the pattern of e-mail addresses', (text: string) => emailPattern.test(text)],
    ['the pattern of visible texts', isBlank],
    ['web addresses without a scheme', completedWebAddress],
    ['the mask of a note', (text: string) => mask('note', text)],
    ['the mask of an e-mail address', (text: string) => mask('email', text)],
    ['the mask of a phone', (text: string) => mask('phone', text)],
    ['the search', readSearch],
  ])('is bounded in %s (OQ-565)', (_what, work) => {
    expect(slowText(work)).toBeNull()
  })

  it('is found quadratic or exponential by the check itself, which then stops (OQ-565)', () => {
    expect(slowText((text) => /\s*x$/.test(text))).not.toBeNull()
    expect(slowText((text) => /^(?:a+)+$/.test(text))).not.toBeNull()
  })
})
