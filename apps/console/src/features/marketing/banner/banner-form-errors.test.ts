import { describe, expect, it } from 'vitest'
import { bannerErrors, bannerFieldOf, isIncomplete } from './banner-form-errors.ts'
import { bannerValuesOf, emptyBannerValues, newCustomField } from './banner-form-values.ts'
import { sampleBanner } from './banner-test-data.ts'

const values = bannerValuesOf(sampleBanner)
const external = { ...values, redirect_type: 'external', redirect_link: 'https://a.example' } as const
const field = (name: string, value: string) => ({ ...newCustomField(), name, value })

describe('the validation of the form', () => {
  it('requires files, both times and the redirect type (BAN-13, BAN-06, BAN-05)', () => {
    const errors = bannerErrors(emptyBannerValues(), true)
    expect(Object.keys(errors)).toEqual(['files', 'start_time', 'end_time', 'redirect_type'])
    expect(isIncomplete(errors)).toBe(true)
    expect(bannerErrors(values, false)).toEqual({})
    expect(bannerErrors(external, false)).toEqual({})
  })

  it('requires the link of an external redirect (BAN-13)', () => {
    const missing = bannerErrors({ ...external, redirect_link: ' ' }, false)
    expect(Object.keys(missing)).toEqual(['redirect_link'])
    expect(isIncomplete(missing)).toBe(true)
  })

  it('rejects a link without http or https, which does not count as missing (BAN-07)', () => {
    const wrong = bannerErrors({ ...external, redirect_link: 'javascript:alert(1)' }, false)
    expect(wrong).toEqual({ redirect_link: 'Enter a link that starts with http:// or https://' })
    expect(isIncomplete(wrong)).toBe(false)
  })

  it('requires a page and one more field for an internal redirect (BAN-13, OQ-076)', () => {
    const missing = bannerErrors({ ...values, page: null, entity_id: '', custom: [] }, false)
    expect(Object.keys(missing).sort()).toEqual(['entity_id', 'page'])
    expect(isIncomplete(missing)).toBe(true)
    expect(bannerErrors({ ...values, entity_id: '', custom: [field('tab', 'past')] }, false)).toEqual({})
    expect(bannerErrors({ ...values, custom: [] }, false)).toEqual({})
  })

  it('requires name and value of a custom field, and unique names (BAN-07, OQ-076)', () => {
    const custom = [
      field('', 'x'),
      field('y', ''),
      field('z', '1'),
      field('z', '2'),
      field('entity_id', '3'),
      field('', ''),
    ]
    expect(bannerErrors({ ...values, custom }, false)).toEqual({
      'custom.0.name': 'Enter a name',
      'custom.1.value': 'Enter a value',
      'custom.3.name': 'This name is used twice',
      'custom.4.name': 'This name is used twice',
    })
    // Fields of the other redirect type are not validated.
    expect(bannerErrors({ ...external, custom }, false)).toEqual({})
  })

  it('requires a whole order number from 0 to 1,000,000 (BAN-08, OQ-075)', () => {
    for (const order of ['0', '1000000']) expect(bannerErrors({ ...values, order }, false)).toEqual({})
    // Only a new banner may leave the order to the server.
    expect(bannerErrors({ ...values, order: '' }, true)).toEqual({})
    for (const order of ['', '-1', '1.5', 'first', '1000001']) {
      expect(bannerErrors({ ...values, order }, false)).toEqual({
        order: 'Enter a whole number from 0 to 1,000,000',
      })
    }
  })
})

describe('a server error', () => {
  it('is shown at its field, or at none if the form has no such field (BAN-13)', () => {
    expect(bannerFieldOf('redirect.redirect_link', values)).toBe('redirect_link')
    expect(bannerFieldOf('redirect.page', values)).toBe('page')
    expect(bannerFieldOf('redirect.props', values)).toBe('entity_id')
    expect(bannerFieldOf('redirect.props.source', values)).toBe('custom.0.value')
    expect(bannerFieldOf('redirect', values)).toBe('redirect_type')
    expect(bannerFieldOf('keep_files', values)).toBe('files')
    expect(bannerFieldOf('priority', values)).toBe('order')
    expect(bannerFieldOf('files.0', values)).toBe('files')
    expect(bannerFieldOf('unknown', values)).toBeUndefined()
  })
})
