import { type ComponentType, useId, useLayoutEffect, useRef, useState } from 'react'
import { type LazyPart, lazyPart } from './lazy-part.ts'
import { LightButton } from './light-button.tsx'
import classes from './part-boundary.module.css'
import { PartBoundary } from './part-boundary.tsx'

interface OpenedProps {
  /** Whether the dialog is open; one that shows one of several items has its index. */
  opened: boolean | number | undefined
  onClose: () => void
}

/**
 * Makes a dialog whose script is fetched when it is first shown or preloaded. When that fails, a small dialog shows the
 * error with Retry and Close; the screen below stays mounted. Each opening mounts it afresh: nothing that was typed or
 * ticked at an earlier one confirms anything at the next (OQ-533).
 * @param id the dialog's name, for the error message
 * @param importer fetches the component: () => import('./x.tsx').then((part) => part.X)
 * @param keeps for a part whose state belongs to the dialog around it
 */
export function lazyDialog<Props extends OpenedProps>(
  id: string,
  importer: () => Promise<ComponentType<Props>>,
  keeps = false,
): LazyPart<Props> {
  const Part = lazyPart(id, importer)
  const Guarded = (props: Props) => {
    const isOpen = props.opened !== undefined && props.opened !== false
    const [seen, setSeen] = useState({ isOpen, opening: 0 })
    if (seen.isOpen !== isOpen) setSeen({ isOpen, opening: seen.opening + Number(isOpen) })
    return (
      <PartBoundary
        fallback={null}
        opened={isOpen}
        failure={(error, retry) =>
          isOpen && <FailedDialog message={error.message} onRetry={retry} onClose={props.onClose} />
        }
      >
        <Part key={keeps ? '' : seen.opening} {...props} />
      </PartBoundary>
    )
  }
  return Object.assign(Guarded, { preload: Part.preload })
}

interface FailedDialogProps {
  message: string
  onRetry: () => void
  onClose: () => void
}

// Uses the browser's dialog: the script of ours may be the one that failed.
function FailedDialog({ message, onRetry, onClose }: FailedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // close() returns the focus to the opener; removing the element would lose it.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={title} className={classes.title}>
        This could not be loaded
      </h2>
      <p className="gr-small gr-break gr-lines">{message}</p>
      <div className="gr-answers">
        <LightButton onClick={onClose}>Close</LightButton>
        <LightButton onClick={onRetry}>Retry</LightButton>
      </div>
    </dialog>
  )
}
