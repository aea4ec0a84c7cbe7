import { getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBusinessTimeZone } from '../../../lib/api/current-session.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { businessDay } from '../../../lib/dates.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { useOfferedReports } from './offered-reports.ts'
import classes from './report.module.css'
import { ReportBar } from './report-bar.tsx'
import { reportMessages as messages } from './report-messages.ts'
import { hasNoOrders, ReportRead, ReportSkeleton, type ShownProps } from './report-read.tsx'
import { type ReportSearch, refusalOf, reportDefaults, reportOf, salesQuery } from './report-search.ts'
import { ReportTotals } from './report-totals.tsx'
import { SalesReport } from './sales-report.tsx'

const BuyersReport = lazyPart('buyers-report', () =>
  import('./buyers-report.tsx').then((part) => part.BuyersReport),
)
const PartsReport = lazyPart('parts-report', () =>
  import('./parts-report.tsx').then((part) => part.PartsReport),
)
const LeadsReport = lazyPart('leads-report', () =>
  import('./leads-report.tsx').then((part) => part.LeadsReport),
)
const ModerationReport = lazyPart('moderation-report', () =>
  import('./moderation-report.tsx').then((part) => part.ModerationReport),
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
      {/* Rows belong to the numbers that were shown. */}
      <ReportBar report={report} onChange={(changes) => go({ ...changes, rows: undefined })} />
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
        <Chosen {...shown} />
      )}
    </div>
  )
}

const SeatsReport = lazyPart('seats-report', () =>
  import('./seats-report.tsx').then((part) => part.SeatsReport),
)
const otherParts = { leads: LeadsReport, moderation: ModerationReport, seats: SeatsReport } as const

function Chosen(shown: ShownProps) {
  const { by } = shown.report
  const offered = useOfferedReports()
  switch (by) {
    case 'time':
      return <Sales {...shown} />
    case 'leads':
    case 'moderation':
    case 'seats': {
      if (!offered[by]) {
        return (
          <StatePanel
            kind="no-match"
            title={messages.notIncluded[by]}
            action={
              <LightButton onClick={() => shown.go({ by: undefined })}>{messages.showSales}</LightButton>
            }
          />
        )
      }
      const Part = otherParts[by]
      return (
        <PartBoundary key={by} fallback={<ReportSkeleton />}>
          <Part {...shown} />
        </PartBoundary>
      )
    }
    case 'buyers':
      return (
        <PartBoundary key={by} fallback={<ReportSkeleton />}>
          <BuyersReport {...shown} />
        </PartBoundary>
      )
    default:
      return (
        <PartBoundary key="parts" fallback={<ReportSkeleton />}>
          <PartsReport dimension={by} {...shown} />
        </PartBoundary>
      )
  }
}

function Sales({ enabled, ...shown }: ShownProps) {
  const query = salesQuery(shown.report)
  // Sums of another period or currency must not appear under the names of this one.
  const read = useRead(getSalesReport, { query }, { enabled, keepPrevious: false })
  return (
    <ReportRead read={read} isEmpty={hasNoOrders} {...shown}>
      {(sales) => (
        <>
          <ReportTotals {...sales} report={shown.report} onShow={(show) => shown.go({ show })} />
          <SalesReport sales={sales} report={shown.report} />
        </>
      )}
    </ReportRead>
  )
}
