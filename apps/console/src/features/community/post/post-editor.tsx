import {
  getPost,
  listPosts,
  listPostsOfUser,
  removePost,
} from '@greenroom/contract/community/post/post.endpoints'
import type { Post } from '@greenroom/contract/community/post/post.schema'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useSeenRecord } from '../../../shared/record/edit-conflict/use-seen-record.ts'
import { yesOrNo } from '../../../shared/record/question/yes-or-no.ts'
import { RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { restoringFrom } from '../../../shared/record/undo/undo.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import classes from './post-editor.module.css'
import { PostFields } from './post-fields.tsx'
import { isEmptyPost } from './post-form-values.ts'
import { postEditorMessages as messages, postProgress } from './post-messages.ts'
import { PostPreview } from './post-preview.tsx'
import { usePostForm } from './use-post-form.ts'

const ConfirmDialog = lazyDialog('confirm', () =>
  import('../../../shared/record/question/confirm-dialog.tsx').then((part) => part.ConfirmDialog),
)

interface PostEditorProps {
  /** The post to edit; null creates one (POST-13). */
  record: Post | null
  /** Called once the post is saved, or when there was nothing to save. */
  onSaved: (post: Post) => void
  onDeleted: () => void
  onCancel: () => void
}

/** The editor of a post, beside its preview on a wide screen (POST-10 to POST-14, POST-16 to POST-20, OQ-221). */
export function PostEditor({ record, onSaved, onDeleted, onCancel }: PostEditorProps) {
  const of = usePostForm(record, onSaved)
  const [question, setQuestion] = useState<'delete' | 'cancel'>()
  const { form, base } = of
  const isEmpty = isEmptyPost(form.values, base)
  const showsPreview = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false })

  // The layout asks about an edit, because Cancel leaves its address. A new post would only be hidden.
  const cancel = () => {
    if (base === null && of.isDirty && !of.isSaving) setQuestion('cancel')
    else onCancel()
  }

  return (
    <>
      <RecordFormPage
        of={of}
        isWide
        onSubmit={() => {
          if (!isEmpty) void of.submit('save')
        }}
        onCancel={cancel}
        header={base && <p className={classes.editing}>{messages.editing(formatTime(base.created_at))}</p>}
        actions={
          <>
            {base && (
              <Button
                size="md"
                variant="subtle"
                className="gr-delete"
                disabled={of.isSaving}
                onClick={() => setQuestion('delete')}
              >
                {messages.delete}
              </Button>
            )}
            <Button size="md" variant="subtle" onClick={cancel}>
              {messages.cancel}
            </Button>
            <SubmitButton busy={of.isSaving} disabled={isEmpty}>
              {base ? messages.update : messages.post}
            </SubmitButton>
          </>
        }
      >
        <div className={classes.columns} data-preview={showsPreview || undefined}>
          <PostFields of={of} />
          {showsPreview && <PostPreview values={form.values} base={base} fileOf={of.fileOf} />}
        </div>
      </RecordFormPage>
      <PostQuestions
        of={of}
        asked={question}
        onDeleted={onDeleted}
        onCancel={onCancel}
        onClose={() => setQuestion(undefined)}
      />
    </>
  )
}

interface PostQuestionsProps {
  of: ReturnType<typeof usePostForm>
  asked: 'delete' | 'cancel' | undefined
  onDeleted: () => void
  onCancel: () => void
  onClose: () => void
}

/** Asks before a post is deleted, and before a new one is given up. */
function PostQuestions({ of, asked, onDeleted, onCancel, onClose }: PostQuestionsProps) {
  const { base } = of
  // Not the deleted post itself: refetching it would show an error.
  const remove = useCall(removePost, { invalidates: [listPosts, listPostsOfUser] })
  const client = useQueryClient()
  // Once asked it stays mounted, so that it can fade out.
  const [hasAsked, setHasAsked] = useState(false)
  if (asked !== undefined && !hasAsked) setHasAsked(true)
  // The version and the comments that the question about a deletion names.
  const seen = useSeenRecord({ version: base?.version ?? 0, comment_count: base?.comment_count ?? 0 })
  const isShown = useIsShown()
  const deletePost = async ({ _id: id, version, comment_count: comments }: Post) => {
    const work = seen.during(remove.call({ params: { id }, body: { comments }, version }))
    await notify.progress(work, postProgress.remove, {
      undo: ({ data }) => restoringFrom(client, data.bin_id, [listPosts, listPostsOfUser, getPost]),
    })
    of.forget()
    of.release()
    if (isShown.current) onDeleted()
  }
  if (!hasAsked) return null
  return (
    <>
      {base && (
        <ConfirmDialog
          opened={asked === 'delete'}
          title={messages.deleteTitle}
          {...yesOrNo}
          describeFailure={failureMessage}
          onConfirm={() => deletePost({ ...base, ...seen.record })}
          onClose={onClose}
        >
          {messages.deleteEffect(seen.record.comment_count)}
        </ConfirmDialog>
      )}
      <ConfirmDialog
        opened={asked === 'cancel'}
        title={messages.cancelTitle}
        confirmLabel={messages.cancelConfirm}
        cancelLabel={messages.cancelStay}
        onConfirm={async () => {
          of.reset()
          onCancel()
        }}
        onClose={onClose}
      >
        {messages.cancelEffect}
      </ConfirmDialog>
    </>
  )
}
