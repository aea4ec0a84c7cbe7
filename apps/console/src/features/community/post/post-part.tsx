import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './post-part.module.css'

interface PostPartProps {
  title: string
  hint: string
  /** Name of the button that closes the part. */
  closeLabel: string
  /** If undefined, the part stays open: it has content. */
  onClose: (() => void) | undefined
  children: ReactNode
}

/** An opened part of the editor: the poll or the attachments. */
export function PostPart({ title, hint, closeLabel, onClose, children }: PostPartProps) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <div className="gr-grow">
          <h2 className="gr-heading gr-bold" id={id}>
            {title}
          </h2>
          <p className="gr-small gr-faint">{hint}</p>
        </div>
        {onClose && (
          <IconButton
            label={closeLabel}
            icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
            onClick={onClose}
          />
        )}
      </div>
      {children}
    </section>
  )
}
