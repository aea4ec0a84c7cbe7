import type { Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { describe, expect, it } from 'vitest'
import { changedFields, mergeEdits } from '../../../shared/record/edit-conflict/merge-edits.ts'
import { newRow, newShortlinkOf, shortlinkForm, targetOf } from './shortlink-form-values.ts'

const link: Shortlink = {
  _id: 'l1',
  shortCode: 'tax',
  webUrl: 'https://greenroom.example/tax',
  appUrl: null,
  params: { utm_source: 'meta', utm_medium: 'cpc' },
  opens: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  version: 2,
}

const schemes = ['http', 'https', 'greenroom']
const { empty, valuesOf, editedOf, errors, fieldOf } = shortlinkForm(schemes)
const submitted = { base: null, isSubmit: true }
const filled = { ...empty(), webUrl: 'https://greenroom.example' }

describe('the form of a short link', () => {
  it.each([
    [{}, { webUrl: 'At least one URL is required' }],
    [{ webUrl: '   ' }, { webUrl: 'At least one URL is required' }],
    [{ appUrl: 'greenroom://home' }, {}],
    [
      { webUrl: 'ftp://greenroom.example' },
      { webUrl: 'Please enter a valid web URL starting with http:// or https://' },
    ],
    [
      { webUrl: 'javascript:alert(1)' },
      { webUrl: 'Please enter a valid web URL starting with http:// or https://' },
    ],
    [{ appUrl: 'home' }, { appUrl: 'Please enter a valid app URL such as https://www.example.com/page' }],
    ...['javascript:alert(1)', 'feed:javascript:alert(1)', 'smb://host/share', 'myapp://page'].map(
      (appUrl): [{ appUrl: string }, { appUrl: string }] => [
        { appUrl },
        { appUrl: 'The app URL must start with http://, https:// or greenroom://' },
      ],
    ),
  ])('validates the URLs of %o (LINK-04, LINK-05, OQ-127)', (typed, expected) => {
    const found = errors({ ...empty(), ...typed }, submitted)
    expect(found).toEqual(expected)
  })

  it('leaves the scheme to the server until the settings are loaded (OQ-127)', () => {
    expect(shortlinkForm(undefined).errors({ ...empty(), appUrl: 'myapp://page' }, submitted)).toEqual({})
  })

  it('does not require the other URL while the form is being filled (LINK-04)', () => {
    expect(errors(empty(), { base: null, isSubmit: false })).toEqual({})
  })

  it.each([
    ['', undefined],
    ['tax-2026_A', undefined],
    ['ab', 'Use 3 to 32 letters, digits, - or _'],
    ['a b c', 'Use 3 to 32 letters, digits, - or _'],
    ['Admin', 'This short code is reserved'],
  ])('validates the code "%s" (LINK-06, OQ-099)', (shortCode, message) => {
    expect(errors({ ...filled, shortCode }, submitted).shortCode).toBe(message)
  })

  it('rejects a parameter without a name or with a duplicate one (LINK-07)', () => {
    const params = [newRow('utm_source', 'meta'), newRow(' ', 'x'), newRow('utm_source', 'google')]
    expect(errors({ ...filled, params }, submitted)).toEqual({
      'params.1.name': 'Parameter name is required',
      'params.2.name': 'Another parameter has this name',
    })
  })

  it('passes over a row of parameters in which nothing is entered (LINK-10)', () => {
    const params = [newRow('utm_source', 'meta'), newRow(' ', '')]
    expect(errors({ ...filled, params }, submitted)).toEqual({})
    expect(newShortlinkOf({ ...filled, params }).params).toEqual({ utm_source: 'meta' })
  })

  it('sends a new link without an empty code (LINK-06, LINK-10)', () => {
    const params = [newRow('utm_source', '')]
    expect(newShortlinkOf({ ...filled, webUrl: ' https://greenroom.example ', params })).toEqual({
      webUrl: 'https://greenroom.example',
      appUrl: null,
      params: { utm_source: '' },
    })
    expect(newShortlinkOf({ ...filled, shortCode: ' tax ' }).shortCode).toBe('tax')
  })
})

describe('an edit of a short link', () => {
  it('sends nothing if nothing was changed, and everything otherwise (LINK-11)', () => {
    const loaded = editedOf(valuesOf(link), link)
    expect(changedFields(loaded, editedOf(valuesOf(link), link))).toEqual({})
    const values = {
      ...valuesOf(link),
      appUrl: 'greenroom://tax',
      params: [newRow('utm_medium', 'email')],
    }
    const typed = editedOf(values, link)
    expect(targetOf({ ...loaded, ...typed })).toEqual({
      webUrl: 'https://greenroom.example/tax',
      appUrl: 'greenroom://tax',
      params: { utm_medium: 'email' },
    })
  })

  it('keeps the parameters that two people added, and asks about one that both changed (OQ-109)', () => {
    const other = { ...link, params: { ...link.params, ref: 'a', utm_medium: 'sms' } }
    const stored = editedOf(valuesOf(other), other)
    const values = {
      ...valuesOf(link),
      params: [newRow('utm_medium', 'email'), newRow('utm_source', 'meta'), newRow('campaign', 'b')],
    }
    const { merged, conflicts } = mergeEdits(editedOf(valuesOf(link), link), stored, editedOf(values, link))
    expect(conflicts).toEqual([{ field: 'param:utm_medium', stored: 'sms', typed: 'email' }])
    expect(targetOf(merged).params).toEqual({
      utm_source: 'meta',
      utm_medium: 'email',
      ref: 'a',
      campaign: 'b',
    })
  })

  it.each([
    ['webUrl', 'webUrl'],
    ['params', 'params'],
    ['params.utm_medium', 'params.1.value'],
    ['params.gone', 'params'],
    ['other', undefined],
  ])('shows a server error of %s at its field', (path, field) => {
    expect(fieldOf(path, valuesOf(link))).toBe(field)
  })
})
