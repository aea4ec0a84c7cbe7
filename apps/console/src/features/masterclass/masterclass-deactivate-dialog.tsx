import {
  getMasterclass,
  listMasterclasses,
  setMasterclassStatus,
} from '@greenroom/contract/masterclass/masterclass.endpoints'
import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureMessage } from '../../lib/api/api-error.ts'
import { callEndpoint } from '../../lib/api/client.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import { keptSeats } from '../../shared/registered-notice/registered-people.ts'
import { refresh, undoOf } from '../../shared/undo/undo.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { masterclassDeactivateMessages, masterclassProgress } from './masterclass-messages.ts'

interface MasterclassDeactivateDialogProps {
  opened: boolean
  masterclass: Masterclass
  onClose: () => void
  /** Called after it has moved to Draft. */
  onDone: () => void
}

/** Asks for confirmation and deactivates a masterclass (MC-16, MC-17, OQ-029). */
export function MasterclassDeactivateDialog({
  opened,
  masterclass,
  onClose,
  onDone,
}: MasterclassDeactivateDialogProps) {
  const { call } = useCall(setMasterclassStatus, { invalidates: [listMasterclasses, getMasterclass] })

  const client = useQueryClient()

  const deactivate = async () => {
    // Send the new state, so that a second request does not activate it again.
    const work = call({ body: { masterclass_id: masterclass._id, is_active: false } })
    await notify.progress(work, masterclassProgress.deactivate, {
      undo: ({ data }) =>
        undoOf({
          send: (version) =>
            callEndpoint(setMasterclassStatus, {
              body: { masterclass_id: masterclass._id, is_active: true },
              version,
            }),
          version: data.version,
          describe: (record) => masterclassDeactivateMessages.now(z.parse(Masterclass, record).is_active),
          onEnd: () => refresh(client, [listMasterclasses, getMasterclass]),
        }),
    })
    onDone()
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={masterclassDeactivateMessages.title}
      onConfirm={deactivate}
      onClose={onClose}
      describeFailure={failureMessage}
    >
      {masterclassDeactivateMessages.effect(masterclass.title)}
      {keptSeats(masterclass.registrations_count)}
    </ConfirmDialog>
  )
}
