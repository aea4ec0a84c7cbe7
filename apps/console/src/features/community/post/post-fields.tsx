import { postFileRules } from '@greenroom/contract/community/post/post.schema'
import { Checkbox, Textarea } from '@mantine/core'
import { IconChartBar, IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { notify } from '../../../lib/notify.tsx'
import { Field } from '../../../ui/form-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { noteFocus, Shown } from '../../../ui/shown.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Attachments, attachFile } from './attach-file.ts'
import { attachmentFormats } from './attachment-kind.ts'
import classes from './post-editor.module.css'
import { hasAttachments, lostVotes } from './post-form-values.ts'
import { postEditorMessages as messages } from './post-messages.ts'
import { prefetchTags, TagField } from './tag-field.tsx'
import type { usePostForm } from './use-post-form.ts'

// Lazy: most posts have no poll, and its numbers need a field of their own.
const PollSection = lazyPart('post-poll', () => import('./poll-section.tsx').then((part) => part.PollSection))
// Lazy: most posts have no attachments, and the drop zone is a library of its own.
const AttachmentSection = lazyPart('post-attachments', () =>
  import('./attachment-section.tsx').then((part) => part.AttachmentSection),
)

/** Fetches the parts that a stored post fills, of any height. A failure is shown with its part. */
export async function prefetchPostParts(): Promise<void> {
  await Promise.allSettled([prefetchTags(), PollSection.preload(), AttachmentSection.preload()])
}

/** The fields of a post. The poll and the attachments open when they are wanted. */
export function PostFields({ of }: { of: ReturnType<typeof usePostForm> }) {
  const { form, base } = of
  const { values } = form
  const parts = useParts()
  const showsFiles = parts.areFilesOpen || hasAttachments(values, base) || Boolean(form.errors.attachments)
  return (
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
      <Attached of={of} parts={parts} isOpen={showsFiles} />
      <Field
        as={Checkbox}
        isCheck
        form={form}
        path="is_pinned"
        label={messages.pin}
        hint={messages.pinHint}
      />
    </div>
  )
}

interface AttachedProps {
  of: ReturnType<typeof usePostForm>
  parts: ReturnType<typeof useParts>
  isOpen: boolean
}

/** The attachments, or only the input that a button opens. */
function Attached({ of, parts, isOpen }: AttachedProps) {
  const { form, base } = of
  const { values, errors } = form
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
  if (!isOpen) return fileInput
  return (
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
          hasAttachments(values, base)
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
