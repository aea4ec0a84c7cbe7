import { mostPostImages, type Post, postMessages } from '@greenroom/contract/post/post.schema'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { formatTime } from '../../lib/dates.ts'
import { readCredential } from '../../lib/session.ts'
import { isSame } from '../../shared/edit-conflict/merge-edits.ts'
import { useEditConflict } from '../../shared/edit-conflict/use-edit-conflict.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormField, focusFirstField } from '../../ui/form-field.tsx'
import { ProblemNotice, RestoredNotice, SendingNotice } from '../../ui/form-notice.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { AttachmentSection } from './attachment-section.tsx'
import { PollSection } from './poll-section.tsx'
import { labelConflicts } from './post-conflicts.tsx'
import { type PostDraft, postDraft } from './post-draft.ts'
import classes from './post-editor.module.css'
import { formErrors } from './post-form-errors.ts'
import {
  type Attachments,
  baseOf,
  editedOf,
  emptyValues,
  formPathOf,
  imageCount,
  isEmpty,
  keptAttachments,
  type PostBase,
  type PostFormValues,
  valuesOf,
} from './post-form-values.ts'
import { editorWords as words } from './post-messages.ts'
import { usePostSave } from './post-save.ts'
import { TagPicker } from './tag-picker.tsx'
import { useLeaveEdit } from './use-leave-edit.tsx'

interface PostEditorProps {
  /** The post that is edited; null makes a new one (POST-13). */
  record: Post | null
  /** It is saved, deleted or unchanged: the posts are to be shown. */
  onDone: () => void
  onCancel: () => void
}

/** The editor of a post (POST-10 to POST-14, POST-16 to POST-20). */
export function PostEditor({ record, onDone, onCancel }: PostEditorProps) {
  const id = record?._id ?? null
  const [restored, setRestored] = useState(() => postDraft.read(id))
  // What was loaded: an edit that is taken up again is still compared with what it began from.
  const [base, setBase] = useState<PostBase | null>(
    () => restored?.base ?? (record && baseOf(record, new Date())),
  )
  const [attachments, setAttachments] = useState<Attachments>(() => attachmentsOf(restored))
  const [isSaving, setSaving] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wasRefused, setWasRefused] = useState(false)

  const judge = (values: PostFormValues) => formErrors(values, base)
  const form = useForm<PostFormValues>({
    initialValues: restored?.values ?? startOf(base),
    validate: judge,
    validateInputOnBlur: true,
  })
  const { values } = form
  const lost = lostOf(restored, attachments)
  const isDirty = !isSame(
    editedOf(values, base, attachments),
    editedOf(startOf(base), base, keptAttachments()),
  )
  const release = useUnsavedChanges(isDirty)
  const leaving = useLeaveEdit(id, isDirty)
  const save = usePostSave()
  const conflict = useEditConflict()

  const screen = useRef<HTMLDivElement>(null)
  const isBusy = useRef(false)
  // Fields to focus once their errors are drawn.
  const [wanted, setWanted] = useState<readonly string[]>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record counts only while nothing is typed
  useEffect(() => {
    if (record === null || base === null || record.version === base.post.version || isDirty) return
    const newer = baseOf(record, new Date())
    setBase(newer)
    form.setInitialValues(valuesOf(newer))
    form.setValues(valuesOf(newer))
  }, [record])

  // Kept at every change, because a session can end while a field is being filled (OQ-012).
  const lostNames = lost.join()
  useEffect(() => {
    if (isBusy.current) return
    if (!isDirty) return postDraft.clear(id)
    postDraft.write(id, { values, attachments: marksOf(attachments, lostNames.split(',')), base })
  }, [id, values, attachments, lostNames, base, isDirty])

  // Who leaves by choice has been asked; after the end of a session it is offered again.
  useEffect(
    () => () => {
      if (readCredential() !== null) postDraft.clear(id)
    },
    [id],
  )

  useLayoutEffect(() => {
    if (!wanted) return
    if (screen.current) focusFirstField(screen.current, wanted)
    setWanted(undefined)
  }, [wanted])

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    setWanted(Object.keys(errors))
  }

  const finish = () => {
    postDraft.clear(id)
    release()
    leaving.release()
    onDone()
  }

  /** Marks the fields that the server named; what no field shows is said above the form. */
  const mend = (reason: unknown) => {
    setWasRefused(true)
    const errors: Record<string, string> = {}
    const others: string[] = []
    for (const { path, message } of reason instanceof ApiError ? reason.errors : []) {
      const field = formPathOf(path)
      if (screen.current?.querySelector(`[data-field="${CSS.escape(field)}"]`)) errors[field] ??= message
      else others.push(message)
    }
    if (Object.keys(errors).length > 0) showErrors(errors)
    if (others.length > 0 || Object.keys(errors).length === 0) {
      setProblem(others.length > 0 ? others.join(' ') : failureMessage(reason))
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy.current) return
    setProblem(null)
    setWasRefused(false)
    const current = form.getValues()
    if (isEmpty(current, base, attachments)) return
    const errors = judge(current)
    if (imageCount(base, attachments) > mostPostImages) errors.attachments = postMessages.tooManyImages
    if (Object.keys(errors).length > 0) return showErrors(errors)
    if (base && !isDirty) return finish()
    isBusy.current = true
    setSaving(true)
    try {
      const entered = { values: current, attachments, onProgress: setShare }
      const saved = base
        ? await save.update(base, entered, (conflicts) =>
            conflict.ask(labelConflicts(conflicts, attachments)),
          )
        : await save.create(entered)
      if (saved !== null) finish()
    } catch (reason) {
      // A session that ended has led to the sign-in screen already.
      if (readCredential() !== null) mend(reason)
    } finally {
      isBusy.current = false
      setSaving(false)
      setShare(null)
    }
  }

  const remove = async (post: Post) => {
    await save.remove(post._id)
    finish()
  }

  /** An edit that is left is asked about on its way; a new post would only be put aside. */
  const cancel = () => {
    if (base === null && isDirty) setCancelling(true)
    else onCancel()
  }
  const discard = () => {
    const begun = record && baseOf(record, new Date())
    setRestored(null)
    setBase(begun)
    setAttachments(keptAttachments())
    form.setValues(startOf(begun))
    form.clearErrors()
    setProblem(null)
    setWasRefused(false)
  }

  const status = wasRefused ? 'not-saved' : isDirty ? 'unsaved' : undefined
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {base && <p className={classes.editing}>{words.editing(formatTime(base.post.created_at))}</p>}
      {restored && <RestoredNotice lost={lost} onDiscard={discard} />}
      {problem && <ProblemNotice message={problem} />}
      {share !== null && share < 1 && <SendingNotice label={words.sending} share={share} />}
      <div ref={screen}>
        <FormSection title={words.contentSection} hint={words.contentHint}>
          <FormField path="tags">
            <TagPicker
              value={values.tags}
              onChange={(tags) => form.setFieldValue('tags', tags)}
              error={form.errors.tags}
            />
          </FormField>
          <FormField path="message">
            <Textarea
              label={words.message}
              placeholder={words.placeholder}
              autosize
              minRows={5}
              maxRows={16}
              {...form.getInputProps('message')}
            />
          </FormField>
        </FormSection>
        <AttachmentSection
          stored={base?.post.attachments ?? null}
          attachments={attachments}
          onChange={(next) => {
            setAttachments(next)
            form.clearFieldError('attachments')
          }}
          disabled={isSaving}
          error={form.errors.attachments}
        />
        <PollSection form={form} base={base} />
        <FormSection title={words.pinSection}>
          <FormField path="is_pinned">
            <Checkbox
              label={words.pin}
              description={words.pinHint}
              {...form.getInputProps('is_pinned', { type: 'checkbox' })}
            />
          </FormField>
        </FormSection>
      </div>
      <div className={classes.bar}>
        <div className={classes.inner}>
          <span className={classes.status} role="status">
            {status && (
              <>
                <StatusGlyph shape="dot" tone={status === 'unsaved' ? 'warn' : 'bad'} size={9} />
                {status === 'unsaved' ? words.unsaved : words.notSaved}
              </>
            )}
          </span>
          {base && (
            <Button
              size="md"
              variant="subtle"
              className={classes.delete}
              disabled={isSaving}
              onClick={() => setDeleting(true)}
            >
              {words.delete}
            </Button>
          )}
          <Button size="md" variant="subtle" disabled={isSaving} onClick={cancel}>
            {words.cancel}
          </Button>
          <BusyButton
            size="md"
            type="submit"
            busy={isSaving}
            disabled={isEmpty(values, base, attachments)}
            // The focus stays in its field until the click: the words that a blur brings would move the button away.
            onMouseDown={(event) => event.preventDefault()}
          >
            {base ? words.update : words.post}
          </BusyButton>
        </div>
      </div>
      {base && (
        <ConfirmDialog
          opened={isDeleting}
          title={words.deleteTitle}
          onConfirm={() => remove(base.post)}
          onClose={() => setDeleting(false)}
        >
          {words.deleteEffect(base.post.comment_count)}
        </ConfirmDialog>
      )}
      <ConfirmDialog
        opened={isCancelling}
        title={words.leaveTitle}
        onConfirm={async () => {
          discard()
          onCancel()
        }}
        onClose={() => setCancelling(false)}
      >
        {words.cancelEffect}
      </ConfirmDialog>
      {leaving.question}
      {conflict.dialog}
    </form>
  )
}

function startOf(base: PostBase | null): PostFormValues {
  return base ? valuesOf(base) : emptyValues()
}

function attachmentsOf(draft: PostDraft | null): Attachments {
  const kept = keptAttachments()
  if (draft === null) return kept
  const { removedImages, video, file } = draft.attachments
  return {
    ...kept,
    removedImages,
    ...(video === 'removed' ? { video: { kind: 'removed' } as const } : {}),
    ...(file === 'removed' ? { file: { kind: 'removed' } as const } : {}),
  }
}

type Lost = 'the images' | 'the video' | 'the file'

/** What had been picked and could not be kept, until it is picked again. */
function lostOf(draft: PostDraft | null, { newImages, video, file }: Attachments): Lost[] {
  if (draft === null) return []
  const before = draft.attachments
  return [
    ...(before.hadNewImages && newImages.length === 0 ? (['the images'] as const) : []),
    ...(before.video === 'picked' && video.kind === 'kept' ? (['the video'] as const) : []),
    ...(before.file === 'picked' && file.kind === 'kept' ? (['the file'] as const) : []),
  ]
}

/** What is kept of the attachments; a file that was lost stays lost until it is picked again. */
function marksOf(
  { removedImages, newImages, video, file }: Attachments,
  lost: readonly string[],
): PostDraft['attachments'] {
  return {
    removedImages: [...removedImages],
    hadNewImages: newImages.length > 0 || lost.includes('the images'),
    video: lost.includes('the video') ? 'picked' : video.kind,
    file: lost.includes('the file') ? 'picked' : file.kind,
  }
}
