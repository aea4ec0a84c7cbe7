import {
  createPost,
  getPost,
  listPosts,
  listPostsOfUser,
  removePost,
  updatePost,
} from '@greenroom/contract/community/post/post.endpoints'
import { type Post, postFileRules } from '@greenroom/contract/community/post/post.schema'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChartBar, IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { repeatValue, settleValue } from '../../../lib/repeat-value.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useSeenRecord } from '../../../shared/record/edit-conflict/use-seen-record.ts'
import { multipartFiles } from '../../../shared/record/record-form/multipart-files.ts'
import { RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { restoringFrom } from '../../../shared/record/undo/undo.ts'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { Field } from '../../../ui/form-field.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { noteFocus, Shown } from '../../../ui/shown.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Attachments, attachFile } from './attach-file.ts'
import { attachmentFormats } from './attachment-kind.ts'
import classes from './post-editor.module.css'
import { postForm } from './post-form-spec.ts'
import {
  hasAttachments,
  isEmptyPost,
  lostVotes,
  newPostOf,
  type PostFormValues,
  postChangesOf,
} from './post-form-values.ts'
import { postEditorMessages as messages, postProgress } from './post-messages.ts'
import { PostPreview } from './post-preview.tsx'
import { prefetchTags, TagField } from './tag-field.tsx'

// Lazy: most posts have no poll, and its numbers need a field of their own.
const PollSection = lazyPart('post-poll', () => import('./poll-section.tsx').then((part) => part.PollSection))
const ConfirmDialog = lazyDialog('confirm', () =>
  import('../../../shared/record/question/confirm-dialog.tsx').then((part) => part.ConfirmDialog),
)
// Lazy: most posts have no attachments, and the drop zone is a library of its own.
const AttachmentSection = lazyPart('post-attachments', () =>
  import('./attachment-section.tsx').then((part) => part.AttachmentSection),
)

/** Fetches the parts that a stored post fills, of any height. A failure is shown with its part. */
export async function prefetchPostParts(): Promise<void> {
  await Promise.allSettled([prefetchTags(), PollSection.preload(), AttachmentSection.preload()])
}

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
  const create = useCall(createPost, { invalidates: [listPosts, listPostsOfUser] })
  const update = useCall(updatePost, { invalidates: [listPosts, listPostsOfUser, getPost] })
  // Not the deleted post itself: refetching it would show an error.
  const remove = useCall(removePost, { invalidates: [listPosts, listPostsOfUser] })
  const client = useQueryClient()
  const [question, setQuestion] = useState<'delete' | 'cancel'>()
  // Once asked it stays mounted, so that it can fade out.
  const [hasAsked, setHasAsked] = useState(false)
  if (question !== undefined && !hasAsked) setHasAsked(true)

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
  const { form, base } = of
  // The version and the comments that the question about a deletion names.
  const seen = useSeenRecord({ version: base?.version ?? 0, comment_count: base?.comment_count ?? 0 })
  const { values, errors } = form
  const isEmpty = isEmptyPost(values, base)
  const parts = useParts()
  const hasFiles = hasAttachments(values, base)
  const showsFiles = parts.areFilesOpen || hasFiles || Boolean(errors.attachments)
  const showsPreview = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false })

  const changeFiles = (changes: Partial<Attachments>) => {
    form.setValues(changes)
    form.clearFieldError('attachments')
    // Removing the last attachment leaves the part open.
    parts.openFiles(true)
  }
  const refuse = (reason: string) => {
    parts.openFiles(true)
    form.setFieldError('attachments', reason)
    if (reason === postFileRules.file.tooLarge) notify.error(reason)
  }
  const attach = (file: File) => {
    const changes = attachFile(file, form.getValues(), base, of.pickFile)
    if ('refusal' in changes) refuse(changes.refusal)
    else changeFiles(changes)
  }
  // The part has its own, for dropped files too.
  const fileInput = (
    <input
      type="file"
      hidden
      aria-label={messages.attachmentSection}
      accept={attachmentFormats}
      onChange={({ currentTarget: { files } }) => files?.[0] && attach(files[0])}
    />
  )

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
  // The layout asks about an edit, because Cancel leaves its address. A new post would only be hidden.
  const cancel = () => {
    if (base === null && of.isDirty && !of.isSaving) setQuestion('cancel')
    else onCancel()
  }

  return (
    <>
      <RecordFormPage
        of={of}
        width="wide"
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
          <div ref={parts.fields} className={classes.fields}>
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
            <Field as={TagField} form={form} path="tags" disabled={of.isSaving} />
            {!(values.has_poll && showsFiles) && (
              <div className={classes.add}>
                {!values.has_poll && (
                  <LightButton
                    data-add="poll"
                    icon={<IconChartBar size={16} stroke={1.5} aria-hidden="true" />}
                    onPointerEnter={() => void PollSection.preload().catch(() => {})}
                    onClick={() => {
                      form.setFieldValue('has_poll', true)
                      parts.noteOpening('poll')
                    }}
                  >
                    {messages.pollSection}
                  </LightButton>
                )}
                {!showsFiles && (
                  <LightButton
                    data-add="files"
                    icon={<IconPaperclip size={16} stroke={1.5} aria-hidden="true" />}
                    onPointerEnter={() => void AttachmentSection.preload().catch(() => {})}
                    onClick={() => {
                      parts.openFiles(true)
                      parts.noteOpening('files')
                    }}
                  >
                    {messages.addAttachments}
                  </LightButton>
                )}
              </div>
            )}
            {(values.has_poll || lostVotes(values, base) > 0) && (
              <PartBoundary fallback={<Skeleton height={206} />}>
                <PollSection form={form} base={base} onRemove={() => parts.focus('[data-add="poll"]')} />
                {parts.opening?.part === 'poll' && (
                  <Shown onShown={() => parts.focusOpened('[data-field="options.0"] input')} />
                )}
              </PartBoundary>
            )}
            {showsFiles ? (
              <PartBoundary fallback={<AttachmentSkeleton>{fileInput}</AttachmentSkeleton>}>
                <AttachmentSection
                  stored={base?.attachments ?? null}
                  values={values}
                  fileOf={of.fileOf}
                  onPick={attach}
                  onRefuse={refuse}
                  onChange={changeFiles}
                  error={errors.attachments}
                  onClose={
                    hasFiles
                      ? undefined
                      : () => {
                          parts.openFiles(false)
                          form.clearFieldError('attachments')
                          parts.focus('[data-add="files"]')
                        }
                  }
                />
                {parts.opening?.part === 'files' && (
                  <Shown onShown={() => parts.focusOpened('[data-field="attachments"] button')} />
                )}
              </PartBoundary>
            ) : (
              fileInput
            )}
            <Field
              as={Checkbox}
              isCheck
              form={form}
              path="is_pinned"
              label={messages.pin}
              hint={messages.pinHint}
            />
          </div>
          {showsPreview && <PostPreview values={values} base={base} fileOf={of.fileOf} />}
        </div>
      </RecordFormPage>
      {base && hasAsked && (
        <ConfirmDialog
          opened={question === 'delete'}
          title={messages.deleteTitle}
          describeFailure={failureMessage}
          onConfirm={() => deletePost({ ...base, ...seen.record })}
          onClose={() => setQuestion(undefined)}
        >
          {messages.deleteEffect(seen.record.comment_count)}
        </ConfirmDialog>
      )}
      {hasAsked && (
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
      )}
    </>
  )
}

function AttachmentSkeleton({ children }: { children: ReactNode }) {
  return (
    <Loading label={messages.attachmentsLoading}>
      {children}
      <Skeleton height={206} />
    </Loading>
  )
}

/** Which parts are open, and the focus when one opens or closes. */
function useParts() {
  const [areFilesOpen, openFiles] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const [wanted, focus] = useState<string>()
  // The part that a button has opened, whose script may come late.
  const [opening, setOpening] = useState<{ part: 'poll' | 'files'; isFocusFree: () => boolean }>()
  useLayoutEffect(() => {
    if (wanted === undefined) return
    focus(undefined)
    const control = fields.current?.querySelector<HTMLElement>(wanted)
    control?.focus()
    // Typing replaces the default option.
    if (control instanceof HTMLInputElement) control.select()
  }, [wanted])
  return {
    fields,
    areFilesOpen,
    openFiles,
    focus,
    opening,
    noteOpening: (part: 'poll' | 'files') => setOpening({ part, isFocusFree: noteFocus() }),
    focusOpened: (selector: string) => {
      if (opening?.isFocusFree()) focus(selector)
      setOpening(undefined)
    },
  }
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
