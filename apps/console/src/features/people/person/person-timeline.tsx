import {
  type PersonPage,
  type PersonTimelineItem,
  type TimelineKind,
  timelineKindNames,
} from '@greenroom/contract/people/person/person.schema'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { PersonEntry } from './person-entry.tsx'
import { personTimelineMessages as messages, timelineKindLabels } from './person-messages.ts'
import { monthOf } from './person-months.ts'
import classes from './person-page.module.css'
import { entryText } from './person-timeline-text.tsx'
import { timelineRuns } from './timeline-runs.ts'
import { usePersonTimeline } from './use-person-timeline.ts'

interface PersonTimelineProps {
  person: PersonPage
  kind: TimelineKind | undefined
  onKind: (kind: TimelineKind | undefined) => void
  /** Opens the field for a note; undefined for roles that may not write one. */
  onNote: (() => void) | undefined
  /** The field for a note. */
  children: ReactNode
}

/** Everything that happened with a person, the newest first by month, and the field for a note (OQ-467, OQ-468). */
export function PersonTimeline({ person, kind, onKind, onNote, children }: PersonTimelineProps) {
  const title = useId()
  const all = useRef<HTMLButtonElement>(null)
  const kinds = timelineKindNames.filter((one) => (person.counts[one] ?? 0) > 0 || one === kind)
  return (
    <section aria-labelledby={title}>
      <div className={classes.row}>
        <h2 id={title} className="gr-heading gr-bold">
          {messages.title}
        </h2>
        {/* On the left, where no toast covers it. */}
        {onNote && <LightButton onClick={onNote}>{messages.write}</LightButton>}
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
      </div>
      {children}
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

/** Entries of one kind in a row: one line, and all of them once it is opened. */
function EntryRun({ month, items }: { month: string | undefined; items: readonly PersonTimelineItem[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return null
  const name = first.kind === 'comment' ? messages.comments(items.length) : messages.posts(items.length)
  return (
    <>
      <PersonEntry
        month={month}
        at={first.at}
        shape="dot"
        tone="mute"
        title={
          <button
            type="button"
            className={classes.run}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {name}
            <IconChevronDown size={14} stroke={2} aria-hidden="true" />
          </button>
        }
        facts={[messages.first(formatTime(last.at))]}
        timeWord={messages.last}
      />
      {isOpen &&
        items.map((item) => (
          <PersonEntry key={`${item.kind} ${item._id}`} month={undefined} at={item.at} {...entryText(item)} />
        ))}
    </>
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
  // Whoever asks for one kind wants its entries.
  const runs =
    kind === undefined ? timelineRuns(items) : items.map((item) => ({ first: item, items: [item] }))
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
      <ol aria-label={messages.title} className={classes.entries}>
        {runs.map(({ first, items: entries }, place) => {
          const before = runs[place - 1]?.first
          const month = monthOf(first.at, 'long')
          const shownMonth = before && monthOf(before.at, 'long') === month ? undefined : month
          const key = `${first.kind} ${first._id}`
          return entries.length === 1 ? (
            <PersonEntry key={key} month={shownMonth} at={first.at} {...entryText(first)} />
          ) : (
            <EntryRun key={key} month={shownMonth} items={entries} />
          )
        })}
      </ol>
      <LoadMore
        busy={isFetchingNextPage}
        failure={isFetchNextPageError && error ? failureMessage(error) : undefined}
        onLoadMore={hasNextPage ? () => void fetchNextPage() : undefined}
      />
    </>
  )
}
