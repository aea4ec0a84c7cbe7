import { describe, expect, it } from 'vitest'
import { fileMark } from '../../../shared/field/image-field/file-mark.ts'
import { changedFields } from '../../../shared/record/edit-conflict/merge-edits.ts'
import {
  bannerChangesOf,
  bannerValuesOf,
  editedBannerOf,
  emptyBannerValues,
  newBannerOf,
  newCustomField,
  redirectOf,
} from './banner-form-values.ts'
import { sampleBanner } from './banner-test-data.ts'

const values = bannerValuesOf(sampleBanner)
const stored = sampleBanner.files.map(({ url }) => url)
const mark = fileMark(new File(['12345'], 'c.png', { type: 'image/png', lastModified: 7 }))

describe('the values of the form', () => {
  it('contain every field of a stored banner (BAN-04, BAN-06, BAN-07, BAN-08)', () => {
    expect(values).toEqual({
      files: ['/files/a.jpg', '/files/b.webm'],
      start_time: '2026-11-21T10:00:00.000Z',
      end_time: '2026-11-28T10:00:00.000Z',
      redirect_type: 'internal',
      redirect_link: '',
      page: 'events',
      entity_id: 'e1',
      custom: [{ key: 'stored:source', name: 'source', value: 'home' }],
      order: '3',
      is_active: true,
    })
  })

  it('start active, with no redirect chosen (OQ-107, BAN-08)', () => {
    expect(emptyBannerValues()).toMatchObject({ is_active: true, redirect_type: null, page: null })
  })

  it('contain only non-empty redirect fields of the chosen type (BAN-02, OQ-076)', () => {
    const both = { ...values, redirect_link: 'https://a.example' }
    expect(redirectOf({ ...both, redirect_type: 'external' })).toEqual({
      type: 'external',
      redirect_link: 'https://a.example',
    })
    const blank = { ...newCustomField(), name: 'x', value: ' ' }
    expect(redirectOf({ ...both, entity_id: ' ', custom: [...values.custom, blank] })).toEqual({
      type: 'internal',
      page: 'events',
      props: { source: 'home' },
    })
    expect(redirectOf(emptyBannerValues())).toBeNull()
  })

  it('send every field of a new banner (BAN-01, BAN-16)', () => {
    expect(newBannerOf({ ...values, order: '' })).toEqual({
      redirect: { type: 'internal', page: 'events', props: { entity_id: 'e1', source: 'home' } },
      start_time: sampleBanner.start_time,
      end_time: sampleBanner.end_time,
      is_active: true,
    })
    expect(newBannerOf(values).order).toBe(3)
  })
})

describe('an update', () => {
  const changes = (typed: typeof values) =>
    bannerChangesOf(changedFields(editedBannerOf(values), editedBannerOf(typed)), stored)

  it('sends only changed fields (BAN-17)', () => {
    expect(changes(values)).toEqual({})
    expect(changes({ ...values, order: '9', is_active: false })).toEqual({ order: 9, is_active: false })
    expect(changes({ ...values, entity_id: 'e2' })).toEqual({
      redirect: { type: 'internal', page: 'events', props: { entity_id: 'e2', source: 'home' } },
    })
  })

  it('lists the stored files to keep when a file is removed or added (BAN-05, OQ-075)', () => {
    expect(changes({ ...values, files: ['/files/b.webm'] })).toEqual({ keep_files: ['/files/b.webm'] })
    expect(changes({ ...values, files: [...stored, mark] })).toEqual({ keep_files: stored })
  })

  it('does not keep a file that someone else has removed (OQ-109)', () => {
    expect(bannerChangesOf({ files: [...stored, mark] }, ['/files/b.webm'])).toEqual({
      keep_files: ['/files/b.webm'],
    })
  })
})
