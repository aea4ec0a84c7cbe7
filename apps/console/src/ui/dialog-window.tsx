import { Modal } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { IconX } from '@tabler/icons-react'
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import classes from './dialog-window.module.css'
import { IconButton } from './icon-button.tsx'
import { useIsTop } from './open-dialogs.ts'

const widths = { detail: 420, wide: 750, side: 480 } as const

/** The dialog itself. Screens use Dialog, which loads this on first use. */
export function DialogWindow({
  opened,
  onClose,
  title,
  size = 'detail',
  children,
  actions,
  footer,
  role = 'dialog',
  closable = true,
  withCloseButton = true,
  focusesTitle = false,
}: DialogProps) {
  const id = useId()
  // The modal stores the focused element when it changes from closed to open, so never mount it open.
  const [shown, setShown] = useState(false)
  // A layout effect, because React finishes rendering what it triggers before any timer fires. Otherwise the focus
  // trap, which uses a timer, may run first on a busy machine, and the modal would store its own button.
  useLayoutEffect(() => setShown(opened), [opened])
  const { content, returnFocus } = useReturnedFocus(opened)
  const isTop = useIsTop(id, shown)
  // Keep the function stable: the focus trap treats a new one as a new element and takes the focus.
  const attach = useCallback(
    (element: HTMLElement | null) => {
      element?.setAttribute('role', role)
      content.current = element
    },
    [role, content],
  )
  return (
    <Modal.Root
      id={id}
      opened={shown}
      onClose={() => closable && isTop() && onClose()}
      size={widths[size]}
      radius="xl"
      shadow="xl"
      yOffset={64}
      transitionProps={{ duration: 200, transition: 'fade-down' }}
      closeOnClickOutside={closable && role === 'dialog'}
      removeScrollProps={{ allowPinchZoom: true }}
      onExitTransitionEnd={returnFocus}
    >
      <Modal.Overlay />
      {/* Mantine always sets the role dialog and accepts no other as a prop. */}
      <Modal.Content ref={attach} className={classes.content} data-size={size} data-role={role}>
        {/* Mantine's header element would be a second banner landmark. */}
        <div className={classes.header} data-role={role}>
          <Modal.Title
            {...(focusesTitle && { tabIndex: -1, 'data-autofocus': true, className: classes.title })}
          >
            {title}
          </Modal.Title>
          {actions && <div className={classes.actions}>{actions}</div>}
          {withCloseButton && (
            <IconButton
              label="Close"
              icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
              onClick={onClose}
              disabled={!closable}
              className={actions ? undefined : 'gr-push'}
              // Without it, the first of the actions would have the focus.
              data-autofocus={(actions && !focusesTitle) || undefined}
            />
          )}
        </div>
        <Modal.Body>{children}</Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * Returns the focus where the modal does not: if its opener was removed, or if the dialog unmounts while it is open. The
 * opener takes the focus, or the nearest element around it that can and is still there.
 */
function useReturnedFocus(opened: boolean) {
  const content = useRef<HTMLElement>(null)
  const targets = useRef<HTMLElement[]>([])
  const returnFocus = useCallback(() => {
    const { activeElement } = document
    const target = targets.current.find(({ isConnected }) => isConnected)
    targets.current = []
    if (activeElement !== document.body && !content.current?.contains(activeElement)) return
    target?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    if (opened) targets.current = focusTargets(document.activeElement)
  }, [opened])
  // Later: a new screen focuses its heading.
  useLayoutEffect(() => () => void setTimeout(returnFocus), [returnFocus])
  return { content, returnFocus }
}

/** Returns an element and those around it that can take the focus, nearest first. */
function focusTargets(element: Element | null): HTMLElement[] {
  const targets: HTMLElement[] = []
  for (let next = element; next instanceof HTMLElement; next = next.parentElement) {
    if (next === element || next.hasAttribute('tabindex')) targets.push(next)
  }
  return targets
}
