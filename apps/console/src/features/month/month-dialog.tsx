import type { createExport } from '@greenroom/contract/export/export.endpoints'
import type { NewExport } from '@greenroom/contract/export/export.schema'
import {
  fileGstMonth,
  getGstReturn,
  listGstMonths,
  reopenGstMonth,
  setUsdRate,
} from '@greenroom/contract/gst-return/gst-return.endpoints'
import {
  type GstMonth,
  type GstReturnSummary,
  rateMessage,
  type TaxSum,
  UsdRate,
} from '@greenroom/contract/gst-return/gst-return.schema'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useCall, useRead } from '../../lib/api/hooks.ts'
import { useMay } from '../../lib/api/permissions.ts'
import { formatMonth, formatTime } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { notify } from '../../lib/notify.tsx'
import { paths } from '../../lib/paths.ts'
import { ExportList } from '../../shared/export/export-list.tsx'
import { exportFormatLabels } from '../../shared/export/export-messages.ts'
import { useExports } from '../../shared/export/use-exports.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './month-dialog.module.css'
import {
  gstTableLabels,
  monthDialogMessages as messages,
  monthColumns,
  monthMessages,
  rateMissingText,
} from './month-messages.ts'

interface MonthDialogProps {
  opened: boolean
  month: GstMonth
  onClose: () => void
}

/** A month: GSTR-1 beside the registers, its files, the rate for dollars, and whether it is filed (OQ-294). */
export function MonthDialog({ opened, month, onClose }: MonthDialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  const name = formatMonth(month.month)
  const isFiled = month.filed_at !== null
  const summary = useRead(
    getGstReturn,
    { params: { month: month.month } },
    { keepPrevious: false, enabled: opened },
  )
  // Back closes this dialog but not the question.
  if (!opened && isAsking) setIsAsking(false)
  const mayExport = useMay<typeof createExport>('money.export')
  const mayFile = useMay<typeof fileGstMonth>('money.write')
  const exports = useExports(mayExport)
  const filing = useCall(fileGstMonth, { invalidates: [listGstMonths] })
  const reopening = useCall(reopenGstMonth, { invalidates: [listGstMonths] })
  const change = () =>
    notify.progress((isFiled ? reopening : filing).call({ params: { month: month.month } }), {
      pending: isFiled ? messages.reopening : messages.filing,
      success: isFiled ? messages.reopened : messages.filed,
      error: messages.failed,
    })
  const needsRate = month.rate_missing > 0
  const isBusy = exports.isStarting || exports.open !== undefined
  return (
    <>
      <Dialog
        opened={opened}
        onClose={onClose}
        title={name}
        focusesTitle
        size="wide"
        footer={
          mayFile && (
            <Button size="md" variant={isFiled ? 'default' : 'filled'} onClick={() => setIsAsking(true)}>
              {isFiled ? messages.reopen : messages.file}
            </Button>
          )
        }
      >
        <div className={classes.parts}>
          <p className="gr-small gr-quiet">
            {monthMessages.documents(month.invoices, month.credit_notes)}
            {month.filed_at !== null &&
              month.filed_by !== null &&
              `. ${monthMessages.filedBy(formatTime(month.filed_at), month.filed_by)}`}
          </p>
          <Summary
            summary={summary.data}
            rateMissing={month.rate_missing}
            hasFailed={summary.error !== null}
            onRetry={() => void summary.refetch()}
          />
          {month.sums.some(({ currency_code }) => currency_code === 'USD') && <Rate month={month} />}
          {mayExport && (
            <>
              <Downloads month={month.month} needsRate={needsRate} isBusy={isBusy} onStart={exports.start} />
              <ExportList exports={exports} />
            </>
          )}
          <p className="gr-small">
            <Link className="gr-accent gr-underline" to={paths.differences}>
              {monthMessages.differences}
            </Link>
          </p>
        </div>
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title={isFiled ? messages.reopenTitle(name) : messages.fileTitle(name)}
        confirmLabel={isFiled ? messages.reopen : messages.file}
        cancelLabel="Cancel"
        destructive={isFiled}
        onConfirm={change}
        onClose={() => setIsAsking(false)}
      >
        <p>{isFiled ? messages.reopenEffect : messages.fileEffect}</p>
        {!isFiled && month.state_missing > 0 && <p>{messages.fileStateMissing(month.state_missing)}</p>}
      </ConfirmDialog>
    </>
  )
}

const amounts = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const

/** The tables of GSTR-1 with their sums, below them those of the registers. */
function Summary({
  summary,
  rateMissing,
  hasFailed,
  onRetry,
}: {
  summary: GstReturnSummary | undefined
  /** How many documents have no rate. The summary names the newest of them. */
  rateMissing: number
  hasFailed: boolean
  onRetry: () => void
}) {
  if (summary === undefined) {
    if (hasFailed) {
      return (
        <p className="gr-small gr-danger" role="alert">
          {messages.loadFailed}{' '}
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {messages.retry}
          </Button>
        </p>
      )
    }
    return (
      <Loading label={messages.loading}>
        <div className={classes.waiting}>
          {gstRows.map((table) => (
            <Skeleton key={table} width="100%" />
          ))}
        </div>
      </Loading>
    )
  }
  const isEqual = amounts.every((one) => summary.reported[one] === summary.registered[one])
  const row = (key: string, label: string, sum: TaxSum) => (
    <tr key={key} data-sum={key} data-empty={sum.count === 0 || undefined}>
      <th scope="row">
        {label} <span className="gr-faint">({sum.count.toLocaleString('en-IN')})</span>
      </th>
      {amounts.map((one) => (
        <td key={one} data-label={monthColumns[one]}>
          {formatMoney(sum[one], 'INR')}
        </td>
      ))}
    </tr>
  )
  return (
    <div>
      <table className={classes.table} aria-label={messages.tables}>
        <thead>
          <tr>
            <th scope="col">{messages.tables}</th>
            {amounts.map((one) => (
              <th key={one} scope="col">
                {monthColumns[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{summary.tables.map(({ table, ...sum }) => row(table, gstTableLabels[table], sum))}</tbody>
        <tfoot>
          {row('reported', messages.reported, summary.reported)}
          {row('registered', messages.registered, summary.registered)}
        </tfoot>
      </table>
      <p className={`gr-small ${isEqual ? 'gr-quiet' : 'gr-danger'}`} role="status">
        {isEqual ? messages.equal : messages.differs}
      </p>
      {summary.rate_missing.length > 0 && (
        <p className="gr-small gr-danger">{rateMissingText(summary.rate_missing, rateMissing)}</p>
      )}
    </div>
  )
}

const gstRows = Object.keys(gstTableLabels)

/** Rupees for one dollar in this month. A filed month keeps its rate. */
function Rate({ month }: { month: GstMonth }) {
  const [rate, setRate] = useState(() => rateText(month))
  const [shown, setShown] = useState(month.usd_rate)
  if (shown !== month.usd_rate) {
    setShown(month.usd_rate)
    setRate(rateText(month))
  }
  const [error, setError] = useState<string>()
  const maySet = useMay<typeof setUsdRate>('money.write')
  const saving = useCall(setUsdRate, { invalidates: [listGstMonths, getGstReturn] })
  const isFiled = month.filed_at !== null
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const usd_rate = UsdRate.safeParse(rate)
    setError(usd_rate.success ? undefined : rateMessage)
    if (!usd_rate.success) return
    void notify
      .progress(saving.call({ params: { month: month.month }, body: { usd_rate: usd_rate.data } }), {
        pending: messages.savingRate,
        success: messages.rateSaved,
        error: messages.rateFailed,
      })
      .catch(() => undefined)
  }
  if (!maySet) {
    return <DescriptionList items={[{ term: messages.rate, value: rate }]} />
  }
  return (
    <form className={classes.rate} noValidate onSubmit={save}>
      <TextInput
        label={messages.rate}
        description={messages.rateHelp}
        inputMode="decimal"
        value={rate}
        disabled={isFiled}
        error={error}
        onChange={(event) => setRate(event.currentTarget.value)}
      />
      <BusyButton type="submit" variant="default" disabled={isFiled} busy={saving.isPending}>
        {messages.saveRate}
      </BusyButton>
    </form>
  )
}

function rateText({ usd_rate }: GstMonth): string {
  return usd_rate === null ? '' : String(Number(usd_rate))
}

interface DownloadsProps {
  month: string
  needsRate: boolean
  isBusy: boolean
  onStart: (body: NewExport) => void
}

/** Starts the exports of the registers and of GSTR-1. */
function Downloads({ month, needsRate, isBusy, onStart }: DownloadsProps) {
  const register = (document_kind: 'invoice' | 'credit-note' | undefined) =>
    (['csv', 'xlsx'] as const).map((format) => ({
      format,
      body: { kind: 'documents' as const, format, month, ...(document_kind && { document_kind }) },
    }))
  const rows: { label: string; files: { format: 'csv' | 'xlsx' | 'json'; body: NewExport }[] }[] = [
    { label: messages.invoices, files: register('invoice') },
    { label: messages.notes, files: register('credit-note') },
    { label: messages.all, files: register(undefined) },
    {
      label: messages.gstr1,
      files: (['json', 'xlsx'] as const).map((format) => ({
        format,
        body: { kind: 'gst-return' as const, format, month },
      })),
    },
  ]
  return (
    <section aria-label={messages.export}>
      <h3 className="gr-small gr-bold">{messages.export}</h3>
      <ul className={classes.files}>
        {rows.map(({ label, files }) => (
          <li key={label}>
            <span className="gr-small gr-grow">{label}</span>
            {files.map(({ format, body }) => (
              <Button
                key={format}
                size="compact-sm"
                variant="default"
                aria-label={`${label}, ${exportFormatLabels[format]}`}
                disabled={body.kind === 'gst-return' && needsRate}
                // The disabled attribute would drop the focus of the button that was pressed.
                aria-disabled={isBusy || undefined}
                data-disabled={isBusy || undefined}
                onClick={() => isBusy || onStart(body)}
              >
                {exportFormatLabels[format]}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
