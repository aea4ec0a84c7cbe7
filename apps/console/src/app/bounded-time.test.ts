import { slowText } from '@greenroom/contract/test-bounded-time'
import { describe, expect, it } from 'vitest'
import { readRate } from '../features/money/gst-return/read-rate.ts'
import { textParts } from '../shared/community/post-view/text-links.ts'
import { readDateTime } from '../shared/field/date-field/read-date-time.ts'
import { markParts } from './search/mark-parts.ts'

const dates = { today: '2026-11-21' }

describe('time to read an overlong text', () => {
  it.each([
    ['links in a post', (text: string) => textParts(text)],
    ['links in a post after one that ends with it', (text: string) => textParts(`https://x.example/${text}`)],
    ['a typed date', (text: string) => readDateTime(text, dates)],
    ['a typed rate', readRate],
    ['a rate between others', (text: string) => readRate(`1${text}1`)],
    ['a found text', (text: string) => markParts(text, 'asha 98765')],
  ])('is bounded for %s (OQ-565)', (_what, work) => {
    expect(slowText(work)).toBeNull()
  })
})
