import type { News } from '@greenroom/contract/news/news.schema'
import { describe, expect, it } from 'vitest'
import { newsForm } from './news-form-values.tsx'

const stored: News = {
  _id: 'n1',
  heading: 'Rates stay where they are',
  description: 'The committee voted five to one.',
  thumbnail: '/files/a.png',
  source: 'Mint',
  reference_link: 'https://www.example.com/rates',
  price: 4900,
  is_active: true,
  is_free: false,
  created_at: '2026-11-21T00:00:00.000Z',
  version: 3,
}
const values = newsForm.valuesOf(stored)
const errorsOf = (typed: typeof values) => newsForm.errors(typed, { base: null, isSubmit: true })

describe('the form of a news snippet', () => {
  it('NEWS-08 NEWS-09 NEWS-10 NEWS-11 names each field that is missing', () => {
    const missing = {
      thumbnail: 'Thumbnail is required',
      heading: 'Heading is required',
      source: 'Source is required',
      reference_link: 'Reference link is required',
    }
    expect(errorsOf(newsForm.empty())).toEqual(missing)
    expect(errorsOf({ ...values, thumbnail: '', heading: ' ', source: '\t', reference_link: ' ' })).toEqual(
      missing,
    )
    expect(errorsOf(values)).toEqual({})
    expect(errorsOf({ ...values, description: '' })).toEqual({})
  })

  it('NEWS-11 accepts web links only', () => {
    for (const reference_link of ['example', 'javascript:alert(1)', 'ftp://a.example', 'a@b.example']) {
      expect(errorsOf({ ...values, reference_link })).toEqual({
        reference_link: 'Enter a link that starts with http:// or https://',
      })
    }
  })

  it('OQ-107 starts active', () => {
    expect(newsForm.empty().is_active).toBe(true)
  })

  it('NEWS-12 NEWS-13 never holds the price, which it does not show', () => {
    expect(Object.keys(newsForm.editedOf(values, stored))).not.toContain('price')
  })

  it('NEWS-08 shows an error of the uploaded file at the thumbnail', () => {
    expect(newsForm.fieldOf('file', values)).toBe('thumbnail')
    expect(newsForm.fieldOf('heading', values)).toBe('heading')
    expect(newsForm.fieldOf('other', values)).toBeUndefined()
  })
})
