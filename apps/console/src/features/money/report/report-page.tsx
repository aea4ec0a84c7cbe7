import { addDays } from '@greenroom/contract/calendar-day'
import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import {
  getBuyersReport,
  getPartsReport,
  getSalesReport,
} from '@greenroom/contract/money/report/report.endpoints'
import type { ReportDimension } from '@greenroom/contract/money/report/report.rules'
import type { SalesSum } from '@greenroom/contract/money/report/report.schema'
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
import { BuyersReport } from './buyers-report.tsx'
import { PartsReport } from './parts-report.tsx'
import classes from './report.module.css'
import { ReportBar } from './report-bar.tsx'
import { reportMessages as messages } from './report-messages.ts'
import {
  partsQuery,
  type Report,
  type ReportSearch,
  refusalOf,
  reportDefaults,
  reportOf,
  salesQuery,
} from './report-search.ts'
import { daysText } from './report-texts.ts'
import { ReportTotals } from './report-totals.tsx'
import { SalesReport } from './sales-report.tsx'

const ExportDialog = lazyDialog('report-export', () =>
  import('./report-export-dialog.tsx').then((part) => part.ReportExportDialog),
)

const route = getRouteApi('/signed-in/reports')

/** What was sold by time, or by what the orders have in common, against an earlier period (OQ-651, OQ-654). */
export function ReportPage(): ReactNode {
  const isZoneKnown = useBusinessTimeZone() !== undefined
  const today = businessDay()
  const report = reportOf(route.useSearch(), today)
  const { go } = useListSearch<ReportSearch>(reportDefaults)
  const refusal = refusalOf(report)
  const shown = { report, enabled: isZoneKnown, today, go }
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
      ) : report.by === 'time' ? (
        <Sales {...shown} />
      ) : report.by === 'buyers' ? (
        <Buyers {...shown} />
      ) : (
        <Parts dimension={report.by} {...shown} />
      )}
    </div>
  )
}

interface ShownProps {
  report: Report
  enabled: boolean
  /** YYYY-MM-DD */
  today: string
  go: (changes: ReportSearch) => void
}

// Sums of another period or currency must not stand under the names of this one.
const keepPrevious = false

function Sales({ enabled, ...shown }: ShownProps) {
  const query = salesQuery(shown.report)
  const read = useRead(getSalesReport, { query }, { enabled, keepPrevious })
  return (
    <Read read={read} filters={query} isEmpty={hasNoOrders} {...shown}>
      {(sales) => (
        <>
          <ReportTotals {...sales} report={shown.report} onShow={(show) => shown.go({ show })} />
          <SalesReport sales={sales} report={shown.report} />
        </>
      )}
    </Read>
  )
}

function Parts({ enabled, dimension, ...shown }: ShownProps & { dimension: ReportDimension }) {
  const query = partsQuery(shown.report, dimension)
  const read = useRead(getPartsReport, { query }, { enabled, keepPrevious })
  return (
    <Read read={read} filters={{ ...query, step: 'day' }} isEmpty={hasNoOrders} {...shown}>
      {(parts) => (
        <>
          <ReportTotals {...parts} report={shown.report} onShow={(show) => shown.go({ show })} />
          <PartsReport parts={parts} report={shown.report} dimension={dimension} />
        </>
      )}
    </Read>
  )
}

function Buyers({ enabled, ...shown }: ShownProps) {
  const query = salesQuery(shown.report)
  const read = useRead(getBuyersReport, { query }, { enabled, keepPrevious })
  return (
    <Read
      read={read}
      filters={{ ...query, dimension: 'buyers' }}
      isEmpty={({ total, previous }) => total.buyers === 0 && !previous?.total.buyers}
      {...shown}
    >
      {(buyers) => <BuyersReport buyers={buyers} report={shown.report} />}
    </Read>
  )
}

const hasNoOrders = ({ total, previous }: { total: SalesSum; previous?: { total: SalesSum } | undefined }) =>
  total.orders === 0 && !previous?.total.orders

type NumbersFilters = Extract<NewExport, { kind: 'numbers' }>['filters']

interface ReadProps<Data> extends Omit<ShownProps, 'enabled'> {
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** What an export has. */
  filters: NumbersFilters
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A report with its export; or why there is nothing. */
function Read<Data>({ read, filters, isEmpty, report, today, go, children }: ReadProps<Data>) {
  const { data, error, refetch } = read
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
  if (isEmpty(data)) {
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
      <ExportButton filters={filters} />
      {children(data)}
    </section>
  )
}

function ExportButton({ filters }: { filters: NumbersFilters }) {
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
