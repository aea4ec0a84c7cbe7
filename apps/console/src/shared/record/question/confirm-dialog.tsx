import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { notify, toldFailure } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './confirm-dialog.module.css'

export interface ConfirmDialogProps {
  opened: boolean
  /** The question, with the name or the amount. */
  title: string
  /** One sentence about the effect, in the present tense. */
  children: ReactNode
  /**
   * Called when it is confirmed. The dialog closes when it resolves, and stays open with the reason when it rejects. To
   * a person who has gone on, a toast tells the reason.
   */
  onConfirm: () => Promise<unknown> | undefined
  onClose: () => void
  /** Message for a failure; the error's own message by default. */
  describeFailure?: (reason: unknown) => string
  /** The verb of what happens (OQ-528). Red unless nothing is lost. */
  confirmLabel: string
  /** Another way to agree, between the two. */
  alternative?: { label: string; onChoose: () => void } | undefined
  /** Has the initial focus. */
  cancelLabel?: string
  destructive?: boolean
  /** Whether it can be confirmed; false while what the question shows is loading. */
  isReady?: boolean
  /** For a question whose facts can change while it is open: see FactQuestion. */
  guard?: {
    /** Called on each press of the button that confirms. Returns whether the action may run. */
    confirm: () => boolean
    /** Called when the action was refused. */
    settle: () => void
    note: ReactNode
  }
}

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog({
  opened,
  title,
  children,
  onConfirm,
  onClose,
  describeFailure = describe,
  confirmLabel,
  alternative,
  cancelLabel = 'Cancel',
  destructive = true,
  isReady = true,
  guard,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isShown = useIsShown(opened)

  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const confirm = async () => {
    setFailure(undefined)
    if (guard && !guard.confirm()) return
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (reason) {
      const message = describeFailure(reason)
      setFailure(message)
      if (!isShown.current && reason !== toldFailure) notify.error(message)
      guard?.settle()
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
      {!busy && guard?.note}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className="gr-answers">
        <Button size="md" variant="subtle" data-autofocus disabled={busy} onClick={close}>
          {cancelLabel}
        </Button>
        {alternative && (
          <Button size="md" variant="default" disabled={busy} onClick={alternative.onChoose}>
            {alternative.label}
          </Button>
        )}
        <BusyButton
          size="md"
          color={destructive ? 'red' : undefined}
          busy={busy}
          disabled={!isReady}
          onClick={confirm}
        >
          {confirmLabel}
        </BusyButton>
      </div>
    </Dialog>
  )
}

function describe(reason: unknown): string {
  return reason instanceof Error ? reason.message : 'The action failed. Try again.'
}
