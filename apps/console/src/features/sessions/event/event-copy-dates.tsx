import { getEvent, listEvents, publishEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { copyEventToDates } from '@greenroom/contract/sessions/event/event-copies.endpoints'
import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../../../lib/api/hooks.ts'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { checkedEvent } from '../../../shared/sessions/publish-check/checked-sessions.ts'
import { CopyDatesDialog } from '../../../shared/sessions/session-copies/copy-dates-dialog.tsx'
import { eventEditLink, eventKinds } from './event-kind.ts'

interface EventCopyDatesProps {
  opened: boolean
  event: Event
  onClose: () => void
}

/** Copies an event or a webinar to several dates, unpublished or published, and shows the copies (OQ-513, OQ-643). */
export function EventCopyDates({ opened, event, onClose }: EventCopyDatesProps) {
  const navigate = useNavigate()
  const copy = useCall(copyEventToDates, { invalidates: [listEvents] })
  const publish = useCall(publishEvent, {
    invalidates: [listEvents, getEvent, listMeetingAccounts],
    refreshesOnConflict: true,
  })
  const { list, tabs } = eventKinds[event.event_type]
  return (
    <CopyDatesDialog
      opened={opened}
      session={event}
      onClose={onClose}
      work={{
        checked: () => checkedEvent(event),
        create: async (copies) => (await copy.call({ params: { id: event._id }, body: { copies } })).data,
        publish: ({ _id, version }) => publish.call({ body: { event_id: _id }, version }),
        edit: eventEditLink,
        show: ({ _id }, state) => {
          showRecord(_id)
          void navigate({ to: list, search: state === 'draft' && tabs.draft ? { tab: 'draft' } : {} })
        },
      }}
    />
  )
}
