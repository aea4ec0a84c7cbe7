import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BusyButton } from './busy-button.tsx'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  /** The question, with the name or the amount of the thing. */
  title: string
  /** One sentence on the effect, in the present tense. */
  children: ReactNode
  /** Does it. The dialog closes when it is done, and stays open with the reason when it fails. */
  onConfirm: () => Promise<unknown> | undefined
  onClose: () => void
  /** Words for a failure; the error's own message by default. */
  describeFailure?: (reason: unknown) => string
  /** No takes the focus; Yes is red unless nothing is lost. */
  confirmLabel?: string
  cancelLabel?: string
  destructive?: boolean
}

/** Asks before something is done that cannot easily be undone. */
export function ConfirmDialog({
  opened,
  title,
  children,
  onConfirm,
  onClose,
  describeFailure = describe,
  confirmLabel = 'Yes',
  cancelLabel = 'No',
  destructive = true,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (reason) {
      setFailure(describeFailure(reason))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      role="alertdialog"
      closable={!busy}
      withCloseButton={false}
    >
      <div className="gr-quiet">{children}</div>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className="gr-answers">
        <Button size="md" variant="default" data-autofocus disabled={busy} onClick={close}>
          {cancelLabel}
        </Button>
        <BusyButton size="md" color={destructive ? 'red' : undefined} busy={busy} onClick={confirm}>
          {confirmLabel}
        </BusyButton>
      </div>
    </Dialog>
  )
}

function describe(reason: unknown): string {
  return reason instanceof Error ? reason.message : 'It could not be done.'
}
