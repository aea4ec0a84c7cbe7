import { addDays } from '@greenroom/contract/calendar-day'
import type { SalesSum } from '@greenroom/contract/money/report/report.schema'
import { IconChartLine } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './report.module.css'
import { reportMessages as messages } from './report-messages.ts'
import type { Report, ReportSearch } from './report-search.ts'
import { daysText } from './report-texts.ts'

export interface ShownProps {
  report: Report
  enabled: boolean
  /** YYYY-MM-DD */
  today: string
  go: (changes: ReportSearch) => void
}

interface ReportReadProps<Data> extends Omit<ShownProps, 'enabled'> {
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  isEmpty: (data: Data) => boolean
  /** What an empty report says; nobody paid by default. */
  empty?: { title: string; help: (days: string) => string }
  children: (data: Data) => ReactNode
}

/** Tells whether nobody paid, now or in the earlier period. */
export const hasNoOrders = ({
  total,
  previous,
}: {
  total: SalesSum
  previous?: { total: SalesSum } | undefined
}) => total.orders === 0 && !previous?.total.orders

/** A report; or why there is nothing. */
export function ReportRead<Data>({
  read,
  isEmpty,
  empty,
  report,
  today,
  go,
  children,
}: ReportReadProps<Data>) {
  const { data, error, refetch } = read
  if (!data && error) {
    return <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return <ReportSkeleton />
  }
  if (isEmpty(data)) {
    return (
      <StatePanel
        kind="empty"
        icon={IconChartLine}
        title={empty?.title ?? messages.empty}
        help={empty?.help(daysText(report)) ?? messages.emptyHelp(report.currency, daysText(report))}
        action={
          <LightButton onClick={() => go({ from: addDays(today, -364), to: today, step: 'month' })}>
            {messages.showYear}
          </LightButton>
        }
      />
    )
  }
  return <section>{children(data)}</section>
}

/** What is shown while a report loads. */
export function ReportSkeleton() {
  return (
    <Loading label={messages.loading} className={classes.loading}>
      <Skeleton height={72} />
      <Skeleton height={220} />
      <Skeleton height={320} />
    </Loading>
  )
}
