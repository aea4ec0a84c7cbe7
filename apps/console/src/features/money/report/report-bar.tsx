import { currencyCodes } from '@greenroom/contract/money'
import { type OtherReport, otherReports, reportSteps } from '@greenroom/contract/money/report/report.rules'
import { businessDay } from '../../../lib/dates.ts'
import { oneOf } from '../../../lib/search-params.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { useOfferedReports } from './offered-reports.ts'
import classes from './report.module.css'
import {
  comparisonLabels,
  reportExportMessages as exportMessages,
  reportMessages as messages,
  reportLabels,
  stepLabels,
} from './report-messages.ts'
import {
  exportQuery,
  hasDefaultDays,
  type Report,
  type ReportSearch,
  refusalOf,
  reportDefaults,
} from './report-search.ts'
import { daysText } from './report-texts.ts'

const reports = Object.keys(reportLabels) as Report['by'][]
const comparisons = Object.keys(comparisonLabels) as Report['compare'][]
const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const byStep: readonly Report['by'][] = ['time', 'buyers', 'moderation']

interface ReportBarProps {
  report: Report
  onChange: (changes: ReportSearch) => void
}

/** The days, their division, the earlier period and the currency of a report. */
export function ReportBar({ report, onChange }: ReportBarProps) {
  const { from, to } = report
  const today = businessDay()
  const offered = useOfferedReports()
  // A session can begin later than today.
  const past = report.by === 'seats' ? {} : { max: today, isPast: true }
  // Put both days into the address, so that a shared link shows the same days tomorrow.
  const setDays = (days: { from?: string; to?: string }) => onChange({ from, to, ...days })
  const hasStep = byStep.includes(report.by)
  const hasCurrency = !isOther(report.by)
  const set = [
    !hasDefaultDays(report, today),
    hasStep && report.step !== reportDefaults.step,
    report.compare !== reportDefaults.compare,
    hasCurrency && report.currency !== reportDefaults.currency,
  ].filter(Boolean).length
  const choice = (
    <ChoiceSelect
      label={messages.by}
      className={classes.by}
      data={reports
        .filter((by) => !isOther(by) || offered[by])
        .map((value) => ({ value, label: reportLabels[value] }))}
      value={report.by}
      onChange={(chosen) => onChange({ by: oneOf(reports, chosen) })}
    />
  )
  return (
    <>
      <FilterBar set={set} search={choice}>
        <DayField
          label={messages.from}
          className={classes.day}
          value={from}
          {...past}
          onChange={(day) => setDays(day ? { from: day } : {})}
        />
        <DayField
          label={messages.to}
          className={classes.day}
          value={to}
          {...past}
          onChange={(day) => setDays(day ? { to: day } : {})}
        />
        {hasStep && (
          <ChoiceSelect
            label={messages.step}
            className={classes.step}
            data={choicesOf(stepLabels)}
            value={report.step}
            onChange={(step) => onChange({ step: oneOf(reportSteps, step) })}
          />
        )}
        <ChoiceSelect
          label={messages.compare}
          className={classes.compare}
          data={choicesOf(comparisonLabels)}
          value={report.compare}
          onChange={(chosen) => onChange({ compare: oneOf(comparisons, chosen) })}
        />
        {hasCurrency && (
          <ChoiceSelect
            label={messages.currency}
            className={classes.currency}
            data={[...currencyCodes]}
            value={report.currency}
            onChange={(currency) => onChange({ currency: oneOf(currencyCodes, currency) })}
          />
        )}
        {!refusalOf(report) && (
          <ExportButton
            className={`${filter.button} ${classes.export}`}
            title={exportMessages.title}
            what={exportMessages.rows(daysText(report))}
            request={(format) => ({ kind: 'numbers', format, filters: exportQuery(report) })}
          >
            {messages.export}
          </ExportButton>
        )}
      </FilterBar>
      <BusinessDaysNote />
    </>
  )
}

function isOther(by: Report['by']): by is OtherReport {
  return otherReports.some((other) => other === by)
}
