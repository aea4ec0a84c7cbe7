import { addDays } from '@greenroom/contract/calendar-day'
import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import { getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import { IconChartLine, IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useBusinessTimeZone } from '../../../lib/api/current-session.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { businessDay } from '../../../lib/dates.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './report.module.css'
import { ReportBar } from './report-bar.tsx'
import { reportMessages as messages } from './report-messages.ts'
import {
  type Report,
  type ReportSearch,
  refusalOf,
  reportDefaults,
  reportOf,
  salesQuery,
} from './report-search.ts'
import { daysText } from './report-texts.ts'
import { SalesReport } from './sales-report.tsx'

const ExportDialog = lazyDialog('report-export', () =>
  import('./report-export-dialog.tsx').then((part) => part.ReportExportDialog),
)

const route = getRouteApi('/signed-in/reports')

/** What was sold by day, week or month, against an earlier period (OQ-651). */
export function ReportPage(): ReactNode {
  const isZoneKnown = useBusinessTimeZone() !== undefined
  const today = businessDay()
  const report = reportOf(route.useSearch(), today)
  const { go } = useListSearch<ReportSearch>(reportDefaults)
  const refusal = refusalOf(report)
  return (
    // Takes the focus of Retry.
    <div className={classes.page} tabIndex={-1}>
      <ReportBar report={report} onChange={go} />
      {refusal ? (
        <StatePanel
          kind="no-match"
          title={messages[refusal]}
          action={
            <LightButton onClick={() => go({ from: undefined, to: undefined })}>
              {messages.showLastDays}
            </LightButton>
          }
        />
      ) : (
        <Sales report={report} enabled={isZoneKnown} today={today} go={go} />
      )}
    </div>
  )
}

interface SalesProps {
  report: Report
  enabled: boolean
  /** YYYY-MM-DD */
  today: string
  go: (changes: ReportSearch) => void
}

function Sales({ report, enabled, today, go }: SalesProps) {
  const query = salesQuery(report)
  // Sums of another period or currency must not stand under the names of this one.
  const { data, error, refetch } = useRead(getSalesReport, { query }, { enabled, keepPrevious: false })
  if (!data && error) {
    return <LoadFailure title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Loading label={messages.loading} className={classes.loading}>
        <Skeleton height={72} />
        <Skeleton height={220} />
        <Skeleton height={320} />
      </Loading>
    )
  }
  if (data.total.orders === 0 && !data.previous?.total.orders) {
    return (
      <StatePanel
        kind="empty"
        icon={IconChartLine}
        title={messages.empty}
        help={messages.emptyHelp(report.currency, daysText(report))}
        action={
          <LightButton onClick={() => go({ from: addDays(today, -364), to: today, step: 'month' })}>
            {messages.showYear}
          </LightButton>
        }
      />
    )
  }
  return (
    <section>
      <ExportButton filters={query} />
      <SalesReport sales={data} report={report} onShow={(show) => go({ show })} />
    </section>
  )
}

function ExportButton({ filters }: { filters: ReturnType<typeof salesQuery> }) {
  const mayExport = useMay<typeof createExport>('money.export')
  const [isExporting, setIsExporting] = useState(false)
  const exporting = useLastOpened(isExporting || undefined)
  if (!mayExport) return null
  return (
    <>
      <LightButton
        className={classes.export}
        aria-haspopup="dialog"
        icon={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
        onPointerEnter={() => prefetchDialogs(ExportDialog)}
        onFocus={() => prefetchDialogs(ExportDialog)}
        onClick={() => setIsExporting(true)}
      >
        {messages.export}
      </LightButton>
      {exporting.last && (
        <ExportDialog opened={isExporting} filters={filters} onClose={() => setIsExporting(false)} />
      )}
    </>
  )
}
