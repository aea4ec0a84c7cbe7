import { Input } from '@mantine/core'
import { IconFile, IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { DropZone } from './drop-zone.tsx'
import classes from './file-drop.module.css'
import { formatFileSize } from './file-size.ts'
import { LightButton } from './light-button.tsx'
import { Picture, type PictureSource } from './picture.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useObjectUrl } from './use-object-url.ts'

interface FileDropProps {
  label: ReactNode
  /** The file picked here; null when there is none. */
  file: File | null
  /** A saved picture, shown until another is picked or it is removed. */
  saved?: { name: string; picture: PictureSource } | null
  onPick: (file: File) => void
  /** Removes the picked file, or the saved one if none is picked. */
  onRemove?: () => void
  /** MIME types with their extensions: {'image/png': ['.png']}. */
  accept: Record<string, readonly string[]>
  /**
   * Validates a file before it is picked.
   * @returns the message if it is refused
   */
  refuse?: (file: File) => string | undefined
  /** Label of the button: "Choose an image". */
  actionLabel?: string
  /** What is accepted: "JPG, PNG or WEBP, up to 100 MB". */
  hint?: string
  required?: boolean
  error?: ReactNode
}

/** A field for one file by drop or choice: its whole picture, name and size, with Replace and Remove. */
export function FileDrop({
  label,
  file,
  saved = null,
  onPick,
  onRemove,
  accept,
  refuse,
  actionLabel = 'Choose an image',
  hint,
  required,
  error,
}: FileDropProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const picked = useObjectUrl(file?.type.startsWith('image/') ? file : null)
  const savedPicture = file ? undefined : saved?.picture
  const picture = picked === undefined ? savedPicture : { src: picked }
  const [undrawable, setUndrawable] = useState<string>()
  const isUndrawable = picture !== undefined && picture.src === undrawable
  const shown = file
    ? { name: file.name, detail: formatFileSize(file.size) }
    : saved && { name: saved.name, detail: 'Saved' }
  const message = refusal ?? error
  const Kind = isUndrawable ? IconPhotoOff : IconFile
  const { chooser, keepFocus } = useKeptFocus()

  const drop = useFileDrop({
    accept,
    multiple: false,
    onPick: ([accepted], [refused]) => {
      // The message of the caller's rule names the format.
      const candidate = accepted ?? refused
      if (!candidate) return
      const message = refuse?.(candidate) ?? (accepted ? undefined : hint && `Only ${hint}.`)
      setRefusal(message)
      if (message !== undefined || !accepted) return
      keepFocus()
      onPick(accepted)
    },
  })
  const remove = () => {
    setRefusal(undefined)
    keepFocus()
    onRemove?.()
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      required={required}
      error={message}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      <input {...drop.inputProps} aria-labelledby={`${id}-label`} />
      {shown ? (
        <div {...drop.zoneProps} className={classes.field}>
          <div className={classes.shown} data-over={drop.isOver || undefined}>
            <div className={classes.preview}>
              <Picture
                source={picture ?? null}
                alt=""
                width={320}
                height={180}
                fallback={<Kind size={20} stroke={1.5} aria-hidden="true" />}
                onFail={setUndrawable}
              />
            </div>
            <div className="gr-shrink">
              <p className="gr-ellipsis" title={shown.name}>
                {shown.name}
              </p>
              <p className="gr-fine gr-faint gr-num">
                {shown.detail}
                {isUndrawable && ' · No preview'}
              </p>
              <div className={classes.actions}>
                <LightButton
                  ref={chooser}
                  aria-label={`Replace ${shown.name}`}
                  aria-describedby={message ? `${id}-error` : undefined}
                  onClick={drop.open}
                >
                  Replace
                </LightButton>
                {onRemove && (
                  <LightButton aria-label={`Remove ${shown.name}`} onClick={remove}>
                    Remove
                  </LightButton>
                )}
              </div>
            </div>
          </div>
        </div>
      ) : (
        <DropZone
          drop={drop}
          button={{
            ref: chooser,
            id: `${id}-choose`,
            'aria-describedby': message ? `${id}-error` : undefined,
            'aria-labelledby': `${id}-choose ${id}-label`,
            children: actionLabel,
          }}
          orDrop="or drop it here"
          release="Drop to upload"
          hint={hint && !drop.isOver && <span className="gr-fine gr-faint">{hint}</span>}
          invalid={Boolean(message)}
        />
      )}
    </Input.Wrapper>
  )
}

/** Focuses the button that chooses a file, if the focused button has disappeared with a pick or a removal. */
function useKeptFocus() {
  const chooser = useRef<HTMLButtonElement>(null)
  const isWanted = useRef(false)
  useLayoutEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    if (document.activeElement === document.body) chooser.current?.focus({ preventScroll: true })
  })
  const keepFocus = () => {
    isWanted.current = true
  }
  return { chooser, keepFocus }
}
