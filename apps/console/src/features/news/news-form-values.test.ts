import type { News } from '@greenroom/contract/news/news.schema'
import { describe, expect, it } from 'vitest'
import { changedFields } from '../../shared/edit-conflict/merge-edits.ts'
import { changesOf, emptyValues, formPathOf, newNewsOf, newsErrors, valuesOf } from './news-form-values.ts'

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
const values = valuesOf(stored)

describe('the form of a news snippet', () => {
  it('NEWS-08 NEWS-09 NEWS-10 NEWS-11 names each field that is missing', () => {
    const missing = {
      thumbnail: 'Thumbnail is required',
      heading: 'Heading is required',
      source: 'Source is required',
      reference_link: 'Reference link is required',
    }
    expect(newsErrors(emptyValues())).toEqual(missing)
    expect(newsErrors({ ...values, thumbnail: '', heading: ' ', source: '\t', reference_link: ' ' })).toEqual(
      missing,
    )
    expect(newsErrors(values)).toEqual({})
    expect(newsErrors({ ...values, description: '' })).toEqual({})
  })

  it('NEWS-11 takes a link of the web alone', () => {
    for (const reference_link of ['example', 'javascript:alert(1)', 'ftp://a.example', 'a@b.example']) {
      expect(newsErrors({ ...values, reference_link })).toEqual({
        reference_link: 'Enter a link that starts with http:// or https://',
      })
    }
  })

  it('OQ-107 a new one is active', () => {
    expect(emptyValues().is_active).toBe(true)
    expect(newNewsOf(values, '/files/b.png')).toEqual({ ...values, thumbnail: '/files/b.png' })
  })

  it('NEWS-12 NEWS-13 sends what was changed alone, and never the price, which it does not show', () => {
    const typed = { ...values, heading: 'Rates fall', is_active: false }
    expect(changesOf(changedFields(values, typed), null)).toEqual({ heading: 'Rates fall', is_active: false })
    expect(changesOf(changedFields(values, { ...values, thumbnail: 'file:b' }), '/files/b.png')).toEqual({
      thumbnail: '/files/b.png',
    })
    expect(changesOf(changedFields(values, values), null)).toEqual({})
  })

  it('NEWS-08 a picture that the server refuses is marked at the thumbnail', () => {
    expect(formPathOf('file')).toBe('thumbnail')
    expect(formPathOf('heading')).toBe('heading')
  })
})
