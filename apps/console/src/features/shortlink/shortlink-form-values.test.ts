import type { Shortlink } from '@greenroom/contract/shortlink/shortlink.schema'
import { describe, expect, it } from 'vitest'
import { changedFields, mergeEdits } from '../../shared/edit-conflict/merge-edits.ts'
import {
  editedShortlinkOf,
  emptyShortlinkValues,
  newRow,
  newShortlinkOf,
  shortlinkErrors,
  shortlinkFieldOf,
  shortlinkValuesOf,
  storedShortlinkOf,
  targetOf,
} from './shortlink-form-values.ts'

const link: Shortlink = {
  _id: 'l1',
  shortCode: 'tax',
  webUrl: 'https://greenroom.example/tax',
  appUrl: null,
  params: { utm_source: 'meta', utm_medium: 'cpc' },
  created_at: '2026-11-01T10:00:00.000Z',
  version: 2,
}

const schemes = ['http', 'https', 'greenroom']
const filled = { ...emptyShortlinkValues(), webUrl: 'https://greenroom.example' }

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
  ])('LINK-04 LINK-05 OQ-127 judges the addresses of %o', (typed, errors) => {
    const judged = shortlinkErrors({ ...emptyShortlinkValues(), ...typed }, true, schemes)
    expect(judged).toEqual('appUrl' in errors ? { ...errors } : errors)
  })

  it('OQ-127 leaves the scheme to the server until the settings are loaded', () => {
    expect(shortlinkErrors({ ...emptyShortlinkValues(), appUrl: 'myapp://page' }, true, undefined)).toEqual(
      {},
    )
  })

  it('LINK-04 does not ask for the other address while the form is being filled', () => {
    expect(shortlinkErrors(emptyShortlinkValues(), false, schemes)).toEqual({})
  })

  it.each([
    ['', undefined],
    ['tax-2026_A', undefined],
    ['ab', 'Use 3 to 32 letters, digits, - or _'],
    ['a b c', 'Use 3 to 32 letters, digits, - or _'],
    ['Admin', 'This short code is reserved'],
  ])('LINK-06 OQ-099 judges the code "%s"', (shortCode, message) => {
    expect(shortlinkErrors({ ...filled, shortCode }, true, schemes).shortCode).toBe(message)
  })

  it('LINK-07 refuses a parameter without a name, and one whose name is taken', () => {
    const params = [newRow('utm_source', 'meta'), newRow(' ', 'x'), newRow('utm_source', 'google')]
    expect(shortlinkErrors({ ...filled, params }, true, schemes)).toEqual({
      'params.1.name': 'Parameter name is required',
      'params.2.name': 'Another parameter has this name',
    })
  })

  it('LINK-06 LINK-10 sends a new link without the code that was left empty', () => {
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
  it('LINK-11 changes nothing when nothing was typed, and replaces all when something was', () => {
    const loaded = storedShortlinkOf(link)
    const names = Object.keys(link.params)
    expect(changedFields(loaded, editedShortlinkOf(shortlinkValuesOf(link), names))).toEqual({})
    const values = {
      ...shortlinkValuesOf(link),
      appUrl: 'greenroom://tax',
      params: [newRow('utm_medium', 'email')],
    }
    const typed = editedShortlinkOf(values, names)
    expect(targetOf({ ...loaded, ...typed })).toEqual({
      webUrl: 'https://greenroom.example/tax',
      appUrl: 'greenroom://tax',
      params: { utm_medium: 'email' },
    })
  })

  it('OQ-109 keeps the parameters that two people added, and asks about one that both changed', () => {
    const stored = storedShortlinkOf({ ...link, params: { ...link.params, ref: 'a', utm_medium: 'sms' } })
    const values = {
      ...shortlinkValuesOf(link),
      params: [newRow('utm_medium', 'email'), newRow('utm_source', 'meta'), newRow('campaign', 'b')],
    }
    const { merged, conflicts } = mergeEdits(
      storedShortlinkOf(link),
      stored,
      editedShortlinkOf(values, Object.keys(link.params)),
    )
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
  ])('marks what the server refused at %s', (path, field) => {
    expect(shortlinkFieldOf(path, shortlinkValuesOf(link))).toBe(field)
  })
})
