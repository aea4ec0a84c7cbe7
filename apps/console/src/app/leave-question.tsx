import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface LeaveQuestionProps {
  opened: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks whether what was typed may be lost. */
export function LeaveQuestion({ opened, onLeave, onStay }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Leave without saving?"
      onConfirm={async () => onLeave()}
      onClose={onStay}
    >
      What you typed on this screen is not saved and is lost.
    </ConfirmDialog>
  )
}
