import { Input } from '@mantine/core'
import { IconFile, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { DropZone } from './drop-zone.tsx'
import classes from './file-drop.module.css'
import { formatFileSize } from './file-size.ts'
import { IconButton } from './icon-button.tsx'
import { Picture, type PictureSource } from './picture.tsx'
import { SendProgress } from './send-progress.tsx'
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
  disabled?: boolean
  error?: ReactNode
  /** Fraction that has been uploaded, from 0 to 1. */
  progress?: number
  /** A picture may fill the drop zone instead of a row. */
  appearance?: 'row' | 'tile'
}

/** A field for one file by drop or choice. The file is shown with its picture, its size and a remove button. */
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
  disabled,
  error,
  progress,
  appearance = 'row',
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
  // A tile is directly below the label, which already names the saved file.
  const isNamedByLabel = appearance === 'tile' && file === null
  const message = refusal ?? error
  const Kind = isUndrawable ? IconPhotoOff : IconFile

  const drop = useDropzone({
    accept,
    disabled,
    multiple: false,
    noKeyboard: true,
    onDrop: ([accepted], [rejected]) => {
      // Replace the browser's own message with the one of the caller's rule.
      const candidate = accepted ?? rejected?.file
      if (!candidate) return
      const message = refuse?.(candidate) ?? (accepted ? undefined : hint && `Only ${hint}.`)
      setRefusal(message)
      if (message === undefined && accepted) onPick(accepted)
    },
  })
  const remove = () => {
    setRefusal(undefined)
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
      <input {...drop.getInputProps({ 'aria-labelledby': `${id}-label`, tabIndex: -1 })} />
      {shown ? (
        <div
          {...drop.getRootProps({
            role: undefined,
            tabIndex: undefined,
            onClick: (event) => event.stopPropagation(),
          })}
          className={appearance === 'tile' && picture && !isUndrawable ? classes.tile : classes.row}
        >
          <span className={classes.thumbnail}>
            <Picture
              className="gr-cover"
              source={picture ?? null}
              alt=""
              width={appearance === 'tile' ? 400 : 44}
              height={appearance === 'tile' ? 225 : 32}
              fallback={<Kind size={16} stroke={1.5} aria-hidden="true" />}
              onFail={setUndrawable}
            />
          </span>
          <div className={classes.facts}>
            <button
              type="button"
              className={classes.name}
              title={`${shown.name}: replace`}
              aria-label={isNamedByLabel ? `Replace ${shown.name}` : undefined}
              onClick={drop.open}
              disabled={disabled}
            >
              {isNamedByLabel ? 'Replace' : shown.name}
            </button>
            {progress === undefined ? (
              <span className={classes.detail}>
                {shown.detail}
                {isUndrawable && ' · No preview'}
              </span>
            ) : (
              <SendProgress className={classes.progress} share={progress} label={`Sending ${shown.name}`} />
            )}
          </div>
          {progress !== undefined && <span className={classes.detail}>{Math.round(progress * 100)}%</span>}
          {onRemove && progress === undefined && (
            <IconButton
              label={`Remove ${shown.name}`}
              icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
              onClick={remove}
              disabled={disabled}
              className={classes.remove}
            />
          )}
        </div>
      ) : (
        <DropZone
          drop={drop}
          button={{
            id: `${id}-choose`,
            'aria-describedby': message ? `${id}-error` : undefined,
            'aria-labelledby': `${id}-choose ${id}-label`,
            children: actionLabel,
          }}
          orDrop="or drop it here"
          release="Drop to upload"
          hint={hint && !drop.isDragActive && <span className="gr-fine gr-faint">{hint}</span>}
          invalid={Boolean(message)}
          disabled={disabled}
        />
      )}
    </Input.Wrapper>
  )
}
