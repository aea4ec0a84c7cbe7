import { getEvent } from '@greenroom/contract/event/event.endpoints'
import { type EventGroup, eventGroup } from '@greenroom/contract/event/event.rules'
import type { EventType } from '@greenroom/contract/event/event.schema'
import { Suspense } from 'react'
import { useRead } from '../../lib/api/hooks.ts'
import { CardList, useListPanel } from '../../shared/card-list/card-list.tsx'
import { useOpenedRecord } from '../../shared/record-dialog/use-opened-record.ts'
import { preloadDialog } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { EventCard } from './event-card.tsx'
import { eventKinds } from './event-kind.ts'
import { groupNames, listStates, listWords } from './event-messages.ts'
import { useEventPages } from './event-pages.ts'

const DetailDialog = lazyDialog('event-detail', () =>
  import('./event-detail-dialog.tsx').then((part) => part.EventDetailDialog),
)

interface EventListProps {
  kind: EventType
  tab: EventGroup
  onTab: (tab: EventGroup) => void
  /** The event whose details are open. */
  open: string | undefined
  onOpen: (id: string) => void
  onClose: () => void
}

/** The events or the webinars in their groups, with the details of one. */
export function EventList({ kind, tab, onTab, open, onOpen, onClose }: EventListProps) {
  const { icon: KindIcon, create, tabs } = eventKinds[kind]
  const words = listWords[kind]
  const list = useEventPages(kind, tab)
  const { panel } = useListPanel()

  const listed = list.data?.pages.flat().find((event) => event._id === open)
  const read = useRead(
    getEvent,
    { params: { id: open ?? '' } },
    { enabled: open !== undefined && listed === undefined && !list.isPending, keepPrevious: false },
  )
  const { wanted, record, failure, retry } = useOpenedRecord(open, listed, read)

  return (
    <>
      <StatusTabs
        label={words.tabsLabel}
        tabs={tabs.map((value) => ({ value, label: groupNames[value] }))}
        value={tab}
        onChange={onTab}
      >
        <CardList
          list={list}
          words={{ ...words, ...listStates, emptyHelp: words.emptyHelp[tab] }}
          icon={<KindIcon size={20} stroke={1.5} aria-hidden="true" />}
          create={tab === 'past' ? undefined : create}
          panel={panel}
          card={(event) => (
            <EventCard
              key={event._id}
              event={event}
              group={tab}
              onOpen={() => onOpen(event._id)}
              onIntent={fetchDialogsAhead}
            />
          )}
        />
      </StatusTabs>
      <Suspense fallback={null}>
        {wanted && (
          <DetailDialog
            opened={open !== undefined}
            kind={kind}
            event={record}
            group={record && eventGroup(record, new Date(list.now))}
            failure={failure}
            onRetry={retry}
            onClose={onClose}
          />
        )}
      </Suspense>
    </>
  )
}

function fetchDialogsAhead() {
  for (const fetchAhead of [preloadDialog, DetailDialog.preload]) {
    // One that fails now is asked for again when its dialog is opened.
    fetchAhead().catch(() => undefined)
  }
}
