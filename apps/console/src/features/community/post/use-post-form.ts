import {
  createPost,
  getPost,
  listPosts,
  listPostsOfUser,
  updatePost,
} from '@greenroom/contract/community/post/post.endpoints'
import type { Post } from '@greenroom/contract/community/post/post.schema'
import { useCall } from '../../../lib/api/hooks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { repeatValue, settleValue } from '../../../lib/repeat-value.ts'
import { multipartFiles } from '../../../shared/record/record-form/multipart-files.ts'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { postForm } from './post-form-spec.ts'
import { newPostOf, type PostFormValues, postChangesOf } from './post-form-values.ts'
import { postProgress } from './post-messages.ts'

/** The form of a post, and how it is saved. */
export function usePostForm(record: Post | null, onSaved: (post: Post) => void) {
  const create = useCall(createPost, { invalidates: [listPosts, listPostsOfUser] })
  const update = useCall(updatePost, { invalidates: [listPosts, listPostsOfUser, getPost] })
  const of = useRecordForm(postForm, record, {
    messages: postProgress,
    create: async (values, sending) => {
      const body = newPostOf(values, firstTryOf(null, values))
      const { new_images: images, video, file } = values
      const { data } = await create.call({ body, ...multipartFiles({ images, video, file }, sending) })
      settleValue('post')
      return data
    },
    update: async ({ stored, changes, version }, sending) => {
      const values = of.form.getValues()
      const body = postChangesOf(changes, stored, values, firstTryOf(stored._id, values))
      const { new_images: images, video, file } = changes
      const files = multipartFiles({ images, video, file }, sending)
      const { data } = await update.call({ params: { id: stored._id }, body, version, ...files })
      settleValue('post')
      return data
    },
    onSaved,
  })
  return of
}

/**
 * Returns the time from which a poll's days count. A retry after a lost response counts from the first try: with another
 * end of its poll it would be another post, and the idempotency key would not match (OQ-029).
 */
function firstTryOf(id: string | null, values: PostFormValues): Date {
  return new Date(
    repeatValue('post', JSON.stringify([id, values]), () => new Date(serverNow()).toISOString()),
  )
}
