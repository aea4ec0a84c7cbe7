import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { CardPublish, type CardPublishProps } from '../../../shared/sessions/meeting-account/card-publish.tsx'
import { checkedEvent } from '../../../shared/sessions/publish-check/checked-sessions.ts'
import { eventEditLink } from './event-kind.ts'
import { usePublishEvent } from './use-publish-event.ts'

/** Publishes an event or a webinar from its card. */
export function EventPublish(props: CardPublishProps<Event>) {
  const publish = usePublishEvent()
  return (
    <CardPublish
      {...props}
      publish={(account, remedy) => publish(props.record, { account, remedy })}
      edit={eventEditLink(props.record)}
      checked={checkedEvent(props.record)}
    />
  )
}
