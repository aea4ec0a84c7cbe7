import type { News } from '@greenroom/contract/marketing/news/news.schema'
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
  it('has an error for each missing field (NEWS-08, NEWS-09, NEWS-10, NEWS-11)', () => {
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

  it('accepts web links only (NEWS-11)', () => {
    for (const reference_link of ['example', 'javascript:alert(1)', 'ftp://a.example', 'a@b.example']) {
      expect(errorsOf({ ...values, reference_link })).toEqual({
        reference_link: 'Enter a link that starts with http:// or https://',
      })
    }
  })

  it('starts active (OQ-107)', () => {
    expect(newsForm.empty().is_active).toBe(true)
  })

  it('does not contain the price, which has no field (NEWS-12, NEWS-13)', () => {
    expect(Object.keys(newsForm.editedOf(values, stored))).not.toContain('price')
  })

  it('shows an error of the uploaded file at the thumbnail (NEWS-08)', () => {
    expect(newsForm.fieldOf('file', values)).toBe('thumbnail')
    expect(newsForm.fieldOf('heading', values)).toBe('heading')
    expect(newsForm.fieldOf('other', values)).toBeUndefined()
  })
})
