import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import {
  fileGstMonth,
  getGstReturn,
  listGstMonths,
  reopenGstMonth,
  setUsdRate,
} from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import {
  type GstMonth,
  type GstReturnSummary,
  type TaxSum,
  UsdRate,
} from '@greenroom/contract/money/gst-return/gst-return.schema'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { failureMessage, withReason } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMonth, formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { exportFormatLabels } from '../../../shared/record/export/export-messages.ts'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FactChanges } from '../../../ui/use-confirmed-facts.tsx'
import classes from './month-dialog.module.css'
import {
  gstTableLabels,
  monthDialogMessages as messages,
  monthColumns,
  monthMessages,
  rateMissingText,
} from './month-messages.ts'
import { readRate } from './read-rate.ts'

interface MonthDialogProps {
  opened: boolean
  month: GstMonth
  onClose: () => void
  /** What was typed and not saved. It outlives the dialog, so that Escape loses nothing. */
  typedRate: TypedRate | undefined
  onTypeRate: (typed: TypedRate | undefined) => void
}

/** A rate that is not saved yet. */
export interface TypedRate {
  text: string
  /** The saved rate that it replaces, as it was shown. */
  replaces: string
}

/** A month: GSTR-1 beside the registers, its files, the rate for dollars, and whether it is filed (OQ-294). */
export function MonthDialog({ opened, month, onClose, typedRate, onTypeRate }: MonthDialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  // The question keeps its verb, whatever a colleague does while it is open.
  const [asked, setAsked] = useState<'file' | 'reopen'>('file')
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
  const filing = useCall(fileGstMonth, { invalidates: [listGstMonths], refreshesOnConflict: true })
  const reopening = useCall(reopenGstMonth, { invalidates: [listGstMonths], refreshesOnConflict: true })
  const isShown = useIsShown(opened)
  const isReopening = asked === 'reopen'
  const documents = month.invoices + month.credit_notes
  const status =
    month.filed_at !== null && month.filed_by !== null
      ? monthMessages.filedBy(formatTime(month.filed_at), month.filed_by)
      : monthMessages.notFiled
  const change = async () => {
    const { version } = month
    const params = { month: month.month }
    const work = isReopening
      ? reopening.call({ params, version })
      : filing.call({ params, version, body: { documents, state_missing: month.state_missing } })
    await notify.progress(work, {
      pending: isReopening ? messages.reopening : messages.filing,
      success: isReopening ? messages.reopened : messages.filed,
      // The question shows why.
      error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
    })
  }
  const ask = () => {
    setAsked(isFiled ? 'reopen' : 'file')
    setIsAsking(true)
  }
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
            <Button size="md" variant={isFiled ? 'default' : 'filled'} onClick={ask}>
              {isFiled ? messages.reopen : messages.file}
            </Button>
          )
        }
      >
        <div className={classes.parts}>
          <p className="gr-small gr-quiet">
            {monthMessages.documents(month.invoices, month.credit_notes)}
            {isFiled && `. ${status}`}
          </p>
          <Summary
            summary={summary.data}
            rateMissing={month.rate_missing}
            hasFailed={summary.error !== null}
            onRetry={() => void summary.refetch()}
          />
          {month.sums.some(({ currency_code }) => currency_code === 'USD') && (
            <Rate month={month} typed={typedRate} onType={onTypeRate} />
          )}
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
      <FactQuestion
        opened={isAsking}
        title={isReopening ? messages.reopenTitle(name) : messages.fileTitle(name)}
        confirmLabel={isReopening ? messages.reopen : messages.file}
        cancelLabel="Cancel"
        destructive={isReopening}
        isReady={isFiled === isReopening}
        facts={[
          { term: monthColumns.status, value: status },
          {
            term: monthColumns.documents,
            value: monthMessages.documents(month.invoices, month.credit_notes),
          },
          { term: messages.stateMissing, value: String(month.state_missing) },
          { term: messages.rate, value: rateText(month) || messages.noRate },
        ]}
        describeFailure={(reason) => withReason(messages.failed, reason)}
        onConfirm={change}
        onClose={() => setIsAsking(false)}
      >
        <p>{isReopening ? messages.reopenEffect : messages.fileEffect}</p>
        {!isReopening && month.state_missing > 0 && <p>{messages.fileStateMissing(month.state_missing)}</p>}
      </FactQuestion>
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

interface RateProps {
  month: GstMonth
  typed: TypedRate | undefined
  onType: (typed: TypedRate | undefined) => void
}

/** Rupees for one dollar in this month. A filed month keeps its rate. */
function Rate({ month, typed, onType }: RateProps) {
  const saved = rateText(month)
  const [error, setError] = useState<string>()
  const [isAccepted, setAccepted] = useState(false)
  const maySet = useMay<typeof setUsdRate>('money.write')
  const saving = useCall(setUsdRate, {
    invalidates: [listGstMonths, getGstReturn],
    refreshesOnConflict: true,
  })
  const isFiled = month.filed_at !== null
  const text = typed?.text ?? saved
  const isReplaced = typed !== undefined && typed.replaces !== saved && !saving.isPending
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const usd_rate = UsdRate.safeParse(readRate(text))
    setError(usd_rate.success ? undefined : usd_rate.error.issues[0]?.message)
    if (!usd_rate.success) return
    if (typed && isReplaced) {
      onType({ ...typed, replaces: saved })
      setAccepted(true)
      return
    }
    setAccepted(false)
    try {
      await notify.progress(
        saving.call({
          params: { month: month.month },
          body: { usd_rate: usd_rate.data },
          version: month.version,
        }),
        {
          pending: messages.savingRate,
          success: messages.rateSaved,
          error: (reason) => (isStale(reason) ? undefined : withReason(messages.rateFailed, reason)),
        },
      )
      onType(undefined)
    } catch (reason) {
      // The toast has reported any other failure.
      if (!isStale(reason)) return
      setError(failureMessage(reason))
      // The refusal names the change. The next press saves over it.
      if (typed) onType({ ...typed, replaces: rateText(reason.data as GstMonth) })
    }
  }
  if (!maySet) {
    return <DescriptionList items={[{ term: messages.rate, value: saved }]} />
  }
  return (
    <form className={classes.rate} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        label={messages.rate}
        description={messages.rateHelp}
        inputMode="decimal"
        value={isFiled ? saved : text}
        disabled={isFiled}
        error={error}
        onChange={(event) => {
          const next = event.currentTarget.value
          setError(undefined)
          setAccepted(false)
          onType(next === saved ? undefined : { text: next, replaces: typed?.replaces ?? saved })
        }}
      />
      <BusyButton type="submit" variant="default" disabled={isFiled} busy={saving.isPending}>
        {messages.saveRate}
      </BusyButton>
      {!isFiled && (
        <FactChanges
          facts={{
            changes: isReplaced
              ? [
                  {
                    term: messages.rate,
                    before: typed.replaces || messages.noRate,
                    now: saved || messages.noRate,
                  },
                ]
              : [],
            isAccepted,
          }}
          confirmLabel={messages.saveRate}
        />
      )}
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
