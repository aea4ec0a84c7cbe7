import { Modal } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { IconX } from '@tabler/icons-react'
import { useCallback, useId, useLayoutEffect, useState } from 'react'
import type { DialogProps } from './dialog-props.ts'
import classes from './dialog-window.module.css'
import { IconButton } from './icon-button.tsx'

const widths = { detail: 420, wide: 750 } as const

/** The dialog itself; screens use Dialog, which fetches this when it is first wanted. */
export function DialogWindow({
  opened,
  onClose,
  title,
  size = 'detail',
  children,
  footer,
  role = 'dialog',
  closable = true,
  withCloseButton = true,
}: DialogProps) {
  const id = useId()
  // The modal remembers who had the focus when it goes from closed to open, so it is never mounted open.
  const [shown, setShown] = useState(false)
  // In a layout effect, because what React draws from there it finishes before any timer: otherwise the focus trap, which
  // waits for one, can be first on a busy machine, and the modal would remember its own button.
  useLayoutEffect(() => setShown(opened), [opened])
  // The same function each time: the modal's focus trap would take a new one for a new element and grab the focus.
  const setRole = useCallback((element: HTMLElement | null) => element?.setAttribute('role', role), [role])
  return (
    <Modal.Root
      id={id}
      opened={shown}
      onClose={() => closable && onClose()}
      size={widths[size]}
      radius="xl"
      shadow="xl"
      yOffset={64}
      transitionProps={{ duration: 200, transition: 'fade-down' }}
      closeOnClickOutside={closable && role === 'dialog'}
      removeScrollProps={{ allowPinchZoom: true }}
    >
      <Modal.Overlay />
      {/* Mantine gives every modal the role dialog and takes no other as a prop. */}
      <Modal.Content ref={setRole} className={classes.content} data-size={size} data-role={role}>
        {/* Not Mantine's header: its element would be a second banner of the page. */}
        <div className={classes.header} data-role={role}>
          <Modal.Title>{title}</Modal.Title>
          {withCloseButton && (
            <IconButton
              label="Close"
              icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
              onClick={onClose}
              disabled={!closable}
              className={classes.close}
            />
          )}
        </div>
        <Modal.Body>{children}</Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}
