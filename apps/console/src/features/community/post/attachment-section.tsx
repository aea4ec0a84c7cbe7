import type { Post } from '@greenroom/contract/community/post/post.schema'
import { type ReactNode, useId, useRef } from 'react'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import type { Attachments } from './attach-file.ts'
import { attachmentFormats } from './attachment-kind.ts'
import {
  PickedFile,
  PickedImage,
  PickedVideo,
  StoredFile,
  StoredImage,
  StoredVideo,
} from './attachment-preview.tsx'
import classes from './attachment-section.module.css'
import { postEditorMessages as messages } from './post-messages.ts'
import { PostPart } from './post-part.tsx'

interface AttachmentSectionProps {
  /** The attachments that the post has; null for a new post. */
  stored: Post['attachments'] | null
  values: Attachments
  fileOf: (mark: unknown) => File | undefined
  onPick: (file: File) => void
  onRefuse: (reason: string) => void
  /** Called with the attachments that a removal leaves. */
  onChange: (changes: Partial<Attachments>) => void
  /** Why a file was refused, or what is wrong with the attachments. */
  error: ReactNode
  /** If undefined, the section stays open: the post has attachments. */
  onClose: (() => void) | undefined
}

/** Images, a video and a file: picked or dropped one at a time, previewed, and removable (POST-10, POST-16, POST-17). */
export function AttachmentSection({
  stored,
  values,
  fileOf,
  onPick,
  onRefuse,
  onChange,
  error,
  onClose,
}: AttachmentSectionProps) {
  const id = useId()
  const chooser = useRef<HTMLButtonElement>(null)
  const { removed_images, new_images } = values
  const keptImages = (stored?.images ?? []).filter((image) => !removed_images.includes(image))

  const remove = (changes: Partial<Attachments>) => {
    onChange(changes)
    // The focused button disappears with its attachment.
    chooser.current?.focus()
  }

  const drop = useFileDrop({
    multiple: false,
    onPick: ([accepted], refused) => {
      if (accepted) onPick(accepted)
      else if (refused.length > 0) onRefuse(messages.oneAtATime)
    },
  })

  return (
    <PostPart
      title={messages.attachmentSection}
      hint={messages.attachmentHint}
      closeLabel={messages.closeAttachments}
      onClose={onClose}
    >
      <FormField path="attachments">
        <input {...drop.inputProps} aria-label={messages.attachmentSection} accept={attachmentFormats} />
        <DropZone
          drop={drop}
          button={{
            ref: chooser,
            'aria-describedby': error ? `${id}-error` : undefined,
            children: messages.choose,
          }}
          orDrop={messages.orDrop}
          release={messages.drop}
          hint={<span className="gr-fine gr-faint">{messages.formats}</span>}
          invalid={Boolean(error)}
        />
        {error && (
          <p className="gr-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
      </FormField>

      {keptImages.length + new_images.length > 0 && (
        <ul className={classes.images} aria-label={messages.images}>
          {keptImages.map((image) => (
            <StoredImage
              key={image}
              address={image}
              place={(stored?.images.indexOf(image) ?? 0) + 1}
              onRemove={() => remove({ removed_images: [...removed_images, image] })}
            />
          ))}
          {new_images.map((mark) => {
            const file = fileOf(mark)
            return (
              file && (
                <PickedImage
                  key={mark}
                  file={file}
                  onRemove={() => remove({ new_images: new_images.filter((one) => one !== mark) })}
                />
              )
            )
          })}
        </ul>
      )}
      <OneAttachment
        kind="video"
        stored={stored?.video ?? null}
        value={values.video}
        fileOf={fileOf}
        onChange={(video) => remove({ video })}
      />
      <OneAttachment
        kind="file"
        stored={stored?.file ?? null}
        value={values.file}
        fileOf={fileOf}
        onChange={(file) => remove({ file })}
      />
    </PostPart>
  )
}

const views = {
  video: {
    Picked: PickedVideo,
    Stored: StoredVideo,
    replaces: messages.replacesVideo,
    replacesStored: messages.replacesStoredVideo,
  },
  file: {
    Picked: PickedFile,
    Stored: StoredFile,
    replaces: messages.replacesFile,
    replacesStored: messages.replacesStoredFile,
  },
} as const

interface OneAttachmentProps {
  kind: keyof typeof views
  stored: string | null
  /** The stored URL, the mark of a picked file, or null. */
  value: string | null
  fileOf: AttachmentSectionProps['fileOf']
  onChange: (value: string | null) => void
}

/** The video or the file of a post: removing a picked one brings the stored one back. */
function OneAttachment({ kind, stored, value, fileOf, onChange }: OneAttachmentProps) {
  const { Picked, Stored, replaces, replacesStored } = views[kind]
  const file = fileOf(value)
  if (file) {
    return (
      <div>
        <Picked key={value} file={file} onRemove={() => onChange(stored)} />
        <Hint>{stored === null ? replaces : replacesStored}</Hint>
      </div>
    )
  }
  if (stored === null || value !== stored) return null
  return (
    <div>
      <Stored address={stored} onRemove={() => onChange(null)} />
      <Hint>{replaces}</Hint>
    </div>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <p className={classes.hint}>
      <FieldHint>{children}</FieldHint>
    </p>
  )
}
