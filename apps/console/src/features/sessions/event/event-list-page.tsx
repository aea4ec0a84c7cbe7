import {
  type createEvent,
  duplicateEvent,
  getEvent,
  listEvents,
} from '@greenroom/contract/sessions/event/event.endpoints'
import { type EventGroup, eventGroup, eventGroups } from '@greenroom/contract/sessions/event/event.rules'
import type { Event, EventType } from '@greenroom/contract/sessions/event/event.schema'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { notify } from '../../../lib/notify.tsx'
import { DueFilter, dueFilter } from '../../../shared/record/record-list/due-filter.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened, useOpenedRecord } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { EventCard } from './event-card.tsx'
import { eventEditLink, eventKinds } from './event-kind.ts'
import { eventListMessages, eventListStates, eventSaveMessages } from './event-messages.ts'
import { useEventPages } from './event-pages.ts'

const DetailDialog = lazyDialog('event-detail', () =>
  import('./event-detail-dialog.tsx').then((part) => part.EventDetailDialog),
)
const CopyDates = lazyDialog('event-copy-dates', () =>
  import('./event-copy-dates.tsx').then((part) => part.EventCopyDates),
)

const Publish = lazyDialog('event-publish', () =>
  import('./event-publish.tsx').then((part) => part.EventPublish),
)

/** The tabs of events or webinars, with the details dialog (SHELL-20, SHELL-22). */
export function EventListPage({ kind }: { kind: EventType }): ReactNode {
  const { icon, create, tabs } = eventKinds[kind]
  const { tab: wanted, begins, open } = useSearch({ strict: false })
  const tab = eventGroups.find((group) => group === wanted) ?? 'active'
  const navigate = useNavigate()
  const { go } = useListSearch<{ tab?: EventGroup; begins?: undefined }>({ tab: 'active' })
  const dialog = useDialogSearch<{ open?: string | undefined }>({ open: undefined })
  const messages = eventListMessages[kind]
  const list = useEventPages(kind, tab, begins)
  const detail = useOpenedRecord(getEvent, open, list)
  const [publishing, setPublishing] = useState<Event>()
  const { last: published } = useLastOpened(publishing)
  const [copying, setCopying] = useState<Event>()
  const { last: copied } = useLastOpened(copying)
  const copy = useCall(duplicateEvent, { invalidates: [listEvents] })
  const mayCreate = useMay<typeof createEvent>('content.write')
  const panel = useListPanel()

  const duplicate = async ({ _id: id }: Event) => {
    if (copy.isPending) return
    const { pathname } = location
    const { duplicating: pending, duplicated: success, notDuplicated: error } = eventSaveMessages[kind]
    const work = copy.call({ params: { id } })
    // The toast has the reason of a failure.
    const made = await notify.progress(work, { pending, success, error }).catch(() => undefined)
    // Opening the copy would take a person who has gone on away from their screen.
    if (made && pathname === location.pathname) void navigate(eventEditLink(made.data))
  }
  const showAll = () => go({ begins: undefined })

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={tabs}
        counts={shownCounts(list.groupCounts)}
        value={tab}
        onChange={(chosen) => go({ tab: chosen, begins: undefined })}
      >
        <DueFilter due={begins} panel={panel} onRemove={showAll} />
        <RecordList
          list={list}
          messages={{ ...messages, ...eventListStates, emptyHelp: messages.emptyHelp[tab] }}
          icon={icon}
          create={tab === 'past' || !mayCreate ? undefined : create}
          filter={dueFilter(begins, showAll)}
          panel={panel}
          card={(event) => (
            <EventCard
              key={event._id}
              event={event}
              group={tab}
              onOpen={() => dialog.open({ open: event._id })}
              onPublish={() => setPublishing((running) => running ?? event)}
              onDuplicate={() => void duplicate(event)}
              onCopyToDates={() => setCopying(event)}
              onIntent={() => prefetchDialogs(DetailDialog, Publish)}
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
          onCopyToDates={setCopying}
          // Escape must close only what is above this dialog.
          closable={copying === undefined}
          onClose={dialog.close}
        />
      )}
      {copied && (
        <CopyDates opened={copying !== undefined} event={copied} onClose={() => setCopying(undefined)} />
      )}
      {published && (
        <Publish
          opened={publishing !== undefined}
          record={published}
          onClose={() => setPublishing(undefined)}
          // The card of a webinar has left the tab, and that of an event its button.
          onDone={panel.focus}
        />
      )}
    </>
  )
}
