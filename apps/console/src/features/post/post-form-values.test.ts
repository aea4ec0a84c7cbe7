import { describe, expect, it } from 'vitest'
import { changedFields } from '../../shared/edit-conflict/merge-edits.ts'
import { formErrors } from './post-form-errors.ts'
import {
  type Attachments,
  baseOf,
  changesOf,
  editedOf,
  emptyValues,
  expiryOf,
  filesOf,
  formPathOf,
  imageCount,
  isEmpty,
  keptAttachments,
  lostVotes,
  newPostOf,
  type PostFormValues,
  storedEditedOf,
  valuesOf,
} from './post-form-values.ts'
import { samplePost } from './post-sample.test-data.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const base = baseOf(samplePost, now)
const stored = valuesOf(base)
const picture = new File(['x'], 'chart.png', { type: 'image/png', lastModified: 1 })
const clip = new File(['x'], 'clip.webm', { type: 'video/webm', lastModified: 1 })

/** What an edit sends of these changes. */
function sent(values: Partial<PostFormValues>, attachments: Partial<Attachments> = {}) {
  const typed = { ...stored, ...values }
  const edited = editedOf(typed, base, { ...keptAttachments(), ...attachments })
  return changesOf(changedFields(storedEditedOf(base), edited), samplePost, typed, now)
}

describe('the editor', () => {
  it('POST-11 POST-18 begins pinned, and a poll with Yes and No for one day', () => {
    expect(emptyValues()).toMatchObject({
      is_pinned: true,
      has_poll: false,
      options: ['Yes', 'No'],
      days: '1',
      allow_multiple: false,
    })
  })

  it('POST-20 OQ-083 counts the days that a stored poll still lasts, at least one', () => {
    expect(base.days).toBe('2')
    expect(baseOf(samplePost, new Date('2026-11-23T09:59:59.000Z')).days).toBe('1')
    expect(baseOf(samplePost, new Date('2027-01-01T00:00:00.000Z')).days).toBe('1')
    expect(valuesOf(base)).toEqual({
      tags: ['Loans', 'Tax'],
      message: 'Which regime suits you?',
      is_pinned: false,
      has_poll: true,
      options: ['Old', 'New'],
      days: '2',
      allow_multiple: false,
    })
  })

  it('OQ-083 a post needs a message, an attachment or a poll', () => {
    const empty = emptyValues()
    expect(isEmpty(empty, null, keptAttachments())).toBe(true)
    expect(isEmpty({ ...empty, message: ' \n' }, null, keptAttachments())).toBe(true)
    expect(isEmpty({ ...empty, message: 'a' }, null, keptAttachments())).toBe(false)
    expect(isEmpty({ ...empty, has_poll: true }, null, keptAttachments())).toBe(false)
    expect(isEmpty(empty, null, { ...keptAttachments(), newImages: [picture] })).toBe(false)
    expect(isEmpty(empty, null, { ...keptAttachments(), file: { kind: 'picked', file: clip } })).toBe(false)
    const bare = { ...stored, message: '', has_poll: false }
    expect(isEmpty(bare, base, keptAttachments())).toBe(false)
    expect(
      isEmpty(bare, base, {
        ...keptAttachments(),
        removedImages: samplePost.attachments.images,
        video: { kind: 'removed' },
      }),
    ).toBe(true)
  })
})

describe('what goes out', () => {
  it('POST-19 POST-21 a new post, its poll ending so many times 24 hours from now', () => {
    const values: PostFormValues = {
      ...emptyValues(),
      tags: ['Tax', 'Loans'],
      message: '  kept as typed ',
      has_poll: true,
      days: ' 3 ',
    }
    expect(newPostOf(values, now)).toEqual({
      tags: ['Loans', 'Tax'],
      message: '  kept as typed ',
      is_pinned: true,
      poll: { options: ['Yes', 'No'] },
      expires_at: '2026-11-24T12:00:00.000Z',
      allow_multiple: false,
    })
    expect(newPostOf({ ...values, has_poll: false }, now)).not.toHaveProperty('poll')
    expect(expiryOf('0', now)).toBeNull()
  })

  it('POST-22 OQ-083 only what was changed; the end of a poll only with its days', () => {
    expect(sent({})).toEqual({})
    expect(sent({ message: 'b' })).toEqual({ message: 'b' })
    expect(sent({ tags: ['Tax', 'Loans'] })).toEqual({})
    expect(sent({ tags: [] })).toEqual({ tags: [] })
    expect(sent({ options: ['Old', 'Newer'] })).toEqual({ poll: { options: ['Old', 'Newer'] } })
    expect(sent({ days: ' 2 ' })).toEqual({})
    expect(sent({ days: '5' })).toEqual({ expires_at: '2026-11-26T12:00:00.000Z' })
    expect(sent({ allow_multiple: true })).toEqual({ allow_multiple: true })
    expect(sent({ has_poll: false, allow_multiple: true })).toEqual({ poll: null })
  })

  it('POST-22 a poll that is added brings its end and its kind', () => {
    const bare = { ...samplePost, poll: null }
    const begun = baseOf(bare, now)
    const typed = { ...valuesOf(begun), has_poll: true }
    const changes = changedFields(storedEditedOf(begun), editedOf(typed, begun, keptAttachments()))
    expect(changesOf(changes, bare, typed, now)).toEqual({
      poll: { options: ['Yes', 'No'] },
      expires_at: '2026-11-22T12:00:00.000Z',
      allow_multiple: false,
    })
  })

  it('POST-22 a poll that somebody else has taken away meanwhile is made again whole', () => {
    const typed = { ...stored, options: ['Old', 'Newer'] }
    expect(changesOf({ options: typed.options }, { ...samplePost, poll: null }, typed, now)).toEqual({
      poll: { options: ['Old', 'Newer'] },
      expires_at: '2026-11-23T12:00:00.000Z',
      allow_multiple: false,
    })
  })

  it('POST-08 POST-22 removed attachments by their addresses, as far as the post still has them', () => {
    expect(sent({}, { removedImages: ['/files/b.jpg'], video: { kind: 'removed' } })).toEqual({
      remove_attachment: ['/files/b.jpg', '/files/v.webm'],
    })
    expect(changesOf({ removed_images: ['/files/gone.jpg'] }, samplePost, stored, now)).toEqual({})
    // A new video takes the place of the stored one without a word.
    expect(sent({}, { video: { kind: 'picked', file: clip } })).toEqual({})
  })

  it('POST-21 files by their part; on an edit only those that are sent', () => {
    const picked: Attachments = {
      ...keptAttachments(),
      newImages: [picture],
      video: { kind: 'picked', file: clip },
    }
    expect(filesOf(picked)).toEqual({ images: [picture], video: [clip] })
    expect(filesOf(picked, { new_images: ['file:chart.png:1:1'] })).toEqual({ images: [picture] })
    expect(filesOf(keptAttachments())).toEqual({})
    expect(imageCount(base, { ...picked, removedImages: ['/files/a.jpg'] })).toBe(2)
  })
})

it('OQ-083 votes go with options whose text is no longer there', () => {
  expect(lostVotes(stored, base)).toBe(0)
  expect(lostVotes({ ...stored, options: ['New', 'Old', 'Neither'] }, base)).toBe(0)
  expect(lostVotes({ ...stored, options: ['Old', 'Newer'] }, base)).toBe(9)
  expect(lostVotes({ ...stored, has_poll: false }, base)).toBe(13)
  expect(lostVotes(emptyValues(), null)).toBe(0)
})

it('OQ-083 judges the options and the days of a poll, each at its place', () => {
  const poll = { ...emptyValues(), has_poll: true }
  const errorsOf = (values: Partial<PostFormValues>) => formErrors({ ...poll, ...values }, null)
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ options: ['a', ' '] })).toEqual({ 'options.1': 'A poll option cannot be empty' })
  expect(errorsOf({ options: ['a', 'b', ' a '] })).toEqual({ 'options.2': 'Two poll options are the same' })
  expect(errorsOf({ options: ['a', 'b'.repeat(100)] })).toEqual({})
  expect(errorsOf({ options: ['a', 'b'.repeat(101)] })).toEqual({
    'options.1': 'Should not exceed 100 characters',
  })
  for (const days of ['1', ' 30 ', '3650']) expect(errorsOf({ days })).toEqual({})
  for (const days of ['0', '', '1.5', '-1', 'a', '1e2']) {
    expect(errorsOf({ days })).toEqual({ days: 'Enter a whole number of days, at least 1' })
  }
  for (const days of ['3651', '99999999']) {
    expect(errorsOf({ days })).toEqual({ days: 'Should not exceed 3650 days' })
  }
  expect(formErrors({ ...poll, has_poll: false, options: [''], days: '' }, null)).toEqual({})
  expect(formErrors({ ...emptyValues(), message: 'a'.repeat(20_001) }, null)).toHaveProperty('message')
})

it('POST-21 a refused path of the wire belongs to the field that shows it', () => {
  const paths = {
    message: 'message',
    tags: 'tags',
    'tags.0': 'tags',
    poll: 'options',
    'poll.options': 'options',
    'poll.options.1': 'options.1',
    expires_at: 'days',
    images: 'attachments',
    'images.0': 'attachments',
    video: 'attachments',
    file: 'attachments',
    remove_attachment: 'attachments',
  }
  for (const [path, field] of Object.entries(paths)) expect(formPathOf(path)).toBe(field)
})
