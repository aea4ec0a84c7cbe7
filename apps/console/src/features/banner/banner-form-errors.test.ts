import { describe, expect, it } from 'vitest'
import { bannerErrors, formPathOf, isIncomplete, wordsFor } from './banner-form-errors.ts'
import { emptyValues, newCustomField, valuesOf } from './banner-form-values.ts'
import { sampleBanner } from './banner-sample.test-data.ts'

const values = valuesOf(sampleBanner)
const external = { ...values, redirect_type: 'external', redirect_link: 'https://a.example' } as const
const field = (name: string, value: string) => ({ ...newCustomField(), name, value })

describe('the rules of the form', () => {
  it('BAN-13 BAN-06 BAN-05 an empty form misses its files, both times and the kind of redirect', () => {
    const errors = bannerErrors(emptyValues(), 0, true)
    expect(Object.keys(errors)).toEqual(['files', 'start_time', 'end_time', 'redirect_type'])
    expect(isIncomplete(errors)).toBe(true)
    expect(bannerErrors(values, 2, false)).toEqual({})
    expect(bannerErrors(external, 1, false)).toEqual({})
  })

  it('BAN-13 an external redirect needs a link', () => {
    const missing = bannerErrors({ ...external, redirect_link: ' ' }, 1, false)
    expect(Object.keys(missing)).toEqual(['redirect_link'])
    expect(isIncomplete(missing)).toBe(true)
  })

  it('BAN-07 a link is one of the web, which is not a missing field', () => {
    const wrong = bannerErrors({ ...external, redirect_link: 'javascript:alert(1)' }, 1, false)
    expect(wrong).toEqual({ redirect_link: 'Enter a link that starts with http:// or https://' })
    expect(isIncomplete(wrong)).toBe(false)
  })

  it('BAN-13 OQ-076 an internal redirect needs a page and one more field', () => {
    const missing = bannerErrors({ ...values, page: null, entity_id: '', custom: [] }, 1, false)
    expect(Object.keys(missing).sort()).toEqual(['entity_id', 'page'])
    expect(isIncomplete(missing)).toBe(true)
    expect(bannerErrors({ ...values, entity_id: '', custom: [field('tab', 'past')] }, 1, false)).toEqual({})
    expect(bannerErrors({ ...values, custom: [] }, 1, false)).toEqual({})
  })

  it('BAN-07 OQ-076 a custom field is whole and stands once', () => {
    const custom = [
      field('', 'x'),
      field('y', ''),
      field('z', '1'),
      field('z', '2'),
      field('entity_id', '3'),
      field('', ''),
    ]
    expect(bannerErrors({ ...values, custom }, 1, false)).toEqual({
      'custom.0.name': 'Enter a name',
      'custom.1.value': 'Enter a value',
      'custom.3.name': 'This name is used twice',
      'custom.4.name': 'This name is used twice',
    })
    // What belongs to the other kind is not judged.
    expect(bannerErrors({ ...external, custom }, 1, false)).toEqual({})
  })

  it('BAN-08 OQ-075 the order is a whole number from 0 to 1,000,000', () => {
    for (const order of ['0', '1000000']) expect(bannerErrors({ ...values, order }, 1, false)).toEqual({})
    // A new banner may leave it to the server; an edit may not take it away.
    expect(bannerErrors({ ...values, order: '' }, 1, true)).toEqual({})
    for (const order of ['', '-1', '1.5', 'first', '1000001']) {
      expect(bannerErrors({ ...values, order }, 1, false)).toEqual({
        order: 'Enter a whole number from 0 to 1,000,000',
      })
    }
  })
})

describe('what the server refuses', () => {
  it('BAN-13 belongs to a field of the form', () => {
    expect(formPathOf('redirect.redirect_link', values)).toBe('redirect_link')
    expect(formPathOf('redirect.page', values)).toBe('page')
    expect(formPathOf('redirect.props', values)).toBe('entity_id')
    expect(formPathOf('redirect.props.source', values)).toBe('custom.0.value')
    expect(formPathOf('redirect', values)).toBe('redirect_type')
    expect(formPathOf('keep_files', values)).toBe('files')
    expect(formPathOf('priority', values)).toBe('order')
    expect(wordsFor('start_time', 'Please fill in all required fields.')).toBe('Pick a start time')
  })
})
