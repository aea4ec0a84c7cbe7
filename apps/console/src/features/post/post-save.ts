import {
  createPost,
  getPost,
  listPosts,
  listPostsOfUser,
  removePost,
  updatePost,
} from '@greenroom/contract/post/post.endpoints'
import { Post } from '@greenroom/contract/post/post.schema'
import * as z from 'zod/mini'
import { useCall } from '../../lib/api/hooks.ts'
import { minuteMs } from '../../lib/minute.ts'
import { notify } from '../../lib/notify.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEditInToast } from '../../shared/edit-conflict/save-edit-in-toast.ts'
import {
  type Attachments,
  baseOf,
  changesOf,
  type EditedPost,
  editedOf,
  filesOf,
  newPostOf,
  type PostBase,
  type PostFormValues,
  storedEditedOf,
} from './post-form-values.ts'
import { postProgress } from './post-messages.ts'

interface Entered {
  values: PostFormValues
  attachments: Attachments
  /** Told how much of the picked files has gone out, from 0 to 1. */
  onProgress: (share: number) => void
}

type Ask = (conflicts: FieldConflict<EditedPost>[]) => Promise<ReadonlySet<string> | null>

/** The editor's writes, each with its toast (POST-29). */
export function usePostSave() {
  const create = useCall(createPost, { invalidates: [listPosts, listPostsOfUser] })
  const update = useCall(updatePost, { invalidates: [listPosts, listPostsOfUser, getPost] })
  // Not the post itself: it is gone, and asking for it anew would show an error.
  const remove = useCall(removePost, { invalidates: [listPosts, listPostsOfUser] })

  return {
    /** @throws ApiError */
    async create({ values, attachments, onProgress }: Entered): Promise<Post> {
      const files = filesOf(attachments)
      const answer = await notify.progress(
        create.call({
          body: newPostOf(values, firstTryOf(null, values)),
          ...withProgress(files, onProgress),
        }),
        postProgress.create,
        { isShownOnScreen: true },
      )
      firstTry = undefined
      return answer.data
    },

    /**
     * Saves the changed fields and merges them with what others saved meanwhile (OQ-109).
     * @returns the saved post; null when the person went back to the form
     * @throws ApiError
     */
    async update(
      base: PostBase,
      { values, attachments, onProgress }: Entered,
      ask: Ask,
    ): Promise<Post | null> {
      let stored: Post = base.post
      return saveEditInToast<EditedPost, Post>(
        {
          loaded: { values: storedEditedOf(base), version: base.post.version },
          typed: editedOf(values, base, attachments),
          save: async (changes, version) => {
            const { data } = await update.call({
              params: { id: base.post._id },
              body: changesOf(changes, stored, values, firstTryOf(base.post._id, values)),
              version,
              ...withProgress(filesOf(attachments, changes), onProgress),
            })
            firstTry = undefined
            return data
          },
          read: (record) => {
            stored = z.parse(Post, record)
            return { values: storedEditedOf(baseOf(stored, new Date())), version: stored.version }
          },
          ask,
        },
        postProgress.update,
      )
    },

    /** @throws ApiError */
    async remove(id: string): Promise<void> {
      await notify.progress(remove.call({ params: { id } }), postProgress.remove)
    },
  }
}

/** After an hour the days are better counted anew than the post made once. */
const repeatTime = 60 * minuteMs
let firstTry: { of: string; at: Date } | undefined

/**
 * The moment from which a poll's days count. A post that is sent again after a lost answer counts from its first try:
 * with another end of its poll it would be another post (OQ-029).
 */
function firstTryOf(id: string | null, values: PostFormValues): Date {
  const of = JSON.stringify([id, values])
  const now = new Date()
  if (firstTry?.of !== of || now.getTime() - firstTry.at.getTime() > repeatTime) firstTry = { of, at: now }
  return firstTry.at
}

function withProgress(files: ReturnType<typeof filesOf>, onProgress: (share: number) => void) {
  return Object.keys(files).length > 0 ? { files, onProgress } : {}
}
