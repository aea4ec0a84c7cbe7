import { emptyFile } from '@greenroom/contract/file-rule'
import { extensionsByType } from '@greenroom/contract/file-type'
import {
  type Banner,
  bannerFileRule,
  bannerFilesTotal,
  bannerMessages,
  mostBannerFiles,
} from '@greenroom/contract/marketing/banner/banner.schema'
import { Input } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { pictureSource } from '../../../lib/api/stored-file.ts'
import { fileMark } from '../../../shared/field/image-field/file-mark.ts'
import label from '../../../ui/counted-label.module.css'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { formatFileSize } from '../../../ui/file-size.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { PictureSource } from '../../../ui/picture.tsx'
import { PicturePreview } from '../../../ui/picture-preview.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { useObjectUrl } from '../../../ui/use-object-url.ts'
import classes from './banner-files-field.module.css'
import { bannerFormMessages } from './banner-messages.ts'

type StoredFile = Banner['files'][number]

interface BannerFilesFieldProps {
  /** The stored files to keep. */
  stored: readonly StoredFile[]
  /** Sizes of the stored files in bytes, by URL, as far as known. */
  sizes: ReadonlyMap<string, number>
  picked: readonly File[]
  /** Total size of all files. */
  usedBytes: number
  /** Called with files of an accepted type and of any size. */
  onPick: (files: File[]) => void
  /** Called with the URL of a stored file or the marker of a picked one. */
  onRemove: (file: string) => void
  error?: ReactNode
}

/** The files of a banner with previews and remove buttons, and a drop zone (BAN-05, BAN-10, BAN-11). */
export function BannerFilesField({
  stored,
  sizes,
  picked,
  usedBytes,
  onPick,
  onRemove,
  error,
}: BannerFilesFieldProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const choose = useRef<HTMLButtonElement>(null)
  const message = refusal ?? error
  const count = stored.length + picked.length

  const drop = useFileDrop({
    accept: accepted,
    multiple: true,
    onPick: (good, bad) => {
      const known = new Set(picked.map(fileMark))
      const fresh = good.filter((file) => !known.has(fileMark(file)))
      if (count + fresh.length > mostBannerFiles) return setRefusal(bannerMessages.tooManyFiles)
      const filled = fresh.filter((file) => file.size > 0)
      if (bad.length > 0) setRefusal(bannerMessages.wrongType)
      else setRefusal(filled.length < fresh.length ? emptyFile : undefined)
      if (filled.length > 0) onPick(filled)
    },
  })

  const remove = (file: string) => {
    setRefusal(undefined)
    onRemove(file)
    // The focused button disappears with its file.
    choose.current?.focus()
  }

  return (
    <Input.Wrapper
      label={
        <>
          {bannerFormMessages.files}
          {/* Not before the total is known: as it grows, the text would move. */}
          <span className={label.count} hidden={stored.some(({ url }) => !sizes.has(url))}>
            {bannerFormMessages.used(formatFileSize(usedBytes), formatFileSize(bannerFilesTotal.maxBytes))}
          </span>
        </>
      }
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      required
      error={message}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      {/* Keep the file button first: a field with an error focuses its first button. */}
      <input {...drop.inputProps} aria-labelledby={`${id}-label`} />
      <DropZone
        drop={drop}
        button={{
          ref: choose,
          'aria-describedby': message ? `${id}-hint ${id}-error` : `${id}-hint`,
          children: bannerFormMessages.addFiles,
        }}
        orDrop={bannerFormMessages.orDrop}
        release={bannerFormMessages.drop}
        hint={
          <span id={`${id}-hint`} className={classes.hint}>
            <b>{bannerFormMessages.total}</b> <span>{bannerFormMessages.formats}</span>{' '}
            <span>{bannerFormMessages.limits}</span>
          </span>
        }
        invalid={Boolean(message)}
      />
      {count > 0 && (
        <ul className={classes.files} aria-label={bannerFormMessages.files}>
          {stored.map((file, place) => {
            const name = `${file.type === 'video' ? bannerFormMessages.video : bannerFormMessages.image} ${place + 1}`
            return (
              <FileTile
                key={file.url}
                name={name}
                detail={
                  sizes.has(file.url) ? formatFileSize(sizes.get(file.url) ?? 0) : bannerFormMessages.stored
                }
                type={file.type}
                source={pictureSource(file.url)}
                onRemove={() => remove(file.url)}
              />
            )
          })}
          {picked.map((file) => (
            <PickedTile key={fileMark(file)} file={file} onRemove={() => remove(fileMark(file))} />
          ))}
        </ul>
      )}
    </Input.Wrapper>
  )
}

function PickedTile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const address = useObjectUrl(file)
  return (
    <FileTile
      name={file.name}
      detail={formatFileSize(file.size)}
      type={file.type.startsWith('video/') ? 'video' : 'image'}
      source={address === undefined ? undefined : { src: address }}
      onRemove={onRemove}
    />
  )
}

interface FileTileProps {
  name: string
  detail: string
  type: StoredFile['type']
  source: PictureSource | undefined
  onRemove: () => void
}

function FileTile({ name, detail, type, source, onRemove }: FileTileProps) {
  return (
    <li className={classes.tile}>
      <div className={classes.preview}>
        {source &&
          (type === 'video' ? (
            <video
              className="gr-cover"
              src={source.src}
              controls
              muted
              playsInline
              preload="auto"
              aria-label={name}
            />
          ) : (
            <PicturePreview source={source} alt={name} caption={bannerFormMessages.noPreview} />
          ))}
      </div>
      <div className={classes.facts}>
        <span className="gr-ellipsis gr-grow" title={name}>
          {name}
        </span>
        <span className={classes.detail}>{detail}</span>
        <IconButton
          label={bannerFormMessages.removeFile(name)}
          icon={<IconTrash size={15} stroke={1.5} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

const accepted = extensionsByType(bannerFileRule)
