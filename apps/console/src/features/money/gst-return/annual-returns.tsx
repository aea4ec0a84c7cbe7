import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { listGstYears, setAnnualReturn } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { financialYearText } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstYear } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { withReason } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { serverNow } from '../../../lib/clock.ts'
import { notify } from '../../../lib/notify.tsx'
import { DayField } from '../../../shared/field/date-field/day-field.tsx'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import classes from './annual-returns.module.css'
import { annualReturnMessages as messages } from './month-messages.ts'

/** Financial years: until when credit notes reduce tax, which an annual return ends earlier (OQ-832). */
export function AnnualReturns() {
  const { data } = useRead(listGstYears, {})
  const maySet = useMay<typeof setAnnualReturn>('money.write')
  const [opened, setOpened] = useState<GstYear>()
  const seen = useLastOpened(opened)
  if (data === undefined || data.years.length === 0) return null
  const today = dayIn(new Date(serverNow()), taxTimeZone)
  return (
    <section className={classes.section} aria-label={messages.title}>
      <h2 className="gr-heading gr-bold">{messages.title}</h2>
      <ul className={classes.years}>
        {data.years.map((year) => {
          const { annual_return_filed_on: filedOn } = year
          const isOver = today > `${year.year + 1}-03-31`
          return (
            <li key={year.year}>
              <span className="gr-num gr-bold">{financialYearText(year.year)}</span>
              <span className="gr-small gr-quiet gr-grow">
                {filedOn === null ? messages.notFiled : messages.filedOn(formatDay(filedOn))}{' '}
                {(year.last_day_of_credit < today ? messages.ended : messages.until)(
                  formatDay(year.last_day_of_credit),
                )}
              </span>
              {maySet && isOver && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-haspopup="dialog"
                  aria-label={messages.setOf(financialYearText(year.year))}
                  onClick={() => setOpened(year)}
                >
                  {messages.set}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {seen.last && (
        <AnnualReturnDialog
          key={seen.last.year}
          year={seen.last}
          today={today}
          opened={opened !== undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

interface AnnualReturnDialogProps {
  year: GstYear
  /** The day in India, YYYY-MM-DD. */
  today: string
  opened: boolean
  onClose: () => void
}

function AnnualReturnDialog({ year, today, opened, onClose }: AnnualReturnDialogProps) {
  const [filedOn, setFiledOn] = useState(year.annual_return_filed_on)
  const saving = useCall(setAnnualReturn, { invalidates: [listGstYears], refreshesOnConflict: true })
  return (
    <ConfirmDialog
      opened={opened}
      title={messages.dialogTitle(financialYearText(year.year))}
      confirmLabel={messages.save}
      destructive={false}
      describeFailure={(reason) => withReason(messages.failed, reason)}
      onConfirm={() =>
        notify.progress(
          saving.call({
            params: { year: String(year.year) },
            body: { filed_on: filedOn },
            version: year.version,
          }),
          { pending: messages.saving, success: messages.saved, error: () => undefined },
        )
      }
      onClose={onClose}
    >
      <div className="gr-stack">
        <p>{messages.effect}</p>
        <DayField
          label={messages.day}
          value={filedOn}
          min={`${year.year + 1}-04-01`}
          max={today}
          isPast
          onChange={setFiledOn}
        />
      </div>
    </ConfirmDialog>
  )
}
