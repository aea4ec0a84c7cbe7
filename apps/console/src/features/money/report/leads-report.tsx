import { comparedSpan } from '@greenroom/contract/money/report/report.rules'
import { getLeadFunnel } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { leadStages } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { useRead } from '../../../lib/api/hooks.ts'
import { leadStageLabels } from '../../../shared/people/lead-funnel/lead-funnel-messages.ts'
import { LeadFunnelTable, leadsLink } from '../../../shared/people/lead-funnel/lead-funnel-table.tsx'
import { leadMessages as messages } from './other-report-messages.ts'
import classes from './report.module.css'
import { ReportChart } from './report-chart.tsx'
import { ReportRead, type ShownProps } from './report-read.tsx'
import { spanMoments } from './report-search.ts'
import { countText } from './report-texts.ts'
import { Totals } from './report-values.tsx'

const texts = { labels: leadStageLabels, format: countText, opens: messages.leads }

/** How far leads came by source, beside those of the earlier period (OQ-671). */
export function LeadsReport({ enabled, ...shown }: ShownProps) {
  const { report } = shown
  const span = { from: report.from, to: report.to }
  const earlier = report.compare === 'none' ? undefined : comparedSpan(span, report.compare)
  const options = { enabled, keepPrevious: false }
  const now = useRead(getLeadFunnel, { query: spanMoments(span) }, options)
  const before = useRead(
    getLeadFunnel,
    { query: spanMoments(earlier ?? span) },
    { ...options, enabled: enabled && earlier !== undefined },
  )
  const read = {
    data: now.data && (earlier === undefined || before.data) ? now.data : undefined,
    error: now.error ?? before.error,
    refetch: () => Promise.all([now, before].map((one) => one.error && one.refetch())),
  }
  return (
    <ReportRead
      read={read}
      empty={messages.empty}
      isEmpty={({ total }) => total.booked === 0 && !(earlier && before.data?.total.booked)}
      {...shown}
    >
      {(funnel) => {
        const previous = earlier && before.data?.total
        return (
          <>
            <Totals
              texts={texts}
              total={funnel.total}
              previous={previous}
              compare={report.compare}
              now={span}
              before={earlier}
              linkOf={leadsLink}
            />
            <p className={classes.explanation}>{messages.explanation}</p>
            <ReportChart
              label={messages.chart}
              kind="bars"
              points={leadStages.map((stage) => ({
                day: leadStageLabels[stage],
                value: funnel.total[stage],
                ...(previous && { previous: previous[stage] }),
              }))}
              days={span}
              previous={previous && earlier}
              format={countText}
              formatDay={(stage) => stage}
            >
              <LeadFunnelTable funnel={funnel} {...span} />
            </ReportChart>
          </>
        )
      }}
    </ReportRead>
  )
}
