import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { CheckedSession } from '@greenroom/contract/sessions/publish-check/publish-check.rules'

/** Returns a stored masterclass for the check before publishing. */
export function checkedMasterclass(masterclass: Masterclass): CheckedSession {
  return {
    ...masterclass,
    kind: 'masterclass',
    is_paid: !masterclass.is_attach_to_superclass,
    host_email: masterclass.creator_id.email,
    has_picture: masterclass.banner !== null,
  }
}

/** Returns a stored event or webinar for the check before publishing. */
export function checkedEvent(event: Event): CheckedSession {
  return {
    ...event,
    kind: event.event_type === 'ONLINE' ? 'webinar' : 'event',
    links: [],
    host_email: event.creator_id?.email ?? null,
    has_picture: event.banner !== null,
  }
}
