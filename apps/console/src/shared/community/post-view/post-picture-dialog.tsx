import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileAddress } from '../../../lib/api/stored-file.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import classes from './post-picture-dialog.module.css'
import { postViewMessages } from './post-view-messages.ts'

interface PostPictureDialogProps {
  images: readonly string[]
  /** Index of the picture; undefined while the dialog is closed. */
  opened: number | undefined
  onOpen: (place: number) => void
  onClose: () => void
}

/** Shows one picture of a post at full dialog size. Arrow keys and two buttons switch between pictures. */
export function PostPictureDialog({ images, opened, onOpen, onClose }: PostPictureDialogProps) {
  // Keep the last picture after closing, so that the dialog can fade out.
  const [last, setLast] = useState(opened ?? 0)
  if (opened !== undefined && opened !== last) setLast(opened)
  const place = Math.min(last, images.length - 1)
  const image = images[place]

  return (
    <Dialog
      opened={opened !== undefined}
      onClose={onClose}
      title={postViewMessages.picture(place + 1, images.length)}
      size="wide"
      footer={
        images.length > 1 && (
          <>
            <LightButton
              icon={<IconChevronLeft size={16} stroke={1.5} aria-hidden="true" />}
              aria-disabled={place === 0 || undefined}
              className={classes.turn}
              onClick={() => place > 0 && onOpen(place - 1)}
            >
              {postViewMessages.previous}
            </LightButton>
            <LightButton
              icon={<IconChevronRight size={16} stroke={1.5} aria-hidden="true" />}
              aria-disabled={place === images.length - 1 || undefined}
              className={classes.turn}
              onClick={() => place < images.length - 1 && onOpen(place + 1)}
            >
              {postViewMessages.next}
            </LightButton>
          </>
        )
      }
    >
      {opened !== undefined && <TurnKeys opened={opened} count={images.length} onOpen={onOpen} />}
      {image !== undefined && (
        <img
          key={image}
          className={classes.picture}
          src={fileAddress(image)}
          alt={postViewMessages.picture(place + 1, images.length)}
        />
      )}
    </Dialog>
  )
}

interface TurnKeysProps {
  opened: number
  count: number
  onOpen: (place: number) => void
}

/** Turns pictures by the arrow keys. Rendered in the dialog, so that they count only while it is on the screen. */
function TurnKeys({ opened, count, onOpen }: TurnKeysProps) {
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.key === 'ArrowLeft' && opened > 0) onOpen(opened - 1)
      if (event.key === 'ArrowRight' && opened < count - 1) onOpen(opened + 1)
    }
    window.addEventListener('keydown', turn)
    return () => window.removeEventListener('keydown', turn)
  }, [opened, count, onOpen])
  return null
}
