import {
  createPost,
  getPost,
  listPosts,
  listPostsOfUser,
  removePost,
  updatePost,
} from '@greenroom/contract/post/post.endpoints'
import type { Post } from '@greenroom/contract/post/post.schema'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../lib/api/hooks.ts'
import { formatTime } from '../../lib/dates.ts'
import { minuteMs } from '../../lib/minute.ts'
import { notify } from '../../lib/notify.tsx'
import { multipartFiles } from '../../shared/record-form/multipart-files.ts'
import { RecordFormPage } from '../../shared/record-form/record-form-page.tsx'
import { useRecordForm } from '../../shared/record-form/use-record-form.tsx'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { AttachmentSection } from './attachment-section.tsx'
import { PollSection } from './poll-section.tsx'
import classes from './post-editor.module.css'
import { postForm } from './post-form-spec.ts'
import { isEmptyPost, newPostOf, type PostFormValues, postChangesOf } from './post-form-values.ts'
import { postEditorMessages as messages, postProgress } from './post-messages.ts'
import { TagPicker } from './tag-picker.tsx'

interface PostEditorProps {
  /** The post to edit; null creates one (POST-13). */
  record: Post | null
  /** Called once the post is saved or deleted, or when there was nothing to save. */
  onDone: () => void
  onCancel: () => void
}

/** The editor of a post (POST-10 to POST-14, POST-16 to POST-20). */
export function PostEditor({ record, onDone, onCancel }: PostEditorProps) {
  const create = useCall(createPost, { invalidates: [listPosts, listPostsOfUser] })
  const update = useCall(updatePost, { invalidates: [listPosts, listPostsOfUser, getPost] })
  // Not the deleted post itself: refetching it would show an error.
  const remove = useCall(removePost, { invalidates: [listPosts, listPostsOfUser] })
  const [question, setQuestion] = useState<'delete' | 'cancel'>()

  const of = useRecordForm(postForm, record, {
    messages: postProgress,
    // The editor of a new post stays mounted while other tabs are shown.
    ...(record === null ? {} : { parameter: 'id' }),
    create: async (values, sending) => {
      const body = newPostOf(values, firstTryOf(null, values))
      const { new_images: images, video, file } = values
      const { data } = await create.call({ body, ...multipartFiles({ images, video, file }, sending) })
      firstTry = undefined
      return data
    },
    update: async ({ stored, changes, version }, sending) => {
      const values = of.form.getValues()
      const body = postChangesOf(changes, stored, values, firstTryOf(stored._id, values))
      const { new_images: images, video, file } = changes
      const files = multipartFiles({ images, video, file }, sending)
      const { data } = await update.call({ params: { id: stored._id }, body, version, ...files })
      firstTry = undefined
      return data
    },
    onSaved: onDone,
  })
  const { form, base } = of
  const { values, errors } = form
  const isEmpty = isEmptyPost(values, base)

  const deletePost = async ({ _id: id }: Post) => {
    await notify.progress(remove.call({ params: { id } }), postProgress.remove)
    of.forget()
    of.release()
    onDone()
  }
  // The layout asks about an edit, because Cancel leaves its address. A new post would only be hidden.
  const cancel = () => {
    if (base === null && of.isDirty && !of.isSaving) setQuestion('cancel')
    else onCancel()
  }

  return (
    <>
      <RecordFormPage
        of={of}
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
        <FormSection title={messages.contentSection} hint={messages.contentHint}>
          <Field as={TagPicker} form={form} path="tags" />
          <Field
            as={Textarea}
            form={form}
            path="message"
            label={messages.message}
            placeholder={messages.placeholder}
            autosize
            minRows={5}
            maxRows={16}
          />
        </FormSection>
        <AttachmentSection
          stored={base?.attachments ?? null}
          values={values}
          fileOf={of.fileOf}
          pickFile={of.pickFile}
          onChange={(changes) => {
            form.setValues(changes)
            form.clearFieldError('attachments')
          }}
          error={errors.attachments}
        />
        <PollSection form={form} base={base} />
        <FormSection title={messages.pinSection}>
          <Field
            as={Checkbox}
            isCheck
            form={form}
            path="is_pinned"
            label={messages.pin}
            hint={messages.pinHint}
          />
        </FormSection>
      </RecordFormPage>
      {base && (
        <ConfirmDialog
          opened={question === 'delete'}
          title={messages.deleteTitle}
          onConfirm={() => deletePost(base)}
          onClose={() => setQuestion(undefined)}
        >
          {messages.deleteEffect(base.comment_count)}
        </ConfirmDialog>
      )}
      <ConfirmDialog
        opened={question === 'cancel'}
        title={messages.cancelTitle}
        onConfirm={async () => {
          of.reset()
          onCancel()
        }}
        onClose={() => setQuestion(undefined)}
      >
        {messages.cancelEffect}
      </ConfirmDialog>
    </>
  )
}

/** After an hour the poll's days count from the retry, even if that creates the post twice. */
const longestRetryMs = 60 * minuteMs
let firstTry: { of: string; at: Date } | undefined

/**
 * Returns the time from which a poll's days count. A retry after a lost response counts from the first try: with another
 * end of its poll it would be another post, and the idempotency key would not match (OQ-029).
 */
function firstTryOf(id: string | null, values: PostFormValues): Date {
  const of = JSON.stringify([id, values])
  const now = new Date()
  if (firstTry?.of !== of || now.getTime() - firstTry.at.getTime() > longestRetryMs)
    firstTry = { of, at: now }
  return firstTry.at
}
