import { getEvent } from '@greenroom/contract/event/event.endpoints'
import { type EventGroup, eventGroup } from '@greenroom/contract/event/event.rules'
import type { EventType } from '@greenroom/contract/event/event.schema'
import { RecordList, useListPanel } from '../../shared/record-list/record-list.tsx'
import { dialogStep, useCloseDialog } from '../../shared/record-list/use-close-dialog.ts'
import { useOpenedRecord } from '../../shared/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { EventCard } from './event-card.tsx'
import { eventKinds } from './event-kind.ts'
import { eventListMessages, eventListStates } from './event-messages.ts'
import { useEventPages } from './event-pages.ts'

const DetailDialog = lazyDialog('event-detail', () =>
  import('./event-detail-dialog.tsx').then((part) => part.EventDetailDialog),
)

interface EventListProps {
  kind: EventType
  tab: EventGroup
  /** The event whose details are open. */
  open: string | undefined
  /** Writes the tab and the open event to the address. */
  go: (
    search: { tab: EventGroup; open?: string },
    options?: { replace?: boolean; state?: typeof dialogStep; resetScroll?: boolean },
  ) => void
}

/** The tabs of events or webinars, with the details dialog. */
export function EventList({ kind, tab, open, go }: EventListProps) {
  const { icon, create, tabs } = eventKinds[kind]
  const messages = eventListMessages[kind]
  const list = useEventPages(kind, tab)
  const detail = useOpenedRecord(getEvent, open, list)
  const close = useCloseDialog(() => go({ tab }, { replace: true, resetScroll: false }))

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={tabs}
        value={tab}
        onChange={(chosen) => go({ tab: chosen })}
      >
        <RecordList
          list={list}
          messages={{ ...messages, ...eventListStates, emptyHelp: messages.emptyHelp[tab] }}
          icon={icon}
          create={tab === 'past' ? undefined : create}
          panel={useListPanel()}
          card={(event) => (
            <EventCard
              key={event._id}
              event={event}
              group={tab}
              onOpen={() => go({ tab, open: event._id }, { state: dialogStep, resetScroll: false })}
              onIntent={() => prefetchDialogs(DetailDialog)}
            />
          )}
        />
      </StatusTabs>
      {detail.wanted && (
        <DetailDialog
          {...detail.dialog}
          kind={kind}
          event={detail.record}
          group={detail.record && eventGroup(detail.record, new Date(list.now))}
          onClose={close}
        />
      )}
    </>
  )
}
