import { mostPostImages, type Post, postFileRules, postMessages } from '@greenroom/contract/post/post.schema'
import { IconCloudUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { notify } from '../../lib/notify.tsx'
import { fileMark } from '../../shared/image-field/image-choice.ts'
import { FieldHint } from '../../ui/field-hint.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { attachmentFormats, judgeAttachment } from './attachment-kind.ts'
import {
  PickedFile,
  PickedImage,
  PickedVideo,
  StoredFile,
  StoredImage,
  StoredVideo,
} from './attachment-preview.tsx'
import classes from './attachment-section.module.css'
import type { Attachments } from './post-form-values.ts'
import { editorWords as words } from './post-messages.ts'

interface AttachmentSectionProps {
  /** The attachments that the post has; null for a new post. */
  stored: Post['attachments'] | null
  attachments: Attachments
  onChange: (attachments: Attachments) => void
  disabled: boolean
  error: ReactNode
}

/** Images, a video and a file: picked or dropped one at a time, shown, and each removable (POST-10, POST-16, POST-17). */
export function AttachmentSection({
  stored,
  attachments,
  onChange,
  disabled,
  error,
}: AttachmentSectionProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const chooser = useRef<HTMLButtonElement>(null)
  const { removedImages, newImages, video, file } = attachments
  const keptImages = (stored?.images ?? []).filter((image) => !removedImages.includes(image))
  const message = refusal ?? error

  const pick = (picked: File) => {
    const judged = judgeAttachment(picked)
    if ('refusal' in judged) return refuse(judged.refusal)
    if (judged.kind !== 'images') {
      setRefusal(undefined)
      return onChange({ ...attachments, [judged.kind]: { kind: 'picked', file: picked } })
    }
    if (keptImages.length + newImages.length >= mostPostImages) return refuse(postMessages.tooManyImages)
    setRefusal(undefined)
    // The same picture picked twice is one.
    if (newImages.some((image) => fileMark(image) === fileMark(picked))) return
    onChange({ ...attachments, newImages: [...newImages, picked] })
  }
  const refuse = (reason: string) => {
    setRefusal(reason)
    if (reason === postFileRules.file.tooLarge) notify.error(reason)
  }
  const remove = (next: Partial<Attachments>) => {
    setRefusal(undefined)
    onChange({ ...attachments, ...next })
    // What had the focus goes with its attachment.
    chooser.current?.focus()
  }

  const drop = useDropzone({
    disabled,
    multiple: false,
    noKeyboard: true,
    onDrop: ([accepted], rejected) => {
      if (accepted) pick(accepted)
      else if (rejected.length > 0) refuse(words.oneAtATime)
    },
  })

  return (
    <FormSection title={words.attachmentSection} hint={words.attachmentHint}>
      <FormField path="attachments">
        <input
          {...drop.getInputProps({ 'aria-label': words.attachmentSection, tabIndex: -1 })}
          accept={attachmentFormats}
        />
        <div
          {...drop.getRootProps({ role: undefined, tabIndex: undefined })}
          className={classes.zone}
          data-over={drop.isDragActive || undefined}
          data-invalid={Boolean(message) || undefined}
          data-disabled={disabled || undefined}
        >
          <IconCloudUpload size={22} stroke={1.5} aria-hidden="true" />
          {drop.isDragActive ? (
            <span>{words.drop}</span>
          ) : (
            <span>
              <button
                ref={chooser}
                type="button"
                className={classes.choose}
                aria-describedby={message ? `${id}-error` : undefined}
                disabled={disabled}
              >
                {words.choose}
              </button>{' '}
              {words.orDrop}
            </span>
          )}
          <span className={classes.formats}>{words.formats}</span>
        </div>
        {message && (
          <p className={classes.error} id={`${id}-error`} role="alert">
            {message}
          </p>
        )}
      </FormField>

      {keptImages.length + newImages.length > 0 && (
        <ul className={classes.images} aria-label={words.images}>
          {keptImages.map((image) => (
            <StoredImage
              key={image}
              address={image}
              place={(stored?.images.indexOf(image) ?? 0) + 1}
              disabled={disabled}
              onRemove={() => remove({ removedImages: [...removedImages, image] })}
            />
          ))}
          {newImages.map((image) => (
            <PickedImage
              key={fileMark(image)}
              file={image}
              disabled={disabled}
              onRemove={() => remove({ newImages: newImages.filter((one) => one !== image) })}
            />
          ))}
        </ul>
      )}

      {video.kind === 'picked' ? (
        <div>
          <PickedVideo
            key={fileMark(video.file)}
            file={video.file}
            disabled={disabled}
            onRemove={() => remove({ video: { kind: 'kept' } })}
          />
          <Hint>{stored?.video ? words.takesVideo : words.replacesVideo}</Hint>
        </div>
      ) : (
        stored?.video &&
        video.kind === 'kept' && (
          <div>
            <StoredVideo
              address={stored.video}
              disabled={disabled}
              onRemove={() => remove({ video: { kind: 'removed' } })}
            />
            <Hint>{words.replacesVideo}</Hint>
          </div>
        )
      )}

      {file.kind === 'picked' ? (
        <div>
          <PickedFile
            key={fileMark(file.file)}
            file={file.file}
            disabled={disabled}
            onRemove={() => remove({ file: { kind: 'kept' } })}
          />
          <Hint>{stored?.file ? words.takesFile : words.replacesFile}</Hint>
        </div>
      ) : (
        stored?.file &&
        file.kind === 'kept' && (
          <div>
            <StoredFile
              address={stored.file}
              disabled={disabled}
              onRemove={() => remove({ file: { kind: 'removed' } })}
            />
            <Hint>{words.replacesFile}</Hint>
          </div>
        )
      )}
    </FormSection>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <p className={classes.hint}>
      <FieldHint>{children}</FieldHint>
    </p>
  )
}
