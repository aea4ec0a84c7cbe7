import { Post } from '@greenroom/contract/community/post/post.schema'
import { serverNow } from '../../../lib/clock.ts'
import { formatTime } from '../../../lib/dates.ts'
import type { FieldLabel, RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { postErrors } from './post-form-errors.ts'
import {
  type EditedPost,
  editedPostOf,
  emptyPostValues,
  PostFormValues,
  postFieldOf,
  postValuesOf,
  typedDaysOf,
} from './post-form-values.ts'

const list: FieldLabel['show'] = (values: string[]) => (values.length > 0 ? values.join(', ') : 'Empty')

/** The form of a post (POST-10 to POST-14, POST-17 to POST-22). */
export const postForm: RecordForm<PostFormValues, Post, EditedPost> = {
  name: 'post',
  record: Post,
  values: PostFormValues,
  empty: emptyPostValues,
  valuesOf: (post) => postValuesOf(post, new Date(serverNow())),
  editedOf: editedPostOf,
  errors: (values, { base }) => postErrors(values, base),
  fieldOf: postFieldOf,
  labels: {
    tags: { label: 'Tags', show: list },
    message: { label: 'Message' },
    is_pinned: { label: 'Pinned' },
    options: { label: 'Poll options', show: list },
    expiry: { label: 'End of the poll', show: endOf },
    allow_multiple: { label: 'Several answers' },
    removed_images: { label: 'Removed images', show: list },
    new_images: { label: 'Images' },
    video: { label: 'Video', show: () => 'The stored video' },
    file: { label: 'File', show: () => 'The stored file' },
  },
}

function endOf(expiry: string): string {
  const days = typedDaysOf(expiry)
  if (days === undefined) return formatTime(expiry)
  return days === '1' ? '1 day from now' : `${days} days from now`
}
