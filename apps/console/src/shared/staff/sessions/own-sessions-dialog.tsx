import {
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '@greenroom/contract/staff/session/open-session.endpoints'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { SessionListDialog } from './session-list-dialog.tsx'
import { sessionsMessages as messages } from './sessions-messages.ts'

/** One's own sessions, which one can end (OQ-690). */
export function OwnSessionsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const read = useRead(listSessions, {}, { enabled: opened })
  const one = useCall(endOwnSession, { invalidates: [listSessions] })
  const others = useCall(endOtherSessions, { invalidates: [listSessions] })
  return (
    <SessionListDialog
      opened={opened}
      onClose={onClose}
      title={messages.title}
      help={messages.help}
      read={read}
      onEnd={(id) => one.call({ params: { id } })}
      onEndAll={() => others.call({})}
      endAllLabel={messages.endOthers}
    />
  )
}
