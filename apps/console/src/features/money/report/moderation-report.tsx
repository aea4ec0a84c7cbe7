import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import { getHandlingReport } from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { LinkProps } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { paths } from '../../../lib/paths.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { CountedRows } from './counted-rows.tsx'
import { handlingLabels, handlingMessages as messages } from './other-report-messages.ts'
import classes from './report.module.css'
import { ReportRead, type ShownProps } from './report-read.tsx'
import { rowsText } from './report-search.ts'
import { countText, minutesText } from './report-texts.ts'
import { type Days, Totals } from './report-values.tsx'
import { stepsReport } from './steps-report.tsx'

type Name = keyof HandlingCounts

const texts = {
  labels: handlingLabels,
  format: (value: number, name: Name) =>
    name === 'median_minutes' || name === 'p90_minutes' ? minutesText(value) : countText(value),
  opens: messages.opens,
}
const Steps = stepsReport<Name>(texts)

/** Returns the link to the reports behind a number. What tells how fast they were handled counts those. */
function rowsLink(days: Days, name: Name = 'received'): LinkProps {
  const rows = rowsText(name === 'received' ? 'received' : 'handled', days)
  return { to: paths.reports, search: ((shown: object) => ({ ...shown, rows })) as never }
}

/** How many reports of members came in and were handled, and how fast (OQ-672). */
export function ModerationReport({ enabled, ...shown }: ShownProps) {
  const { from, to, step, compare } = shown.report
  const query = { from, to, step, ...(compare !== 'none' && { compare }) }
  const read = useRead(
    getHandlingReport,
    { query },
    { enabled: enabled && !shown.report.rows, keepPrevious: false },
  )
  if (shown.report.rows) return <CountedRows rows={shown.report.rows} enabled={enabled} go={shown.go} />
  return (
    <ReportRead
      read={read}
      empty={messages.empty}
      isEmpty={({ total, previous }) =>
        [total, previous?.total].every((one) => !one?.received && !one?.handled)
      }
      {...shown}
    >
      {({ total, steps, previous }) => (
        <>
          <Totals
            texts={texts}
            total={total}
            previous={previous?.total}
            compare={compare}
            now={shown.report}
            before={previous}
            linkOf={rowsLink}
          />
          <p className={classes.explanation}>{messages.explanation}</p>
          <div className={classes.shown}>
            <SegmentedControl
              label={messages.show}
              withLabel={false}
              options={handlingLabels}
              value={shown.report.shown}
              onChange={(show) => shown.go({ show })}
            />
          </div>
          <Steps
            report={shown.report}
            steps={steps.map(({ counts, previous: before, ...days }) => ({
              ...days,
              values: counts,
              previous: before && { ...before, values: before.counts },
            }))}
            previous={previous}
            shown={shown.report.shown}
            texts={texts}
            linkOf={rowsLink}
            label={messages}
          />
        </>
      )}
    </ReportRead>
  )
}
