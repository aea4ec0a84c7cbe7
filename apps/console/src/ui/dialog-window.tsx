import { Modal } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { IconX } from '@tabler/icons-react'
import { useCallback, useId, useLayoutEffect, useState } from 'react'
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
  const isTop = useIsTop(id, shown)
  // Keep the function stable: the focus trap treats a new one as a new element and takes the focus.
  const setRole = useCallback((element: HTMLElement | null) => element?.setAttribute('role', role), [role])
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
    >
      <Modal.Overlay />
      {/* Mantine always sets the role dialog and accepts no other as a prop. */}
      <Modal.Content ref={setRole} className={classes.content} data-size={size} data-role={role}>
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
