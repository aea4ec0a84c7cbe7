import { IconFile, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { fileAddress } from '../../lib/api/stored-file.ts'
import { PostFile, PostVideo } from '../../shared/post-view/post-media.tsx'
import { formatFileSize } from '../../ui/file-size.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PicturePreview } from '../../ui/picture-preview.tsx'
import classes from './attachment-preview.module.css'
import { editorWords as words } from './post-messages.ts'

interface PickedProps {
  file: File
  disabled: boolean
  onRemove: () => void
}

interface StoredProps {
  /** The address of the stored attachment. */
  address: string
  disabled: boolean
  onRemove: () => void
}

/** An image that the post has. */
export function StoredImage({ address, place, ...rest }: StoredProps & { place: number }) {
  return (
    <ImageTile {...rest} name={words.storedImage(place)}>
      <PicturePreview src={fileAddress(address)} alt="" caption={words.storedImage(place)} />
    </ImageTile>
  )
}

/** An image that was picked here. */
export function PickedImage({ file, ...rest }: PickedProps) {
  const url = useObjectUrl(file)
  return (
    <ImageTile {...rest} name={file.name}>
      {url && (
        <PicturePreview
          src={url}
          alt=""
          title={`${file.name}, ${formatFileSize(file.size)}`}
          caption={file.name}
        />
      )}
    </ImageTile>
  )
}

function ImageTile({
  name,
  disabled,
  onRemove,
  children,
}: {
  name: string
  disabled: boolean
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li className={classes.tile}>
      {children}
      <RemoveButton name={name} disabled={disabled} onRemove={onRemove} className={classes.onTile} />
    </li>
  )
}

/** The video that the post has. */
export function StoredVideo({ address, disabled, onRemove }: StoredProps) {
  return (
    <div className={classes.media}>
      <PostVideo address={address} />
      <RemoveButton
        name={words.storedVideo}
        disabled={disabled}
        onRemove={onRemove}
        className={classes.onTile}
      />
    </div>
  )
}

/** A video that was picked here: it plays before it is sent. */
export function PickedVideo({ file, disabled, onRemove }: PickedProps) {
  const url = useObjectUrl(file)
  const [failed, setFailed] = useState(false)
  return (
    <div className={classes.stack}>
      {url && !failed && (
        // biome-ignore lint/a11y/useMediaCaption: a video that was just picked has no captions
        <video
          className={classes.video}
          src={url}
          aria-label={words.previewOf(file.name)}
          controls
          playsInline
          preload="metadata"
          onError={() => setFailed(true)}
        />
      )}
      <FileRow file={file} disabled={disabled} onRemove={onRemove} note={failed && words.cannotPlay} />
    </div>
  )
}

/** The file that the post has. */
export function StoredFile({ address, disabled, onRemove }: StoredProps) {
  return (
    <div className={classes.withButton}>
      <PostFile address={address} />
      <RemoveButton name={words.storedFile} disabled={disabled} onRemove={onRemove} />
    </div>
  )
}

/** A file that was picked here: a PDF in the browser's own viewer where it has one, another by name and size (POST-17). */
export function PickedFile({ file, disabled, onRemove }: PickedProps) {
  const isPdf = file.type === 'application/pdf'
  const url = useObjectUrl(isPdf && navigator.pdfViewerEnabled ? file : null)
  return (
    <div className={classes.stack}>
      <FileRow file={file} disabled={disabled} onRemove={onRemove} />
      {url && (
        <iframe
          className={classes.document}
          src={`${url}#toolbar=0&navpanes=0&view=FitH`}
          title={words.previewOf(file.name)}
        />
      )}
    </div>
  )
}

function FileRow({ file, note, ...rest }: PickedProps & { note?: ReactNode }) {
  const Kind = file.type === 'application/pdf' ? IconFileTypePdf : IconFile
  return (
    <div className={classes.row}>
      <Kind size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.facts}>
        <span className={classes.name} title={file.name}>
          {file.name}
        </span>
        <span className={classes.size}>
          {formatFileSize(file.size)}
          {note && ` · ${note}`}
        </span>
      </span>
      <RemoveButton name={file.name} {...rest} />
    </div>
  )
}

function RemoveButton({
  name,
  disabled,
  onRemove,
  className,
}: {
  name: string
  disabled: boolean
  onRemove: () => void
  className?: string | undefined
}) {
  return (
    <IconButton
      label={words.remove(name)}
      icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
      disabled={disabled}
      onClick={onRemove}
      className={className}
    />
  )
}

/** An address under which the browser shows a picked file, for as long as it is shown. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file === null) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [file])
  return url
}
