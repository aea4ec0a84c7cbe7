import { ConfirmDialog } from '../shared/record/question/confirm-dialog.tsx'

interface LeaveQuestionProps {
  opened: boolean
  /** Whether a save is still running. */
  isSaving: boolean
  onLeave: () => void
  onClose: () => void
}

/** Asks before leaving a form that has unsaved changes or is being saved. */
export function LeaveQuestion({ opened, isSaving, onLeave, onClose }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title={isSaving ? 'Leave while it is being saved?' : 'Leave without saving?'}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={async () => onLeave()}
      onClose={onClose}
    >
      {isSaving
        ? 'The save continues. A message will tell you whether it succeeded.'
        : 'What you typed on this screen is not saved and will be lost.'}
    </ConfirmDialog>
  )
}
