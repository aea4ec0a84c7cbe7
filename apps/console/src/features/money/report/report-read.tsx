import { addDays } from '@greenroom/contract/calendar-day'
import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import { IconChartLine, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './report.module.css'
import { reportMessages as messages } from './report-messages.ts'
import type { Report, ReportSearch } from './report-search.ts'
import { daysText } from './report-texts.ts'

const ExportDialog = lazyDialog('report-export', () =>
  import('./report-export-dialog.tsx').then((part) => part.ReportExportDialog),
)

export interface ShownProps {
  report: Report
  enabled: boolean
  /** YYYY-MM-DD */
  today: string
  go: (changes: ReportSearch) => void
}

type NumbersFilters = Extract<NewExport, { kind: 'numbers' }>['filters']

interface ReportReadProps<Data> extends Omit<ShownProps, 'enabled'> {
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** What an export has. */
  filters: NumbersFilters
  isEmpty: (data: Data) => boolean
  /** What an empty report says; nobody paid by default. */
  empty?: { title: string; help: (days: string) => string }
  children: (data: Data) => ReactNode
}

/** A report with its export; or why there is nothing. */
export function ReportRead<Data>({
  read,
  filters,
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
