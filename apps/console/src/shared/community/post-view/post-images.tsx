import { IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { pictureSource } from '../../../lib/api/stored-file.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import classes from './post-images.module.css'
import { postViewMessages } from './post-view-messages.ts'

const PictureDialog = lazyDialog('post-picture', () =>
  import('./post-picture-dialog.tsx').then((part) => part.PostPictureDialog),
)

interface PostImagesProps {
  images: readonly string[]
  /** Shown over the upper right corner of a picture, for example a remove button. */
  imageAction?: ((image: string, place: number) => ReactNode) | undefined
  /** Shows at most this many, small; the last one says how many more there are. */
  thumbnails?: number
}

/** The pictures of a post in a row; each opens in a larger view. */
export function PostImages({ images, imageAction, thumbnails }: PostImagesProps) {
  const [opened, setOpened] = useState<number>()
  const [wanted, setWanted] = useState(false)
  const [missing, setMissing] = useState<readonly string[]>([])
  if (images.length === 0) return null

  const open = (place: number) => {
    setOpened(place)
    setWanted(true)
  }
  const shown = images.slice(0, thumbnails)
  const hidden = images.length - shown.length
  return (
    <>
      <ul
        className={thumbnails === undefined ? classes.grid : classes.thumbnails}
        aria-label={postViewMessages.pictures}
        data-count={Math.min(images.length, 3)}
      >
        {shown.map((image, place) => (
          <li key={image} className={classes.item}>
            {missing.includes(image) ? (
              <span className={classes.missing}>
                <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
                {postViewMessages.pictureMissing}
              </span>
            ) : (
              <button
                type="button"
                className={classes.picture}
                aria-label={postViewMessages.openPicture(place + 1, images.length)}
                onPointerEnter={fetchDialogAhead}
                onFocus={fetchDialogAhead}
                onClick={() => open(place)}
              >
                <Picture
                  source={pictureSource(image)}
                  alt=""
                  width={400}
                  height={264}
                  fallback={null}
                  onFail={() => setMissing((known) => [...known, image])}
                />
                {hidden > 0 && place === shown.length - 1 && (
                  <span className={classes.more} aria-hidden="true">
                    +{hidden}
                  </span>
                )}
              </button>
            )}
            {imageAction && <span className={classes.action}>{imageAction(image, place)}</span>}
          </li>
        ))}
      </ul>
      {wanted && (
        <PictureDialog
          images={images}
          opened={opened}
          onOpen={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

function fetchDialogAhead() {
  prefetchDialogs(PictureDialog)
}
