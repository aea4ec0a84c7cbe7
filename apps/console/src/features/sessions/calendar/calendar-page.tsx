import { getCalendar } from '@greenroom/contract/sessions/calendar/calendar.endpoints'
import { type CalendarSession, sessionKinds } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { businessDay, businessTimeZone, businessZoneName, formatMonth } from '../../../lib/dates.ts'
import { minuteMs, useMinute } from '../../../lib/minute.ts'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './calendar.module.css'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { sessionsByDay, shifted, weeksOf } from './calendar-days.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarLegend } from './calendar-legend.tsx'
import { kindLabels, calendarMessages as messages } from './calendar-messages.ts'
import { spanName } from './calendar-names.ts'

const route = getRouteApi('/signed-in/calendar')
const kindChoices = sessionKinds.map((value) => ({ value, label: kindLabels[value] }))

/** All masterclasses, webinars and events of a month or a week (OQ-511). */
export function CalendarPage(): ReactNode {
  const search = route.useSearch()
  const now = useMinute()
  const today = businessDay(new Date(now))
  const { view = 'month', day = today } = search
  const isPhone = useMediaQuery('(max-width: 45em)', false, { getInitialValueInEffect: false })
  const weeks = useMemo(() => weeksOf(view, day), [view, day])
  const days = weeks.flat()
  const [from = day, to = day] = [days[0], days.at(-1)]
  const read = useRead(getCalendar, { query: { from, to } }, { keepPrevious: false, refetchMs: minuteMs })
  const all = read.data?.sessions
  const zone = businessTimeZone()
  const sessions = all?.filter(
    ({ kind, zoom_hub_name, host }) =>
      (search.kind === undefined || kind === search.kind) &&
      (search.account === undefined || zoom_hub_name === search.account) &&
      (search.host === undefined || host?._id === search.host),
  )
  const byDay = sessions && sessionsByDay(sessions, days, zone)
  const titles = new Map(all?.map(({ _id, title }) => [_id, title]))
  const label = view === 'month' ? formatMonth(day.slice(0, 7)) : spanName(from, to)
  const filters = [search.kind, search.account, search.host].filter((one) => one !== undefined).length
  const zoneName = businessZoneName(new Date(now))

  const { go } = useListSearch<Partial<typeof search>>({ view: 'month' })
  const agendaDays = view === 'month' ? days.filter((one) => one.slice(0, 7) === day.slice(0, 7)) : days

  return (
    <>
      <div className={classes.toolbar}>
        <LightButton onClick={() => go({ day: undefined })}>{messages.today}</LightButton>
        <span className="gr-row">
          <IconButton
            label={messages.previous[view]}
            icon={<IconChevronLeft size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => go({ day: shifted(view, day, -1) })}
          />
          <IconButton
            label={messages.next[view]}
            icon={<IconChevronRight size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => go({ day: shifted(view, day, 1) })}
          />
        </span>
        <h2 className={classes.span} aria-live="polite">
          {label}
        </h2>
        <SegmentedControl
          label={messages.view}
          withLabel={false}
          options={messages.views}
          value={view}
          onChange={(chosen) => go({ view: chosen })}
        />
        <FilterBar
          isInToolbar
          set={filters - (search.host === undefined ? 0 : 1)}
          search={
            <FilterSelect
              className={classes.wider}
              label={messages.host}
              placeholder={messages.allHosts}
              data={hostChoices(all ?? [], search.host)}
              value={search.host}
              onChange={(host) => go({ host })}
              searchable
            />
          }
        >
          <FilterSelect
            className={classes.filter}
            label={messages.kind}
            placeholder={messages.allKinds}
            data={kindChoices}
            value={search.kind}
            onChange={(kind) => go({ kind })}
          />
          <FilterSelect
            className={classes.wider}
            label={messages.account}
            placeholder={messages.allAccounts}
            data={accountChoices(all ?? [], search.account)}
            value={search.account}
            onChange={(account) => go({ account })}
          />
          <DayField
            className={classes.wider}
            label={messages.day}
            placeholder={formatDay(today)}
            value={search.day ?? null}
            min="1901-01-01"
            max="9998-12-31"
            onChange={(chosen) => go({ day: chosen })}
          />
        </FilterBar>
      </div>
      <div className={classes.line}>
        <p role="status">{!read.error && stateText(read.data, sessions, filters, zoneName)}</p>
        {filters > 0 && (
          <LightButton onClick={() => go({ kind: undefined, account: undefined, host: undefined })}>
            {messages.clear}
          </LightButton>
        )}
        {/* On a phone each session says it in words. */}
        {!isPhone && <CalendarLegend />}
      </div>
      {read.error && !read.data ? (
        <LoadFailure title={messages.loadFailed} error={read.error} onRetry={() => void read.refetch()} />
      ) : isPhone ? (
        <CalendarAgenda days={agendaDays} byDay={byDay} titles={titles} today={today} now={now} />
      ) : (
        <CalendarGrid
          view={view}
          day={day}
          weeks={weeks}
          byDay={byDay}
          titles={titles}
          label={label}
          today={today}
          now={now}
          onMove={(target) => go({ day: target }, { replace: true })}
        />
      )}
    </>
  )
}

function stateText(
  data: { is_cut: boolean } | undefined,
  sessions: readonly CalendarSession[] | undefined,
  filters: number,
  zone: string | undefined,
): string {
  if (!data || !sessions) return messages.loading
  const clashing = sessions.filter(({ clashes }) => clashes.length > 0).length
  const parts =
    sessions.length === 0
      ? [filters > 0 ? messages.noMatch : messages.empty]
      : [
          messages.count(sessions.length) + (clashing > 0 ? `, ${messages.clashing(clashing)}.` : '.'),
          ...(data.is_cut ? [messages.cut] : []),
        ]
  return [...parts, ...(zone === undefined ? [] : [messages.zone(zone)])].join(' ')
}

/** @param chosen stays a choice while the shown days have none of it */
function accountChoices(sessions: readonly CalendarSession[], chosen: string | undefined) {
  const names = sessions.map(({ zoom_hub_name }) => zoom_hub_name ?? '').filter(Boolean)
  return [...new Set([...names, ...(chosen === undefined ? [] : [chosen])])]
    .sort()
    .map((value) => ({ value, label: value }))
}

/** @param chosen stays a choice while the shown days have none of it */
function hostChoices(sessions: readonly CalendarSession[], chosen: string | undefined) {
  const hosts = new Map(sessions.flatMap(({ host }) => (host ? [[host._id, host.name]] : [])))
  if (chosen !== undefined && !hosts.has(chosen)) hosts.set(chosen, messages.otherHost)
  return [...hosts]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
}
