import type { MeetingAccount, MeetingClash } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../record/question/confirm-dialog.tsx'

const title = 'This overlaps another session'
const anyway = { publish: 'Publish anyway', move: 'Move anyway' } as const

export interface Clashing {
  action: keyof typeof anyway
  account: string
  clashes: readonly MeetingClash[]
  /** Another account that is free then. A published session cannot move to it. */
  free: MeetingAccount | undefined
}

interface ClashDialogProps extends Clashing {
  opened: boolean
  /** Called with true to proceed, or with the account to take instead. */
  onPublish: (answer: true | MeetingAccount) => void
  /** Also called after an answer. */
  onClose: () => void
}

/** Asks whether a session may take an account that is booked at its time (OQ-112). */
export function ClashDialog({
  opened,
  action,
  account,
  clashes,
  free,
  onPublish,
  onClose,
}: ClashDialogProps): ReactNode {
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      destructive={false}
      confirmLabel={free ? `Publish on ${free}` : anyway[action]}
      cancelLabel="Cancel"
      onConfirm={async () => onPublish(free ?? true)}
      // The remedy is the main answer.
      alternative={free && { label: anyway[action], onChoose: () => onPublish(true) }}
      onClose={onClose}
    >
      {account} is booked for {list(clashes)}. One account runs one meeting at a time.
      {free && ` ${free} is free at that time.`}
    </ConfirmDialog>
  )
}

function list(clashes: readonly MeetingClash[]): string {
  return clashes.map(({ title, start_time }) => `“${title}”, ${formatTime(start_time)}`).join('; ')
}
