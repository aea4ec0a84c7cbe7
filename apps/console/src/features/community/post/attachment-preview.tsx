import { IconFile, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { pictureSource } from '../../../lib/api/stored-file.ts'
import media from '../../../shared/community/post-view/post-media.module.css'
import { PostFile, PostPlayer } from '../../../shared/community/post-view/post-media.tsx'
import { formatFileSize } from '../../../ui/file-size.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PicturePreview } from '../../../ui/picture-preview.tsx'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import classes from './attachment-preview.module.css'
import { postEditorMessages as messages } from './post-messages.ts'

interface PickedProps {
  file: File
  onRemove: () => void
}

interface StoredProps {
  /** The URL of the stored attachment. */
  address: string
  onRemove: () => void
}

/** A stored image. */
export function StoredImage({ address, place, ...rest }: StoredProps & { place: number }) {
  return (
    <ImageTile {...rest} name={messages.storedImage(place)}>
      <PicturePreview source={pictureSource(address)} alt="" caption={messages.storedImage(place)} />
    </ImageTile>
  )
}

/** A picked image. */
export function PickedImage({ file, ...rest }: PickedProps) {
  const url = useObjectUrl(file)
  return (
    <ImageTile {...rest} name={file.name}>
      {url && (
        <PicturePreview
          source={{ src: url }}
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
  onRemove,
  children,
}: {
  name: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li className={classes.tile}>
      {children}
      <RemoveButton name={name} onRemove={onRemove} className={classes.onTile} />
    </li>
  )
}

/** The stored video. */
export function StoredVideo({ address, onRemove }: StoredProps) {
  return (
    <div className={classes.media}>
      <PostPlayer kind="video" address={address} />
      <RemoveButton name={messages.storedVideo} onRemove={onRemove} className={classes.onTile} />
    </div>
  )
}

/** A picked video, which can be played before it is sent. */
export function PickedVideo({ file, onRemove }: PickedProps) {
  const url = useObjectUrl(file)
  const [failed, setFailed] = useState(false)
  return (
    <div className={media.file}>
      {url && !failed && (
        // biome-ignore lint/a11y/useMediaCaption: a video that was just picked has no captions
        <video
          className={media.video}
          src={url}
          aria-label={messages.previewOf(file.name)}
          controls
          playsInline
          preload="metadata"
          onError={() => setFailed(true)}
        />
      )}
      <FileRow file={file} onRemove={onRemove} note={failed && messages.cannotPlay} />
    </div>
  )
}

/** The stored file. */
export function StoredFile({ address, onRemove }: StoredProps) {
  return (
    <div className={classes.withButton}>
      <PostFile address={address} />
      <RemoveButton name={messages.storedFile} onRemove={onRemove} />
    </div>
  )
}

/** A picked file: a PDF in the browser's viewer if it has one, any other with name and size (POST-17). */
export function PickedFile({ file, onRemove }: PickedProps) {
  const isPdf = file.type === 'application/pdf'
  const url = useObjectUrl(isPdf && navigator.pdfViewerEnabled ? file : null)
  return (
    <div className={media.file}>
      <FileRow file={file} onRemove={onRemove} />
      {url && (
        <iframe
          className={media.preview}
          src={`${url}#toolbar=0&navpanes=0&view=FitH`}
          title={messages.previewOf(file.name)}
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
      <span className="gr-grow">
        <span className="gr-block gr-ellipsis" title={file.name}>
          {file.name}
        </span>
        <span className="gr-block gr-fine gr-faint gr-num">
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
  onRemove,
  className,
}: {
  name: string
  onRemove: () => void
  className?: string | undefined
}) {
  return (
    <IconButton
      label={messages.remove(name)}
      icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
      onClick={onRemove}
      className={className}
    />
  )
}
