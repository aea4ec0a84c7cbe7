import {
  approveRefundBatch,
  declineRefundBatch,
  getRefundBatch,
  listRefundBatches,
  listRefundBatchRows,
  resumeRefundBatch,
  stopRefundBatch,
  withdrawRefundBatch,
} from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
import {
  type RefundBatchDetail,
  type RefundBatchRowState,
  refundBatchRowStates,
} from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import {
  refundRequestMessages as contractMessages,
  longestDecision,
} from '@greenroom/contract/money/refund-request/refund-request.schema'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { isOutdated } from '../../../lib/api/outdated.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { ReasonDialog } from '../../../shared/record/reason-dialog/reason-dialog.tsx'
import { pageRange, pageSizes } from '../../../shared/record/record-list/page-range.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { RecordScreen } from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { ShareBar } from '../../../ui/share-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import classes from './refund-batch.module.css'
import {
  amountsText,
  batchStates,
  batchPageMessages as messages,
  ordersText,
  rowStates,
  throughOf,
} from './refund-batch-messages.ts'
import { BatchRows } from './refund-batch-rows.tsx'
import { causeTexts } from './refund-request-messages.ts'

const route = getRouteApi('/signed-in/transactions/batches/$id')
const reads = [getRefundBatch, listRefundBatches, listRefundBatchRows]

/** How often a running batch is read again without live changes, in milliseconds. */
const refetchMs = 3_000

/** A refund of all orders of a session: what was confirmed, who decides, and what became of each order (OQ-844). */
export function BatchPage(): ReactNode {
  const { id } = route.useParams()
  const [isMoving, setMoving] = useState(true)
  const read = useRead(getRefundBatch, { params: { id } }, isMoving ? { refetchMs } : {})
  const moves = read.data === undefined || read.data.state === 'running' || read.data.counts.pending > 0
  if (moves !== isMoving) setMoving(moves)
  return (
    <RecordScreen
      read={read}
      loadFailed={messages.loadFailed}
      skeleton={
        <Loading label={messages.loading}>
          <div className="gr-stack">
            <Skeleton width="min(100%, 360px)" height={26} />
            <Skeleton height={120} />
            <BatchRows.Skeleton count={5} />
          </div>
        </Loading>
      }
    >
      {(batch) => <Loaded batch={batch} isMoving={moves} />}
    </RecordScreen>
  )
}

function Loaded({ batch, isMoving }: { batch: RefundBatchDetail; isMoving: boolean }) {
  const { through, all } = throughOf(batch)
  const shown = batchStates[batch.state]
  return (
    <div className="gr-stack">
      <div className={classes.head}>
        <span className={classes.title}>{batch.session.title}</span>
        <Badge shape={shown.shape} tone={shown.tone}>
          {shown.label}
        </Badge>
      </div>
      {batch.state !== 'waiting' && batch.state !== 'declined' && batch.state !== 'withdrawn' && (
        <div className={classes.progress}>
          <ShareBar share={all === 0 ? 1 : through / all} />
          <p className="gr-small gr-quiet" role="status" aria-label={messages.progress}>
            {messages.of(through, all)}
          </p>
        </div>
      )}
      <Facts batch={batch} />
      <Actions batch={batch} />
      <Rows batch={batch} isMoving={isMoving} />
    </div>
  )
}

function Facts({ batch }: { batch: RefundBatchDetail }) {
  const by = (at: string, person: string) => (
    <>
      <time dateTime={at}>{formatTime(at)}</time> <span className="gr-break">by {person}</span>
    </>
  )
  const decision = batch.state === 'declined' ? 'declined' : 'approved'
  return (
    <DescriptionList
      items={[
        { term: messages.asked, value: `${ordersText(batch.orders)}, ${amountsText(batch.amounts)}` },
        ...(batch.refunded.length > 0
          ? [{ term: messages.refunded, value: amountsText(batch.refunded) }]
          : []),
        { term: messages.reason, value: batch.reason.label },
        ...(batch.note
          ? [{ term: messages.note, value: <span className="gr-lines gr-break">{batch.note}</span> }]
          : []),
        { term: messages.requested, value: by(batch.requested_at, batch.requested_by) },
        ...(batch.cause === null ? [] : [{ term: messages.cause, value: causeTexts[batch.cause] }]),
        ...(batch.decided_at === null || batch.decided_by === null
          ? []
          : [{ term: messages.decided[decision], value: by(batch.decided_at, batch.decided_by) }]),
        ...(batch.decision_reason === null
          ? []
          : [
              {
                term: messages.why,
                value: <span className="gr-lines gr-break">{batch.decision_reason}</span>,
              },
            ]),
        ...(batch.stopped_by === null
          ? []
          : [{ term: messages.stopped, value: <span className="gr-break">{batch.stopped_by}</span> }]),
      ]}
    />
  )
}

type Action = 'approve' | 'decline' | 'withdraw' | 'stop' | 'resume'

function Actions({ batch }: { batch: RefundBatchDetail }) {
  const mayDecide = useMay<typeof approveRefundBatch>('money.approve')
  const mayRefund = useMay<typeof stopRefundBatch>('money.refund')
  const [asking, setAsking] = useState<Action>()
  const close = () => setAsking(undefined)
  const { state, counts, now, is_own: isOwn } = batch
  const canResume = (state === 'stopped' || state === 'done') && counts.waiting + counts.failed > 0
  const offered: { action: Action; label: string; isMain?: boolean }[] = [
    ...(state === 'waiting' && isOwn && mayRefund
      ? [{ action: 'withdraw' as const, label: messages.withdraw }]
      : []),
    ...(state === 'waiting' && !isOwn && mayDecide
      ? [
          { action: 'approve' as const, label: messages.approve, isMain: true },
          { action: 'decline' as const, label: messages.decline },
        ]
      : []),
    ...(state === 'running' && mayRefund ? [{ action: 'stop' as const, label: messages.stop }] : []),
    ...(canResume && mayRefund
      ? [{ action: 'resume' as const, label: state === 'stopped' ? messages.resume : messages.tryAgain }]
      : []),
  ]
  return (
    <>
      {state === 'waiting' && isOwn && <FieldHint>{messages.own}</FieldHint>}
      {now !== null && (
        <FieldHint tone={now.skipped > 0 ? 'warn' : 'info'}>
          {messages.now(ordersText(now.orders), amountsText(now.amounts))}
          {now.skipped > 0 && ` ${messages.changed(ordersText(now.skipped))}`}
        </FieldHint>
      )}
      {offered.length > 0 && (
        <div className={classes.buttons}>
          {offered.map(({ action, label, isMain }) => (
            <Button key={action} variant={isMain ? 'filled' : 'default'} onClick={() => setAsking(action)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <ApproveBatch batch={batch} opened={asking === 'approve'} onClose={close} />
      <DeclineBatch batch={batch} opened={asking === 'decline'} onClose={close} />
      <WithdrawBatch batch={batch} opened={asking === 'withdraw'} onClose={close} />
      <StopBatch batch={batch} opened={asking === 'stop'} onClose={close} />
      <ResumeBatch batch={batch} opened={asking === 'resume'} onClose={close} />
    </>
  )
}

interface QuestionProps {
  batch: RefundBatchDetail
  opened: boolean
  onClose: () => void
}

/** Approves exactly what the question shows (OQ-842). */
function ApproveBatch({ batch, opened, onClose }: QuestionProps) {
  const client = useQueryClient()
  const { call } = useCall(approveRefundBatch, { invalidates: reads })
  // Once it is approved nothing is left to approve; a press after a lost answer sends the same again.
  const { last: now } = useLastOpened(opened && batch.now !== null ? batch.now : undefined)
  const orders = now?.orders ?? 0
  const amounts = amountsText(now?.amounts ?? [])
  const run = async () => {
    try {
      const { message } = await call({ params: { id: batch._id }, body: { digest: now?.digest ?? '' } })
      notify.success(message)
    } catch (failure) {
      await Promise.all(reads.map((read) => client.invalidateQueries({ queryKey: queryKey(read) })))
      throw failure
    }
  }
  return (
    <FactQuestion
      opened={opened}
      title={messages.approveTitle(orders, batch.session.title)}
      confirmLabel={messages.approve}
      cancelLabel={messages.cancel}
      describeFailure={failureMessage}
      facts={[
        { term: messages.asked, value: `${ordersText(orders)}, ${amounts}` },
        { term: messages.reason, value: batch.reason.label },
      ]}
      onConfirm={run}
      onClose={onClose}
    >
      {messages.now(ordersText(orders), amounts)}
    </FactQuestion>
  )
}

const declineRule = {
  max: longestDecision,
  required: contractMessages.declineReasonRequired,
  tooLong: contractMessages.declineReasonTooLong,
}

function DeclineBatch({ batch, opened, onClose }: QuestionProps) {
  const { call, isPending } = useCall(declineRefundBatch, { invalidates: reads, refreshesOnConflict: true })
  return (
    <ReasonDialog
      opened={opened}
      draft={['decline-refund-batch', batch._id]}
      title={messages.declineTitle(batch.session.title)}
      help={messages.declineHelp}
      label={messages.declineReason}
      hint={messages.declineHint}
      rule={declineRule}
      submitLabel={messages.decline}
      cancelLabel={messages.cancel}
      isPending={isPending}
      send={(reason) => call({ params: { id: batch._id }, body: { reason } })}
      onClose={onClose}
      onDone={onClose}
    />
  )
}

type PlainCall = (input: { params: { id: string } }) => Promise<{ message: string }>

/** Asks before a call that takes nothing but the batch. */
function PlainQuestion({
  batch,
  call,
  ...question
}: QuestionProps & {
  call: PlainCall
  title: string
  confirmLabel: string
  destructive?: boolean
  children: ReactNode
}) {
  const run = async () => {
    try {
      const { message } = await call({ params: { id: batch._id } })
      notify.success(message)
    } catch (failure) {
      if (!isOutdated(failure)) throw failure
      notify.error(failureMessage(failure))
    }
  }
  return (
    <ConfirmDialog
      {...question}
      cancelLabel={messages.cancel}
      describeFailure={failureMessage}
      onConfirm={run}
    />
  )
}

function WithdrawBatch(props: QuestionProps) {
  const { call } = useCall(withdrawRefundBatch, { invalidates: reads, refreshesOnConflict: true })
  return (
    <PlainQuestion {...props} call={call} title={messages.withdrawTitle} confirmLabel={messages.withdraw}>
      {messages.withdrawEffect}
    </PlainQuestion>
  )
}

function StopBatch(props: QuestionProps) {
  const { call } = useCall(stopRefundBatch, { invalidates: reads, refreshesOnConflict: true })
  return (
    <PlainQuestion {...props} call={call} title={messages.stopTitle} confirmLabel={messages.stop}>
      {messages.stopEffect}
    </PlainQuestion>
  )
}

function ResumeBatch(props: QuestionProps) {
  const { call } = useCall(resumeRefundBatch, { invalidates: reads, refreshesOnConflict: true })
  const { state, counts } = props.batch
  return (
    <PlainQuestion
      {...props}
      call={call}
      title={messages.resumeTitle}
      confirmLabel={state === 'stopped' ? messages.resume : messages.tryAgain}
    >
      {messages.resumeEffect(counts.waiting, counts.failed)}
    </PlainQuestion>
  )
}

type Tab = 'all' | RefundBatchRowState

function Rows({ batch, isMoving }: { batch: RefundBatchDetail; isMoving: boolean }) {
  const search = route.useSearch()
  const { go, filterBy } = useListSearch<typeof search>()
  const { page = 1 } = search
  const { limit: size } = pageRange(search)
  const tab: Tab = search.state ?? 'all'
  const read = useRead(
    listRefundBatchRows,
    {
      params: { id: batch._id },
      query: { ...(tab === 'all' ? {} : { state: tab }), ...pageRange(search) },
    },
    isMoving ? { refetchMs } : {},
  )
  // The last orders end with the batch, after which nothing reads the rows again by itself.
  const { refetch } = read
  useEffect(() => {
    if (!isMoving) void refetch()
  }, [isMoving, refetch])
  const { all } = throughOf(batch)
  const counts: Record<Tab, number> = { all, ...batch.counts }
  const states = refundBatchRowStates.filter((state) => batch.counts[state] > 0 || state === tab)
  const tabs = Object.fromEntries([
    ['all', messages.all],
    ...states.map((state) => [state, rowStates[state].label]),
  ]) as Partial<Record<Tab, string>>
  return (
    <StatusTabs
      label={messages.tabsLabel}
      tabs={tabs}
      counts={Object.fromEntries(Object.keys(tabs).map((name) => [name, countText(counts[name as Tab])]))}
      value={tab}
      onChange={(chosen) => filterBy({ state: chosen === 'all' ? undefined : chosen }, { replace: true })}
    >
      <RecordScreen
        read={read}
        loadFailed={messages.loadFailed}
        skeleton={<BatchRows.Skeleton count={Math.min(size, counts[tab] || 1)} />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="gr-small gr-quiet">{messages.emptyRows}</p>
          ) : (
            <>
              <BatchRows rows={rows} />
              <Pager
                page={page}
                size={size}
                sizes={pageSizes}
                shown={rows.length}
                total={counts[tab]}
                busy={read.isPlaceholderData}
                onPage={(chosen) => go({ page: chosen === 1 ? undefined : chosen })}
                onSize={(chosen) =>
                  go({ page: undefined, size: chosen === pageSizes[0] ? undefined : chosen })
                }
              />
            </>
          )
        }
      </RecordScreen>
    </StatusTabs>
  )
}
