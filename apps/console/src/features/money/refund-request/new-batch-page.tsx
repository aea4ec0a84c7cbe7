import {
  refundMessages as contractMessages,
  longestNote,
} from '@greenroom/contract/money/refund/refund.schema'
import {
  createRefundBatch,
  listRefundBatches,
  previewRefundBatch,
} from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
import type { RefundBatchPreview } from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import { Button, Textarea } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { newUuid } from '../../../lib/api/idempotency-key.ts'
import { isOutdated, isStale } from '../../../lib/api/outdated.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { pageRange, pageSizes } from '../../../shared/record/record-list/page-range.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { RecordScreen } from '../../../shared/record/record-page/record-page.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './refund-batch.module.css'
import { amountsText, newBatchMessages as messages, ordersText } from './refund-batch-messages.ts'
import { BatchRows } from './refund-batch-rows.tsx'
import { causeTexts } from './refund-request-messages.ts'

const route = getRouteApi('/signed-in/transactions/batches/new')

/** Shows what a refund of all orders of a session would do, and asks for it (OQ-840, OQ-841). */
export function NewBatchPage(): ReactNode {
  const search = route.useSearch()
  const read = useRead(
    previewRefundBatch,
    {
      query: {
        entity_type: search.type ?? 'events',
        entity_id: search.id ?? '',
        ...pageRange(search),
      },
    },
    { enabled: search.id !== undefined },
  )
  if (search.id === undefined) {
    return <StatePanel kind="empty" icon={IconReceiptRefund} title={messages.missing} />
  }
  return (
    <RecordScreen
      read={read}
      loadFailed={messages.loadFailed}
      skeleton={
        <Loading label={messages.loading}>
          <div className="gr-stack">
            <Skeleton width="min(100%, 360px)" height={26} />
            <Skeleton height={76} />
            <BatchRows.Skeleton count={5} />
          </div>
        </Loading>
      }
    >
      {(preview) => <Loaded preview={preview} isStale={read.isPlaceholderData} />}
    </RecordScreen>
  )
}

function Loaded({ preview, isStale }: { preview: RefundBatchPreview; isStale: boolean }) {
  const search = route.useSearch()
  const { go } = useListSearch<typeof search>()
  const mayRefund = useMay<typeof createRefundBatch>('money.refund')
  const { page = 1 } = search
  const { limit: size } = pageRange(search)
  const { session, content, open_batch_id: open } = preview
  // While somebody is asked, what was confirmed stays: it may be this batch that is open by now.
  const [isAsking, setAsking] = useState(false)
  const total = content.orders + content.skipped
  return (
    <div className="gr-stack">
      <div className={classes.head}>
        <span className={classes.title}>{session.title}</span>
        {session.start_time !== null && (
          <time className="gr-small gr-quiet" dateTime={session.start_time}>
            {formatTime(session.start_time)}
          </time>
        )}
      </div>
      {session.is_open && <FieldHint tone="warn">{messages.isOpen(typeName(session))}</FieldHint>}
      <section aria-label={messages.sums}>
        <dl className={classes.sums}>
          <div>
            <dt className="gr-small gr-quiet">{messages.orders}</dt>
            <dd className="gr-num">{content.orders.toLocaleString('en-IN')}</dd>
          </div>
          <div>
            <dt className="gr-small gr-quiet">{messages.amount}</dt>
            <dd className="gr-num">{content.amounts.length === 0 ? '–' : amountsText(content.amounts)}</dd>
          </div>
          <div>
            <dt className="gr-small gr-quiet">{messages.skipped}</dt>
            <dd className="gr-num">{content.skipped.toLocaleString('en-IN')}</dd>
          </div>
        </dl>
      </section>
      {open !== null && !isAsking ? (
        <FieldHint tone="warn">
          {messages.open}{' '}
          <Link {...paths.refundBatch(open)} className={classes.link}>
            {messages.openLink}
          </Link>
        </FieldHint>
      ) : content.orders === 0 && !isAsking ? (
        <div>
          <p className="gr-bold">{messages.none}</p>
          <p className="gr-small gr-quiet">{messages.noneHelp}</p>
        </div>
      ) : (
        mayRefund && <Ask preview={preview} isAsking={isAsking} setAsking={setAsking} />
      )}
      {total > 0 && (
        <>
          <BatchRows rows={preview.rows} isPreview />
          <Pager
            page={page}
            size={size}
            sizes={pageSizes}
            shown={preview.rows.length}
            total={total}
            busy={isStale}
            onPage={(chosen) => go({ page: chosen === 1 ? undefined : chosen })}
            onSize={(chosen) => go({ page: undefined, size: chosen === pageSizes[0] ? undefined : chosen })}
          />
        </>
      )}
    </div>
  )
}

function typeName({ entity_type, event_type }: RefundBatchPreview['session']): string {
  if (entity_type === 'masterclass') return 'masterclass'
  return event_type === 'ONLINE' ? 'webinar' : 'event'
}

/** By session, until one succeeds: a lost response makes no second batch, also after somebody has left and come back. */
const requestIds = new Map<string, string>()

function requestIdOf(sessionId: string): string {
  const id = requestIds.get(sessionId) ?? newUuid()
  requestIds.set(sessionId, id)
  return id
}

/** Reason and note, and the question before it is sent. */
function Ask({
  preview,
  isAsking,
  setAsking,
}: {
  preview: RefundBatchPreview
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
}) {
  const { session, cause, reasons } = preview
  // What was sent without an answer. The next press sends the same again, whatever has changed.
  const [unanswered, setUnanswered] = useState<RefundBatchPreview['content']>()
  const content = unanswered ?? preview.content
  const client = useQueryClient()
  const navigate = useNavigate()
  const cancelled = reasons.find(({ code }) => code === 'session-cancelled')
  const [reason, setReason] = useState<string | null>(cancelled?.code ?? null)
  const [note, setNote] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isShown = useIsShown(isAsking)
  const { call } = useCall(createRefundBatch, { invalidates: [listRefundBatches] })
  const noteError = note.length > longestNote ? contractMessages.noteTooLong : undefined
  const amounts = amountsText(content.amounts)

  const send = async () => {
    try {
      const { data, message } = await call({
        body: {
          entity_type: session.entity_type,
          entity_id: session.entity_id,
          reason_code: reason ?? '',
          ...(note.trim() === '' ? {} : { note }),
          digest: content.digest,
          request_id: requestIdOf(session.entity_id),
        },
      })
      requestIds.delete(session.entity_id)
      notify.success(message)
      if (isShown.current) await navigate({ ...paths.refundBatch(data._id), replace: true })
    } catch (failure) {
      // Refused: the question shows what is refunded now, which the next press confirms.
      const isUsed = failure instanceof ApiError && failure.code === 'KEY_REUSED'
      const isRefused = isStale(failure) || isOutdated(failure) || isUsed
      if (isRefused) requestIds.delete(session.entity_id)
      setUnanswered(isRefused ? undefined : content)
      if (isRefused) await client.invalidateQueries({ queryKey: queryKey(previewRefundBatch) })
      throw failure
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (reason !== null && noteError === undefined) setAsking(true)
      }}
    >
      <ChoiceSelect
        label={messages.reason}
        required
        placeholder={messages.chooseReason}
        data={reasons.map(({ code, label }) => ({ value: code, label }))}
        value={reason}
        onChange={setReason}
        error={isSubmitted && reason === null ? contractMessages.reasonRequired : undefined}
      />
      <Textarea
        label={messages.note}
        description={messages.noteHint}
        rows={2}
        autosize
        maxRows={6}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={noteError}
      />
      {cause !== null && (
        <FieldHint tone="warn">
          {causeTexts[cause]}. {messages.needsApproval}
        </FieldHint>
      )}
      <div className={classes.buttons}>
        <Button type="submit">{messages.submit(content.orders)}</Button>
      </div>
      <FactQuestion
        opened={isAsking}
        title={messages.title(content.orders, session.title)}
        confirmLabel={messages.submit(content.orders)}
        cancelLabel={messages.cancel}
        describeFailure={failureMessage}
        facts={[
          { term: messages.orders, value: ordersText(content.orders) },
          { term: messages.amount, value: amounts },
        ]}
        onConfirm={send}
        onClose={() => {
          setAsking(false)
          setUnanswered(undefined)
        }}
      >
        {messages.effect(amounts)} {cause !== null && messages.needsApproval}
      </FactQuestion>
    </form>
  )
}
