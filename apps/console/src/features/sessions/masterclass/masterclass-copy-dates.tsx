import { publishMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { copyMasterclassToDates } from '@greenroom/contract/sessions/masterclass/masterclass-copies.endpoints'
import {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../../../lib/api/hooks.ts'
import { paths } from '../../../lib/paths.ts'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { checkedMasterclass } from '../../../shared/sessions/publish-check/checked-sessions.ts'
import { CopyDatesDialog } from '../../../shared/sessions/session-copies/copy-dates-dialog.tsx'
import { masterclassEditLink } from './masterclass-links.ts'

interface MasterclassCopyDatesProps {
  opened: boolean
  masterclass: Masterclass
  onClose: () => void
}

/** Copies a masterclass to several dates, as drafts or published, and shows the copies (OQ-513, OQ-643). */
export function MasterclassCopyDates({ opened, masterclass, onClose }: MasterclassCopyDatesProps) {
  const navigate = useNavigate()
  const copy = useCall(copyMasterclassToDates, { invalidates: [listMasterclasses] })
  const publish = useCall(publishMasterclass, {
    invalidates: [listMasterclasses, getMasterclass, listMeetingAccounts],
    refreshesOnConflict: true,
  })
  return (
    <CopyDatesDialog
      opened={opened}
      session={masterclass}
      onClose={onClose}
      work={{
        checked: () => checkedMasterclass(masterclass),
        create: async (copies) =>
          (await copy.call({ params: { id: masterclass._id }, body: { copies } })).data,
        publish: ({ _id, version }) => publish.call({ body: { masterclass_id: _id }, version }),
        edit: masterclassEditLink,
        show: ({ _id }, state) => {
          showRecord(_id)
          void navigate({
            to: paths.masterclassList,
            search: state === 'published' ? {} : { tab: 'draft' },
          })
        },
      }}
    />
  )
}
