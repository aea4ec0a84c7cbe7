import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type LazyPart, lazyPart } from './lazy-part.ts'
import { LightButton } from './light-button.tsx'
import classes from './part-boundary.module.css'
import { PartBoundary } from './part-boundary.tsx'

interface OpenedProps {
  /** Whether the dialog is open; one that shows one of several items has its index. */
  opened: boolean | number | undefined
  onClose: () => void
}

interface LazyDialogOptions {
  /** Shown until the script is there; its first field has the focus. */
  early?: ReactNode
  /** For a part whose state belongs to the dialog around it. */
  keeps?: boolean
}

/**
 * Makes a dialog whose script is fetched when it is first shown or preloaded. Until it is there, a small dialog with the
 * focus says so and closes on Escape, so that no key or click reaches the screen below. If the script fails, that dialog
 * shows the error with Retry and Close; the screen below stays mounted. Each opening mounts it afresh: nothing that was
 * typed or ticked at an earlier one confirms anything at the next (OQ-533).
 * @param id the dialog's name, for the error message
 * @param importer fetches the component: () => import('./x.tsx').then((part) => part.X)
 */
export function lazyDialog<Props extends OpenedProps>(
  id: string,
  importer: () => Promise<ComponentType<Props>>,
  { early, keeps }: LazyDialogOptions = {},
): LazyPart<Props> {
  const Part = lazyPart(id, importer)
  const Guarded = (props: Props) => {
    const isOpen = props.opened !== undefined && props.opened !== false
    const [seen, setSeen] = useState({ isOpen, opening: 0 })
    if (seen.isOpen !== isOpen) setSeen({ isOpen, opening: seen.opening + Number(isOpen) })
    return (
      <PartBoundary
        fallback={isOpen && <LoadingDialog onClose={props.onClose}>{early}</LoadingDialog>}
        opened={isOpen}
        failure={(error, retry) =>
          isOpen && (
            <LoadingDialog title="This could not be loaded" onRetry={retry} onClose={props.onClose}>
              <p className="gr-small gr-break gr-lines">{error.message}</p>
            </LoadingDialog>
          )
        }
      >
        <Part key={keeps ? '' : seen.opening} {...props} />
      </PartBoundary>
    )
  }
  return Object.assign(Guarded, { preload: Part.preload })
}

interface LoadingDialogProps {
  title?: string
  onClose: () => void
  /** Loads it again after a failure. */
  onRetry?: () => void
  children?: ReactNode
}

/**
 * Shown in place of a dialog that is loading or could not be loaded. It uses the browser's dialog: the script of ours is
 * not there yet, or may be the one that failed. It is outside of its opener, like ours: a screen that listens for keys,
 * such as a queue, must not hear those that are pressed in it.
 */
export function LoadingDialog({ title = 'Loading...', onClose, onRetry, children }: LoadingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // No button has the focus: a Space or Enter that was meant for the dialog to come would press it.
    const field = element?.querySelector('input')
    ;(field ?? element)?.focus()
    // close() returns the focus to the opener; removing the element would lose it.
    return () => element?.close()
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classes.dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 className={classes.title}>{title}</h2>
      {children}
      <div className="gr-answers">
        <LightButton onClick={onClose}>Close</LightButton>
        {onRetry && <LightButton onClick={onRetry}>Retry</LightButton>}
      </div>
    </dialog>,
    document.body,
  )
}
