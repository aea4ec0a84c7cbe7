import { describe, expect, it } from 'vitest'
import { changedFields } from '../../../shared/record/edit-conflict/merge-edits.ts'
import { postErrors } from './post-form-errors.ts'
import {
  editedPostOf,
  emptyPostValues,
  expiryOf,
  imageCount,
  isEmptyPost,
  lostVotes,
  newPostOf,
  type PostFormValues,
  postChangesOf,
  postFieldOf,
  postValuesOf,
} from './post-form-values.ts'
import { samplePost } from './post-test-data.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const stored = postValuesOf(samplePost, now)
const picked = 'file:clip.webm:1:1'

/** The body that an edit of the sample sends for these changes. */
function sent(values: Partial<PostFormValues>) {
  const typed = { ...stored, ...values }
  const changes = changedFields(editedPostOf(stored, samplePost), editedPostOf(typed, samplePost))
  return postChangesOf(changes, samplePost, typed, now)
}

describe('the editor', () => {
  it('starts pinned, with Yes and No for one day as the poll (POST-11, POST-18)', () => {
    expect(emptyPostValues()).toMatchObject({
      is_pinned: true,
      has_poll: false,
      options: ['Yes', 'No'],
      days: '1',
      allow_multiple: false,
    })
  })

  it('shows the remaining days of a stored poll, at least one (POST-20, OQ-083)', () => {
    expect(stored.days).toBe('2')
    expect(postValuesOf(samplePost, new Date('2026-11-23T09:59:59.000Z')).days).toBe('1')
    expect(postValuesOf(samplePost, new Date('2027-01-01T00:00:00.000Z')).days).toBe('1')
    expect(stored).toEqual({
      tags: ['Loans', 'Tax'],
      message: 'Which regime suits you?',
      is_pinned: false,
      has_poll: true,
      options: ['Old', 'New'],
      days: '2',
      stored_days: '2',
      allow_multiple: false,
      removed_images: [],
      new_images: [],
      video: '/files/v.webm',
      file: null,
    })
  })

  it('keeps the end of a poll with unchanged days, even a day later (POST-20)', () => {
    const later = postValuesOf(samplePost, new Date('2026-11-22T12:00:00.000Z'))
    expect(later.days).toBe('1')
    expect(editedPostOf(later, samplePost)).toEqual(editedPostOf(stored, samplePost))
  })

  it('requires a message, an attachment or a poll (OQ-083)', () => {
    const empty = emptyPostValues()
    expect(isEmptyPost(empty, null)).toBe(true)
    expect(isEmptyPost({ ...empty, message: ' \n' }, null)).toBe(true)
    expect(isEmptyPost({ ...empty, message: 'a' }, null)).toBe(false)
    expect(isEmptyPost({ ...empty, has_poll: true }, null)).toBe(false)
    expect(isEmptyPost({ ...empty, new_images: [picked] }, null)).toBe(false)
    expect(isEmptyPost({ ...empty, file: picked }, null)).toBe(false)
    const bare = { ...stored, message: '', has_poll: false }
    expect(isEmptyPost(bare, samplePost)).toBe(false)
    const removed = { removed_images: samplePost.attachments.images, video: null }
    expect(isEmptyPost({ ...bare, ...removed }, samplePost)).toBe(true)
  })

  it('counts stored, removed and picked images (POST-16)', () => {
    expect(imageCount(samplePost, { removed_images: ['/files/a.jpg'], new_images: [picked] })).toBe(2)
  })
})

describe('the body', () => {
  it('of a new post ends the poll that many times 24 hours from now (POST-19, POST-21)', () => {
    const values: PostFormValues = {
      ...emptyPostValues(),
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

  it('of an edit has only changed fields, and the end of a poll only with changed days (POST-22, OQ-083)', () => {
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

  it('of an added poll has its end and whether several answers are allowed (POST-22)', () => {
    const bare = { ...samplePost, poll: null }
    const loaded = postValuesOf(bare, now)
    const typed = { ...loaded, has_poll: true }
    const changes = changedFields(editedPostOf(loaded, bare), editedPostOf(typed, bare))
    expect(postChangesOf(changes, bare, typed, now)).toEqual({
      poll: { options: ['Yes', 'No'] },
      expires_at: '2026-11-22T12:00:00.000Z',
      allow_multiple: false,
    })
  })

  it('of an edited poll that someone else has removed since creates the whole poll (POST-22)', () => {
    const typed = { ...stored, options: ['Old', 'Newer'] }
    expect(postChangesOf({ options: typed.options }, { ...samplePost, poll: null }, typed, now)).toEqual({
      poll: { options: ['Old', 'Newer'] },
      expires_at: '2026-11-23T12:00:00.000Z',
      allow_multiple: false,
    })
  })

  it('names removed attachments by URL, if the post still has them (POST-08, POST-22)', () => {
    expect(sent({ removed_images: ['/files/b.jpg'], video: null })).toEqual({
      remove_attachment: ['/files/b.jpg', '/files/v.webm'],
    })
    expect(postChangesOf({ removed_images: ['/files/gone.jpg'] }, samplePost, stored, now)).toEqual({})
    // A new video replaces the stored one, which needs no removal.
    expect(sent({ video: picked })).toEqual({})
  })
})

it('counts the votes of removed and changed options (OQ-083)', () => {
  expect(lostVotes(stored, samplePost)).toBe(0)
  expect(lostVotes({ ...stored, options: ['New', 'Old', 'Neither'] }, samplePost)).toBe(0)
  expect(lostVotes({ ...stored, options: ['Old', 'Newer'] }, samplePost)).toBe(9)
  expect(lostVotes({ ...stored, has_poll: false }, samplePost)).toBe(13)
  expect(lostVotes(emptyPostValues(), null)).toBe(0)
})

it('validates the options and the days of a poll, each at its field (OQ-083)', () => {
  const poll = { ...emptyPostValues(), has_poll: true }
  const errorsOf = (values: Partial<PostFormValues>) => postErrors({ ...poll, ...values }, null)
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ options: ['a', ' '] })).toEqual({ 'options.1': "A poll option can't be empty" })
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
  expect(postErrors({ ...poll, has_poll: false, options: [''], days: '' }, null)).toEqual({})
  expect(postErrors({ ...emptyPostValues(), message: 'a'.repeat(20_001) }, null)).toHaveProperty('message')
  const tooMany = Array.from({ length: 9 }, (_, place) => `file:${place}`)
  expect(postErrors({ ...stored, new_images: tooMany }, samplePost)).toHaveProperty('attachments')
})

it('shows a server error at the field of its path (POST-21)', () => {
  const paths = {
    message: 'message',
    tags: 'tags',
    'tags.0': 'tags',
    poll: 'options',
    'poll.options': 'options',
    'poll.options.1': 'options.1',
    'poll.options.7': 'options',
    expires_at: 'days',
    images: 'attachments',
    'images.0': 'attachments',
    video: 'attachments',
    file: 'attachments',
    remove_attachment: 'attachments',
    unknown: undefined,
  }
  for (const [path, field] of Object.entries(paths)) expect(postFieldOf(path, stored)).toBe(field)
  expect(postFieldOf('poll.options.1', { ...stored, has_poll: false })).toBeUndefined()
})
