import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import { getHandlingReport } from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import type { LinkProps } from '@tanstack/react-router'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { handlingLabels, handlingMessages as messages } from './other-report-messages.ts'
import classes from './report.module.css'
import { ReportRead, type ShownProps } from './report-read.tsx'
import { salesQuery } from './report-search.ts'
import { countText, minutesText } from './report-texts.ts'
import { Totals } from './report-values.tsx'
import { stepsReport } from './steps-report.tsx'

type Name = keyof HandlingCounts

const texts = {
  labels: handlingLabels,
  format: (value: number, name: Name) =>
    name === 'median_minutes' || name === 'p90_minutes' ? minutesText(value) : countText(value),
  opens: messages.history,
}
const Steps = stepsReport<Name>(texts)

/** How many reports of members came in and were handled, and how fast (OQ-672). */
export function ModerationReport({ enabled, ...shown }: ShownProps) {
  const { from, to, step, compare } = shown.report
  const query = { from, to, step, ...(compare !== 'none' && { compare }) }
  const read = useRead(getHandlingReport, { query }, { enabled, keepPrevious: false })
  const mayOpen = useMay<typeof listHistory>('history.read', 'personal.read')
  // The history has who handled a report and when. A report that came in is in no list once it is handled.
  const historyOf = (days: { from: string; to: string }, name?: Name): LinkProps | undefined =>
    mayOpen && name !== 'received'
      ? { to: paths.history, search: { kind: 'changes', from: days.from, to: days.to } as never }
      : undefined
  return (
    <ReportRead
      read={read}
      filters={{ ...salesQuery(shown.report), dimension: 'moderation' }}
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
            linkOf={historyOf}
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
            linkOf={historyOf}
            label={messages}
          />
        </>
      )}
    </ReportRead>
  )
}
