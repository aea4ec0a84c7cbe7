import { Post } from '@greenroom/contract/post/post.schema'
import * as z from 'zod/mini'
import { formDraft } from '../../shared/form-draft/form-draft.ts'
import { PostFormValues } from './post-form-values.ts'

const choice = z.enum(['kept', 'removed', 'picked'])

const PostDraft = z.object({
  values: PostFormValues,
  /** A file cannot be kept: picked ones have to be picked again (OQ-012). */
  attachments: z.object({
    removedImages: z.array(z.string()),
    hadNewImages: z.boolean(),
    video: choice,
    file: choice,
  }),
  /** What an edit was based on, so that it is still compared with that and not with what others saved since. */
  base: z.nullable(z.object({ post: Post, days: z.string() })),
})
export type PostDraft = z.output<typeof PostDraft>

/** What was entered in the editor: kept while it is not saved, over the end of a session. */
export const postDraft = formDraft('post', PostDraft)
