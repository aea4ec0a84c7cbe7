import {
  addPersonNote,
  getPersonPage,
  listPersonTimeline,
} from '@greenroom/contract/people/person/person.endpoints'
import {
  type PersonPage,
  type TimelineKind,
  timelineKindNames,
} from '@greenroom/contract/people/person/person.schema'
import { IconHistory } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { NoteForm } from '../../../shared/record/note-form/note-form.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { Timeline, TimelineEntry } from '../../../shared/record/timeline/timeline.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { personTimelineMessages as messages, timelineKindLabels } from './person-messages.ts'
import classes from './person-page.module.css'
import { entryText } from './person-timeline-text.tsx'
import { usePersonTimeline } from './use-person-timeline.ts'

interface PersonTimelineProps {
  person: PersonPage
  kind: TimelineKind | undefined
  onKind: (kind: TimelineKind | undefined) => void
}

/** Everything that happened with a person, the newest first, and the field for a note (OQ-467, OQ-468). */
export function PersonTimeline({ person, kind, onKind }: PersonTimelineProps) {
  const title = useId()
  const mayNote = useMay<typeof addPersonNote>('personal.read')
  const { call, isPending } = useCall(addPersonNote, { invalidates: [listPersonTimeline, getPersonPage] })
  const all = useRef<HTMLButtonElement>(null)
  const kinds = timelineKindNames.filter((one) => (person.counts[one] ?? 0) > 0 || one === kind)
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="gr-part">
        {messages.title}
      </h2>
      {mayNote && (
        <NoteForm
          draft={['person-note', person.person]}
          placeholder={messages.placeholder}
          isPending={isPending}
          send={(text) => call({ params: { person: person.person }, body: { text } })}
        />
      )}
      {kinds.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
        <div role="group" aria-label={messages.filter} className={classes.kinds}>
          <button
            ref={all}
            type="button"
            className={classes.kind}
            aria-pressed={kind === undefined}
            onClick={() => onKind(undefined)}
          >
            {messages.all}
          </button>
          {kinds.map((one) => (
            <button
              key={one}
              type="button"
              className={classes.kind}
              aria-pressed={one === kind}
              onClick={() => onKind(one)}
            >
              {timelineKindLabels[one]}{' '}
              <span className={classes.count}>{countText(person.counts[one] ?? 0)}</span>
            </button>
          ))}
        </div>
      )}
      <Entries
        key={kind ?? ''}
        person={person.person}
        kind={kind}
        onShowAll={() => {
          onKind(undefined)
          all.current?.focus()
        }}
      />
    </section>
  )
}

function Entries({
  person,
  kind,
  onShowAll,
}: {
  person: string
  kind: TimelineKind | undefined
  onShowAll: () => void
}) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    usePersonTimeline(person, kind)
  if (data === undefined) {
    return error ? (
      <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading label={messages.loading} className="gr-stack">
        {['70%', '55%', '64%', '48%', '60%'].map((width) => (
          <div key={width} className="gr-tight">
            <Skeleton width={width} height={14} />
            <Skeleton width="40%" height={12} />
          </div>
        ))}
      </Loading>
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return kind === undefined ? (
      <StatePanel kind="empty" icon={IconHistory} title={messages.empty} help={messages.emptyHelp} />
    ) : (
      <StatePanel
        kind="empty"
        icon={IconHistory}
        title={messages.noMatch(timelineKindLabels[kind])}
        action={<LightButton onClick={onShowAll}>{messages.showAll}</LightButton>}
      />
    )
  }
  return (
    <>
      <Timeline label={messages.title}>
        {items.map((item) => (
          <TimelineEntry
            key={`${item.kind} ${item._id}`}
            kind={item.kind}
            at={item.at}
            {...entryText(item)}
          />
        ))}
      </Timeline>
      <LoadMore
        busy={isFetchingNextPage}
        failure={isFetchNextPageError && error ? failureMessage(error) : undefined}
        onLoadMore={hasNextPage ? () => void fetchNextPage() : undefined}
      />
    </>
  )
}
