import {
  endStaffSession,
  endStaffSessions,
  listStaffSessions,
} from '@greenroom/contract/staff/session/open-session.endpoints'
import type { StaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { SessionListDialog } from '../../../shared/staff/sessions/session-list-dialog.tsx'
import { sessionsMessages as messages } from '../../../shared/staff/sessions/sessions-messages.ts'

interface StaffSessionsDialogProps {
  opened: boolean
  member: StaffMember
  onClose: () => void
}

/** The sessions of a member of staff, which an owner can end (OQ-690). */
export function StaffSessionsDialog({ opened, member, onClose }: StaffSessionsDialogProps) {
  const params = { id: member._id }
  const read = useRead(listStaffSessions, { params }, { enabled: opened, keepPrevious: false })
  const one = useCall(endStaffSession, { invalidates: [listStaffSessions] })
  const all = useCall(endStaffSessions, { invalidates: [listStaffSessions] })
  return (
    <SessionListDialog
      opened={opened}
      onClose={onClose}
      title={messages.titleOf(member.name || member.email)}
      help={messages.helpOf}
      read={read}
      onEnd={(session_id) => one.call({ params: { ...params, session_id } })}
      onEndAll={() => all.call({ params })}
      endAllLabel={messages.endAll}
    />
  )
}
