import { type ComponentType, useId, useLayoutEffect, useRef } from 'react'
import { type LazyPart, lazyPart } from './lazy-part.ts'
import { LightButton } from './light-button.tsx'
import classes from './part-boundary.module.css'
import { PartBoundary } from './part-boundary.tsx'

interface OpenedProps {
  /** Whether the dialog is open; one that shows one of several things has their number. */
  opened: boolean | number | undefined
}

interface ClosableProps extends OpenedProps {
  onClose: () => void
}

/**
 * Makes a dialog whose script is fetched when it is first shown or preloaded. When the script fails, a small dialog
 * says so and offers Retry; the screen below stays as it is.
 * @param id the dialog's name, for the message of a failure
 * @param importer fetches the component: () => import('./x.tsx').then((part) => part.X)
 * @param close closes the dialog when the person gives up on it; by default its onClose
 */
export function lazyDialog<Props extends ClosableProps>(
  id: string,
  importer: () => Promise<ComponentType<Props>>,
): LazyPart<Props>
export function lazyDialog<Props extends OpenedProps>(
  id: string,
  importer: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): LazyPart<Props>
export function lazyDialog<Props extends OpenedProps & Partial<ClosableProps>>(
  id: string,
  importer: () => Promise<ComponentType<Props>>,
  close = (props: Props) => props.onClose?.(),
): LazyPart<Props> {
  const Part = lazyPart(id, importer)
  const Framed = (props: Props) => {
    const isOpen = props.opened !== undefined && props.opened !== false
    return (
      <PartBoundary
        fallback={null}
        opened={isOpen}
        failure={(error, retry) =>
          isOpen && <FailedDialog message={error.message} onRetry={retry} onClose={() => close(props)} />
        }
      >
        <Part {...props} />
      </PartBoundary>
    )
  }
  return Object.assign(Framed, { preload: Part.preload })
}

interface FailedDialogProps {
  message: string
  onRetry: () => void
  onClose: () => void
}

// A dialog of the browser: the one that screens use has a script that may have failed too.
function FailedDialog({ message, onRetry, onClose }: FailedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing returns the focus to where it was; an element that is only removed loses it.
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
      <p className={classes.message}>{message}</p>
      <div className={classes.actions}>
        <LightButton onClick={onClose}>Close</LightButton>
        <LightButton onClick={onRetry}>Retry</LightButton>
      </div>
    </dialog>
  )
}
