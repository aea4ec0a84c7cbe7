import { expect, it } from 'vitest'
import { draftPost } from './post-draft.ts'
import { emptyPostValues, type PostFormValues, postValuesOf } from './post-form-values.ts'
import { samplePost } from './post-test-data.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const chart = new File(['x'], 'chart.jpg', { type: 'image/jpeg' })
const clip = new File(['x'], 'clip.webm', { type: 'video/webm' })
const notes = new File(['x'], 'notes.pdf', { type: 'application/pdf' })
const files = new Map([chart, clip, notes].map((file) => [`file:${file.name}`, file]))

function draft(values: Partial<PostFormValues>, base: typeof samplePost | null = null) {
  return draftPost({
    values: { ...(base ? postValuesOf(base, now) : emptyPostValues()), ...values },
    base,
    author: samplePost.user,
    now,
    fileOf: (mark) => files.get(mark as string),
    // The object URL of the clip has not been created yet.
    urlOf: (file) => (file === clip ? undefined : `blob:${file.name}`),
  })
}

it('shows a new post with its picked files under object URLs (OQ-221)', () => {
  const post = draft({
    message: 'Which one?',
    tags: ['Tax'],
    new_images: ['file:chart.jpg', 'file:gone.jpg'],
    video: 'file:clip.webm',
    file: 'file:notes.pdf',
  })
  expect(post).toMatchObject({ message: 'Which one?', tags: ['Tax'], poll: null, user: samplePost.user })
  expect(post.created_at).toBe(now.toISOString())
  expect(post.attachments).toEqual({
    images: ['blob:chart.jpg'],
    video: null,
    audio: null,
    file: 'notes.pdf',
  })
})

it('shows an edit with the images that it keeps, and the stored time and video (OQ-221)', () => {
  const post = draft({ removed_images: ['/files/a.jpg'], new_images: ['file:chart.jpg'] }, samplePost)
  expect(post.created_at).toBe(samplePost.created_at)
  expect(post.attachments.images).toEqual(['/files/b.jpg', 'blob:chart.jpg'])
  expect(post.attachments.video).toBe('/files/v.webm')
})

it('shows a poll without blank and equal options, ending after the typed days (OQ-221)', () => {
  expect(draft({ has_poll: true, options: ['Yes', ' ', ' Yes '], days: '3' }).poll).toEqual({
    options: [{ option: 'Yes', votes: 0 }],
    expires_at: '2026-11-24T12:00:00.000Z',
    allow_multiple: false,
  })
  expect(draft({ has_poll: true, days: 'x' }).poll?.expires_at).toBe('2026-11-22T12:00:00.000Z')
})

it('keeps the votes of unchanged options and the end of an unchanged poll (OQ-221)', () => {
  const { poll } = draft({ options: ['Old', 'Newer'] }, samplePost)
  expect(poll?.options).toEqual([
    { option: 'Old', votes: 4 },
    { option: 'Newer', votes: 0 },
  ])
  expect(poll?.expires_at).toBe(samplePost.poll?.expires_at)
})
