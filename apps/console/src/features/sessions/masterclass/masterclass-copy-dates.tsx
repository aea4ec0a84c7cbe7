import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { copyMasterclassToDates } from '@greenroom/contract/sessions/masterclass/masterclass-copies.endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { CopyDatesDialog } from '../../../shared/sessions/session-copies/copy-dates-dialog.tsx'
import { copyDatesMessages } from '../../../shared/sessions/session-copies/copy-dates-messages.ts'

interface MasterclassCopyDatesProps {
  opened: boolean
  masterclass: Masterclass
  onClose: () => void
}

/** Copies a masterclass to drafts on several dates, and shows them (OQ-513). */
export function MasterclassCopyDates({ opened, masterclass, onClose }: MasterclassCopyDatesProps) {
  const navigate = useNavigate()
  const copy = useCall(copyMasterclassToDates, { invalidates: [listMasterclasses] })
  return (
    <CopyDatesDialog
      opened={opened}
      session={masterclass}
      onClose={onClose}
      onCreate={async (copies) => {
        const work = copy.call({ params: { id: masterclass._id }, body: { copies } })
        const { pending, success, error } = copyDatesMessages.progress
        const { data } = await notify.progress(
          work,
          { pending, error, success: (made) => success(made.data.length) },
          { isOnScreen: true },
        )
        return () => {
          if (data[0]) showRecord(data[0]._id)
          void navigate({ to: paths.masterclassList, search: { tab: 'draft' } })
        }
      }}
    />
  )
}
