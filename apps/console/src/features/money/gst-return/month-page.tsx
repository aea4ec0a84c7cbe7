import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { addDocumentStates } from '@greenroom/contract/money/document/document.endpoints'
import { getGstReturn, listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { dueDay, lastDayOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstMonth, GstReturnSummary } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { Button } from '@mantine/core'
import { IconCheck, IconFileInvoice, IconMinus, IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { serverNow } from '../../../lib/clock.ts'
import { formatMonth } from '../../../lib/dates.ts'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import type { ChosenPlaces } from '../../../shared/money/missing-states/missing-places.ts'
import { missingStatesMessages } from '../../../shared/money/missing-states/missing-states-messages.ts'
import { ExportList } from '../../../shared/record/export/export-list.tsx'
import { useExports } from '../../../shared/record/export/use-exports.ts'
import { RecordPageSkeleton, RecordScreen } from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay } from '../../../ui/day-field-props.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { CompareMonthButton } from './compare-month-button.tsx'
import { MonthDownloads } from './month-downloads.tsx'
import { MonthFiling } from './month-filing.tsx'
import { monthPageMessages as messages, monthMessages, rateMissingText } from './month-messages.ts'
import classes from './month-page.module.css'
import { MonthRate } from './month-rate.tsx'
import {
  hasDollars,
  isLate,
  type MonthStep,
  monthSteps,
  openSteps,
  type StepState,
  statesOf,
} from './month-steps.ts'
import { MonthSums } from './month-sums.tsx'
import { fileObstacle, otherRateMonths, rateText, statusText, stepText, stepTitle } from './month-texts.ts'
import { StepProgress } from './step-progress.tsx'

const MissingStatesDialog = lazyDialog('missing-states', () =>
  import('../../../shared/money/missing-states/missing-states-dialog.tsx').then(
    (part) => part.MissingStatesDialog,
  ),
)
const route = getRouteApi('/signed-in/books/months/$month')

/** A month as a page of steps, from the comparison with the gateway to the mark that it is filed (OQ-294, OQ-658). */
export function MonthPage(): ReactNode {
  const { month } = route.useParams()
  const [isComparing, setComparing] = useState(false)
  const read = useRead(
    listGstMonths,
    { query: { month, limit: 1 } },
    { keepPrevious: false, ...(isComparing ? { refetchMs: comparingMs, isBackground: true } : {}) },
  )
  const isRunning = read.data?.months[0]?.comparison.is_running ?? false
  useEffect(() => setComparing(isRunning), [isRunning])
  const summary = useRead(getGstReturn, { params: { month } }, { keepPrevious: false })
  return (
    <RecordScreen read={read} loadFailed={messages.loadFailed} skeleton={skeleton}>
      {({ months: [found] }) => {
        if (!found) return <EmptyMonth month={month} />
        // It names documents above other steps, which would move.
        if (summary.data === undefined && summary.error === null) return skeleton
        return <Month key={month} month={found} summary={summary} />
      }}
    </RecordScreen>
  )
}

/** How often a month is read while it is being compared, in milliseconds. */
const comparingMs = 2_000

/** Says what to do about a month without documents. */
function EmptyMonth({ month }: { month: string }) {
  const hasBegun = month <= dayIn(new Date(serverNow()), taxTimeZone).slice(0, 7)
  return (
    <StatePanel
      kind="empty"
      icon={IconFileInvoice}
      title={messages.missing}
      help={messages.missingHelp}
      action={
        <div className="gr-wrap">
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => (
              <Link
                {...paths.transactionList('all')}
                search={{ from: `${month}-01`, to: lastDayOf(month) }}
                {...props}
              />
            )}
          >
            {messages.orders}
          </Button>
          {hasBegun && <CompareMonthButton month={month} />}
        </div>
      }
    />
  )
}

/** How many of the documents that came later are named. */
const mostLater = 10

const skeleton = (
  <RecordPageSkeleton
    label={messages.loading}
    head={[
      [88, 24],
      [160, 20],
    ]}
    parts={[1, 1, 1, 7, 1]}
    isSideNarrow
  />
)

interface MonthProps {
  month: GstMonth
  summary: Pick<UseQueryResult<GstReturnSummary, Error>, 'data' | 'error' | 'refetch'>
}

function Month({ month, summary }: MonthProps) {
  const today = dayIn(new Date(serverNow()), taxTimeZone)
  const states = statesOf(month)
  const current = openSteps(month)[0]?.step
  const parts: Record<MonthStep, { action?: ReactNode; content?: ReactNode }> = {
    compare: {
      action: (
        <div className="gr-wrap">
          <CompareMonthButton
            month={month.month}
            isRunning={month.comparison.is_running}
            isMain={current === 'compare' && month.comparison.differences === 0}
          />
          <Button
            variant={current === 'compare' && month.comparison.differences > 0 ? 'filled' : 'default'}
            size="sm"
            renderRoot={(props) => <Link to={paths.differences} search={{ month: month.month }} {...props} />}
          >
            {messages.differences}
          </Button>
        </div>
      ),
    },
    states: { content: <States month={month} isMain={current === 'states'} /> },
    rate: {
      content: <Rate month={month} missing={summary.data?.rate_missing ?? []} isMain={current === 'rate'} />,
    },
    check: {
      content: (
        <MonthSums
          summary={summary.data}
          hasFailed={summary.error !== null}
          onRetry={() => void summary.refetch()}
        />
      ),
    },
    export: { content: <Later documents={summary.data?.later ?? []} count={month.exported?.later ?? 0} /> },
    file: { action: <MonthFiling month={month} today={today} /> },
  }
  const obstacle = month.filed_at === null ? fileObstacle(month, today) : undefined
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        {month.filed_at === null ? (
          <Badge shape="ring" tone="warn">
            {monthMessages.notFiled}
          </Badge>
        ) : (
          <Badge shape="tick" tone="ok">
            {monthMessages.filed}
          </Badge>
        )}
        <StepProgress month={month} />
        <span className="gr-small gr-faint">
          {month.filed_at === null
            ? (isLate(month.month, today) ? messages.late : messages.due)(formatDay(dueDay(month.month)))
            : statusText(month)}
        </span>
        <Button
          className={`gr-push ${classes.unprinted}`}
          variant="subtle"
          size="sm"
          leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {messages.print}
        </Button>
      </div>
      <ol className={classes.steps} aria-label={messages.stepsLabel}>
        {monthSteps.map((step, at) => (
          <Step
            key={step}
            number={at + 1}
            state={states[step]}
            isCurrent={step === current}
            title={stepTitle(step, month)}
            text={stepText(step, month, today)}
            isWrong={step === 'check' && month.is_balanced === false}
            {...parts[step]}
          >
            {step === 'file' && obstacle === messages.rateFirst && (
              <p className="gr-small gr-quiet">{obstacle}</p>
            )}
          </Step>
        ))}
      </ol>
      <Side month={month} />
    </div>
  )
}

interface StepProps {
  number: number
  state: StepState
  /** Whether it is the first open one. */
  isCurrent: boolean
  title: string
  text: string
  /** Whether something is wrong that staff can't clear up. */
  isWrong: boolean
  action?: ReactNode
  content?: ReactNode
  children?: ReactNode
}

/** A step: its state, what is open, and the remedy. */
function Step({ number, state, isCurrent, title, text, isWrong, action, content, children }: StepProps) {
  const id = useId()
  const Icon = state === 'done' ? IconCheck : IconMinus
  return (
    <li className={classes.step} data-state={state} aria-current={isCurrent ? 'step' : undefined}>
      <section aria-labelledby={id} className={classes.body}>
        <span className={classes.number}>
          <span aria-hidden="true">{state === 'open' ? number : <Icon size={16} stroke={1.5} />}</span>
        </span>
        <div className={classes.lead}>
          <div className="gr-shrink">
            <h2 id={id} className="gr-heading gr-bold">
              {title} <span className="gr-unseen">({messages.stepState[state]})</span>
            </h2>
            <p className={`gr-small ${isWrong ? 'gr-danger' : 'gr-quiet'}`}>{text}</p>
            {children}
          </div>
          {action && <div className={classes.action}>{action}</div>}
        </div>
        {content && <div className={classes.content}>{content}</div>}
      </section>
    </li>
  )
}

interface MonthPartProps {
  month: GstMonth
  /** Whether its button is the next one to press. */
  isMain: boolean
}

/** Opens the dialog that adds the missing States of a month. */
function States({ month: { month, state_missing: missing }, isMain }: MonthPartProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ChosenPlaces>(new Map())
  const place = useRef<HTMLDivElement>(null)
  const mayAdd = useMay<typeof addDocumentStates>('money.write')
  const isOffered = missing > 0
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {missing > 0 && (
        <div className={classes.buttons}>
          {isOffered && mayAdd && (
            <Button
              variant={isMain ? 'filled' : 'default'}
              aria-haspopup="dialog"
              onPointerEnter={() => prefetchDialogs(MissingStatesDialog)}
              onFocus={() => prefetchDialogs(MissingStatesDialog)}
              onClick={() => setOpen(true)}
            >
              {missingStatesMessages.open(missing)}
            </Button>
          )}
          <Link className={classes.link} to={paths.documents} search={{ tab: 'state-missing', month }}>
            {messages.allMissing(missing)}
          </Link>
        </div>
      )}
      {isOpen && (
        <MissingStatesDialog
          opened
          of={{ month }}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            place.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** The rate for dollars, the documents that wait for one, and where another month's rate is set. */
function Rate({ month, missing, isMain }: MonthPartProps & { missing: GstReturnSummary['rate_missing'] }) {
  if (!hasDollars(month)) return null
  const others = otherRateMonths(missing, month.month)
  const { earlier_rate: earlier } = month
  return (
    <div className="gr-tight">
      <div className={classes.rateLine}>
        <MonthRate month={month} isMain={isMain} />
        {earlier && month.filed_at === null && (
          <span className={classes.earlier}>
            {messages.earlierRate(formatMonth(earlier.month), rateText(earlier))}
          </span>
        )}
      </div>
      {missing.length > 0 && (
        <p className="gr-fine gr-faint">{rateMissingText(missing, month.rate_missing)}</p>
      )}
      {others.map(({ month: other, name }) => (
        <p key={other} className="gr-small">
          <Link className={classes.link} {...paths.month(other)}>
            {messages.rateOf(name)}
          </Link>
        </p>
      ))}
    </div>
  )
}

/** The documents that came after the last file of GSTR-1, with links to their orders. */
function Later({ documents, count }: { documents: GstReturnSummary['later']; count: number }) {
  if (count === 0 || documents.length === 0) return null
  const shown = documents.slice(0, mostLater)
  return (
    <ul className={classes.later} aria-label={messages.later}>
      {shown.map(({ serial, document_date, transaction_id, total, currency_code }) => (
        <li key={serial} className="gr-small">
          <Link className={classes.link} {...paths.transaction(transaction_id)}>
            {serial}
          </Link>{' '}
          <span className="gr-quiet">
            {formatDay(document_date)}, {formatMoney(total, currency_code)}
          </span>
        </li>
      ))}
      {count > shown.length && (
        <li className="gr-small gr-quiet">{messages.laterMore(count - shown.length)}</li>
      )}
    </ul>
  )
}

/** Beside the steps: the sums of a month, and its files. */
function Side({ month }: { month: GstMonth }) {
  const mayExport = useMay<typeof createExport>('money.export')
  const exports = useExports(mayExport, [listGstMonths, getGstReturn])
  const sums = shownCurrencies.flatMap((currency) =>
    month.sums.filter(({ currency_code }) => currency_code === currency),
  )
  return (
    <div className={classes.side}>
      <section aria-label={messages.sums}>
        {sums.map(({ currency_code: currency, total, taxable, cgst, sgst, igst }) => (
          <div key={currency} className={classes.sum}>
            <p className={classes.total}>
              {formatMoney(total, currency)} <span className="gr-small gr-faint">{messages.withTax}</span>
            </p>
            <dl className={classes.facts}>
              <div>
                <dt>{messages.taxable}</dt>
                <dd>{formatMoney(taxable, currency)}</dd>
              </div>
              <div>
                <dt>{messages.tax}</dt>
                <dd>{formatMoney(cgst + sgst + igst, currency)}</dd>
              </div>
            </dl>
          </div>
        ))}
        <dl className={classes.facts}>
          <div>
            <dt>{messages.invoices}</dt>
            <dd>{month.invoices.toLocaleString('en-IN')}</dd>
          </div>
          <div>
            <dt>{messages.notes}</dt>
            <dd>{month.credit_notes.toLocaleString('en-IN')}</dd>
          </div>
        </dl>
      </section>
      {mayExport && (
        <div className={classes.unprinted}>
          <MonthDownloads
            month={month.month}
            needsRate={month.rate_missing > 0}
            isFiled={month.filed_at !== null}
            isBusy={exports.isStarting || exports.open !== undefined}
            onStart={exports.start}
          />
          <ExportList exports={exports} />
        </div>
      )}
    </div>
  )
}
