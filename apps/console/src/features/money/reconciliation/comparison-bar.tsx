import { addDays } from '@greenroom/contract/calendar-day'
import type { DataOf } from '@greenroom/contract/endpoint'
import {
  compareDay,
  listComparisons,
  listDifferences,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { businessDay, formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { counted } from '../../../shared/money/difference/difference-texts.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import classes from './comparison-bar.module.css'
import { differenceMessages as messages } from './difference-messages.ts'

type Comparisons = DataOf<typeof listComparisons>

/** How often the comparisons are read while one runs, and otherwise, in milliseconds. */
const runningMs = 2_000
const quietMs = 60_000

/** Reads the comparisons of the last days. When one ends, the list of differences is read again. */
export function useComparisons() {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const comparisons = useRead(
    listComparisons,
    { query: { limit: 30 } },
    // The list below ends a session that is over. Polling must not: somebody may be typing a note.
    { refetchMs: isRunning ? runningMs : quietMs, isBackground: true },
  )
  const finished = comparisons.data?.last_finished_at
  const before = useRef(finished)
  useEffect(() => {
    setIsRunning(runningOf(comparisons.data) !== undefined)
    if (before.current !== undefined && before.current !== finished) {
      void client.invalidateQueries({ queryKey: queryKey(listDifferences) })
    }
    before.current = finished
  }, [client, comparisons.data, finished])
  return comparisons
}

/** When the books were last compared, whether a comparison failed, and a day to compare now (OQ-271). */
export function ComparisonBar({ read }: { read: ReturnType<typeof useComparisons> }) {
  const { data: comparisons } = read
  const today = businessDay()
  const [day, setDay] = useState(addDays(today, -1))
  const compare = useCall(compareDay, { invalidates: [listComparisons] })
  const mayCompare = useMay<typeof compareDay>('money.write')
  const running = runningOf(comparisons)
  const failed = comparisons?.comparisons.find(({ state }) => state === 'failed')
  const last = comparisons?.comparisons
    .filter(({ finished_at }) => finished_at !== null)
    .sort((a, b) => Date.parse(b.finished_at ?? '') - Date.parse(a.finished_at ?? ''))[0]
  const request = () =>
    notify
      .progress(compare.call({ body: { day } }), {
        pending: messages.comparing,
        success: messages.requested,
        error: failureMessage,
      })
      // The toast has reported it.
      .catch(() => {})
  return (
    <section className={classes.bar} aria-label={messages.comparisonLabel}>
      <p className={classes.text} role="status">
        {running
          ? messages.running(formatDay(running.day))
          : comparisons && (
              <>
                {comparisons.last_finished_at === null
                  ? messages.neverCompared
                  : messages.lastCompared(formatTime(comparisons.last_finished_at))}
                {last && (
                  <span className="gr-block gr-faint">
                    {messages.result(
                      formatDay(last.day),
                      counted(last.payments, 'payment'),
                      counted(last.differences, 'difference'),
                    )}
                  </span>
                )}
              </>
            )}
      </p>
      <BusinessDaysNote />
      {mayCompare && (
        <div className={classes.request}>
          <DayField
            label={messages.compareDay}
            value={day}
            max={today}
            isPast
            onChange={(picked) => setDay(picked ?? day)}
            className={classes.day}
          />
          <BusyButton
            variant="default"
            size="md"
            className={classes.button}
            busy={compare.isPending || running?.day === day}
            onClick={() => void request()}
          >
            {messages.compare}
          </BusyButton>
        </div>
      )}
      {read.error && comparisons === undefined && (
        <div className={classes.failure}>
          <ProblemNotice message={messages.comparisonsFailed} />
          <LightButton onClick={() => void read.refetch()}>{messages.retry}</LightButton>
        </div>
      )}
      {failed && !running && (
        <div className={classes.failure}>
          <ProblemNotice message={messages.failed(formatDay(failed.day), failed.failure ?? '')} />
        </div>
      )}
    </section>
  )
}

function runningOf(comparisons: Comparisons | undefined) {
  return comparisons?.comparisons.find(({ state }) => state === 'running' || state === 'waiting')
}
