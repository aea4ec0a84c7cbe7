import {
  giveBackRegistration,
  listRegistrations,
} from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { Registration } from '@greenroom/contract/sessions/registration/registration.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { refreshSeatCounts } from '../../../shared/sessions/registrations/seat-counts.ts'
import { giveBackMessages as messages } from './registration-messages.ts'

interface GiveBackDialogProps {
  opened: boolean
  registration: Registration
  onClose: () => void
  /** The row is gone, or will be. */
  onDone: () => void
}

/** Asks for confirmation, and gives the seat of a free sign-up back (OQ-435). */
export function GiveBackDialog({ opened, registration, onClose, onDone }: GiveBackDialogProps) {
  const client = useQueryClient()
  const { call } = useCall(giveBackRegistration, {
    invalidates: [listRegistrations],
    refreshesOnConflict: true,
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={messages.title(registration.user.name)}
      confirmLabel={messages.confirm}
      cancelLabel={messages.cancel}
      onConfirm={async () => {
        await call({ params: { id: registration._id }, version: registration.version })
        refreshSeatCounts(client)
        notify.success(messages.done)
        onDone()
      }}
      onClose={onClose}
    >
      {messages.effect}
    </ConfirmDialog>
  )
}
