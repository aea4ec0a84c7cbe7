import {
  getEvent,
  listEvents,
  publishEvent,
  updateEvent,
} from '@greenroom/contract/sessions/event/event.endpoints'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify, type Remedy } from '../../../lib/notify.tsx'
import { eventSaveMessages } from './event-messages.ts'

/** Publishes an event or a webinar, in one toast (OQ-064). */
export function usePublishEvent() {
  const changed = [listEvents, getEvent, listMeetingAccounts]
  const update = useCall(updateEvent, { invalidates: changed })
  const publish = useCall(publishEvent, { invalidates: changed, refreshesOnConflict: true })

  /**
   * @param account moves the webinar to this account first
   * @throws the failure; the event then stays unpublished
   */
  return (
    event: Event,
    { account, remedy }: { account: MeetingAccount | undefined; remedy?: Remedy },
  ): Promise<Event> => {
    const messages = eventSaveMessages[event.event_type]
    const work = async () => {
      let { version } = event
      if (account) {
        const params = { id: event._id }
        const { data } = await update.call({ params, body: { zoom_hub_name: account }, version })
        version = data.version
      }
      return (await publish.call({ body: { event_id: event._id }, version })).data
    }
    return notify.progress(
      work(),
      {
        pending: messages.publishing,
        success: messages.published,
        error: messages.notPublished,
      },
      { remedy },
    )
  }
}
