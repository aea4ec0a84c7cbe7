import { addDays, daysBetween } from '@greenroom/contract/calendar-day'
import { getLeadFunnel } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { longestFunnelDays } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { IconHeadset } from '@tabler/icons-react'
import { useRead } from '../../../lib/api/hooks.ts'
import { businessDay } from '../../../lib/dates.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { LeadFunnelSkeleton, LeadFunnelTable } from '../../../shared/people/lead-funnel/lead-funnel-table.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { sourceMessages as messages } from './advisory-messages.ts'
import { type LeadSearch, spanQuery } from './lead-search.ts'
import classes from './lead-sources.module.css'

/** Days shown by default, including today. */
const daysShown = 90

interface LeadSourcesProps {
  search: LeadSearch
  go: (changes: LeadSearch, options?: { replace?: boolean }) => void
}

/** How far leads came, by source; each number opens its leads (OQ-505). */
export function LeadSources({ search, go }: LeadSourcesProps) {
  const today = businessDay()
  const to = search.to ?? today
  const from = search.from ?? addDays(to, 1 - daysShown)
  const refusal =
    from > to ? messages.reversed : daysBetween(from, to) >= longestFunnelDays ? messages.tooLong : undefined
  return (
    <>
      <div className={`${filter.bar} ${classes.days}`}>
        <DayField
          label={messages.from}
          value={from}
          max={today}
          isPast
          className={classes.day}
          onChange={(day) => go({ from: day ?? undefined })}
        />
        <DayField
          label={messages.to}
          value={to}
          max={today}
          isPast
          className={classes.day}
          onChange={(day) => go({ to: day ?? undefined })}
        />
      </div>
      <BusinessDaysNote className={classes.help} />
      {refusal === undefined ? (
        <Funnel from={from} to={to} />
      ) : (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

function Funnel({ from, to }: { from: string; to: string }) {
  const { data, error, refetch } = useRead(getLeadFunnel, {
    query: spanQuery({ from, to }) as { start_date: string; end_date: string },
  })
  if (!data && error) {
    return <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return <LeadFunnelSkeleton count={6} />
  }
  if (data.total.booked === 0) {
    return <StatePanel kind="empty" icon={IconHeadset} title={messages.empty} help={messages.emptyHelp} />
  }
  return <LeadFunnelTable funnel={data} from={from} to={to} />
}
