import type { updateRefundReason } from '@greenroom/contract/money/refund/refund.endpoints'
import {
  getRefundable,
  refundPart,
  refundTransaction,
} from '@greenroom/contract/money/refund/refund.endpoints'
import { approvalCauseOf } from '@greenroom/contract/money/refund/refund.rules'
import type { Refundable } from '@greenroom/contract/money/refund/refund.schema'
import { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import {
  getTransaction,
  listTransactions,
  sumTransactions,
} from '@greenroom/contract/money/transaction/transaction.endpoints'
import { leftToRefund } from '@greenroom/contract/money/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { isUnknownOutcome } from '../../../lib/api/idempotency-key.ts'
import { isStale } from '../../../lib/api/outdated.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { soldLabels } from '../../../shared/money/sold-picker/sold-labels.ts'
import { useKeptDialog } from '../../../shared/record/kept-dialog/use-kept-dialog.tsx'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { refreshSeatCounts } from '../../../shared/sessions/registrations/seat-counts.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { RefundFields } from './refund-fields.tsx'
import { closesQuestion, isRefused, refundFailure, refundFailureHelp, refundSuccess } from './refund-toast.ts'
import {
  emptyWish,
  isOneClick,
  requestIdOf,
  settleRequest,
  type WishErrors,
  wishErrors,
} from './refund-wish.ts'
import { methodLabel } from './timeline-text.ts'
import { refundMessages } from './transaction-messages.ts'
import classes from './transaction-refund-dialog.module.css'

const ReasonsDialog = lazyDialog('refund-reasons', () =>
  import('./refund-reasons-dialog.tsx').then((part) => part.RefundReasonsDialog),
)

interface TransactionRefundDialogProps {
  opened: boolean
  transaction: Transaction
  onClose: () => void
  /** The refund button is gone, or will be. */
  onDone: () => void
}

const Note = z.object({ note: z.string() })

/** Thrown on a press while fields need another look; they show why. */
class WishRefused extends Error {}

const shownState = [listTransactions, sumTransactions, getTransaction, getRefundable, listRefundRequests]

/**
 * Asks for confirmation of a refund, with the buyer and what the gateway will do, and requests it: all that is left, or
 * a part of it with a reason (TXN-13, TXN-19, OQ-051, OQ-260, OQ-261).
 */
export function TransactionRefundDialog({
  opened,
  transaction,
  onClose,
  onDone,
}: TransactionRefundDialogProps) {
  const client = useQueryClient()
  const refundAll = useCall(refundTransaction, { invalidates: shownState })
  const refundSome = useCall(refundPart, { invalidates: shownState })
  const facts = useRead(
    getRefundable,
    { params: { id: transaction._id } },
    { enabled: opened, keepPrevious: false },
  )
  const [chosen, setChosen] = useState(emptyWish)
  const [errors, setErrors] = useState<WishErrors>({})
  const [isManaging, setIsManaging] = useState(false)
  const mayManage = useMay<typeof updateRefundReason>('money.write')
  const wasRefused = useRef(false)
  const close = () => {
    if (wasRefused.current) void showState()
    wasRefused.current = false
    onClose()
  }
  // Only the note is kept: an amount is typed for this refund, at this moment.
  const kept = useKeptDialog({
    name: 'refund-note',
    id: transaction._id,
    values: Note,
    start: { note: '' },
    what: refundMessages.noteToDiscard,
    opened,
    isSaving: false,
    onClose: close,
  })
  const wish = { ...chosen, ...kept.values }

  const { data } = facts
  const currency = transaction.currency_code
  const money = (minor: number) => formatMoney(minor, currency)
  const left = data?.left ?? leftToRefund(transaction)
  const isAnotherOpen = (data?.open_amount ?? transaction.refund?.open_amount ?? 0) > 0
  const amount = wish.how === 'whole' ? left : wish.amount
  /** Null while the part has no amount that can be refunded. */
  const shown =
    amount === null || wishErrors(wish, { left, needsReason: false }, money).amount ? null : amount
  const approval = data?.approval
  const cause =
    approval && shown !== null ? approvalCauseOf(shown, { ...approval, perDay: approval.per_day }) : undefined
  const needsReason = isAnotherOpen || cause !== undefined
  const name = personName(transaction.user_id)

  const showState = () =>
    Promise.all(shownState.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })))

  const send = () => {
    if (isOneClick(wish, needsReason))
      return refundAll.call({ body: { order_id: transaction._id, amount: left } })
    const wanted = amount ?? 0
    return refundSome.call({
      params: { id: transaction._id },
      body: {
        amount: wanted,
        reason_code: wish.reason ?? '',
        note: wish.note,
        request_id: requestIdOf(transaction._id, wanted),
      },
    })
  }
  const refund = async () => {
    const found = wishErrors(wish, { left, needsReason }, money)
    setErrors(found)
    if (Object.keys(found).length > 0) throw new WishRefused()
    try {
      await notify.progress(
        send(),
        { pending: refundMessages.pending, success: refundSuccess, error: refundFailure },
        // A failure goes once the refund is tried again.
        { subject: `refund:${transaction._id}` },
      )
      settleRequest(transaction._id)
      kept.finish()
      refreshSeatCounts(client)
    } catch (reason) {
      if (!isUnknownOutcome(reason)) settleRequest(transaction._id)
      // The question shows what changed, and asks again.
      if (isStale(reason)) await showState()
      // The question shows a refusal as long as it is open. Then the list does.
      else if (isRefused(reason)) wasRefused.current = true
      // After any other outcome the list shows the current state: in progress, or refunded by someone else.
      else await showState()
      if (!closesQuestion(reason)) throw reason
      kept.finish({ keepsDraft: true })
    }
    onDone()
  }

  return (
    <>
      <FactQuestion
        opened={opened && !isManaging}
        title={titleOf(amount, cause !== undefined, money, name)}
        confirmLabel={refundMessages.confirm(cause !== undefined, shown === null ? null : money(shown))}
        destructive={cause === undefined}
        onConfirm={refund}
        onClose={kept.close}
        isReady={!facts.isLoading && (data?.refusal ?? null) === null}
        facts={[
          { term: refundMessages.left, value: money(left) },
          {
            term: refundMessages.secondPerson(shown === null ? refundMessages.aPart : money(shown)),
            value: cause === undefined ? refundMessages.notNeeded : refundMessages.needed,
          },
        ]}
        describeFailure={(reason) => (reason instanceof WishRefused ? '' : refundFailureHelp(reason))}
      >
        <DescriptionList
          items={[
            {
              term: refundMessages.boughtWhat,
              value: `${transaction.entity_id.title} (${soldLabels[transaction.entity_type]})`,
            },
            { term: refundMessages.boughtWhen, value: formatTime(transaction.created_at) },
            {
              term: refundMessages.buyer,
              value: [name, formatPhone(transaction.user_id.phone)].join(', '),
            },
            { term: refundMessages.order, value: transaction.reference_order_id },
            ...factItems(data, facts.isLoading, money),
          ]}
        />
        {kept.notice}
        <RefundFields
          wish={wish}
          onChange={({ note, ...changes }) => {
            if (note !== undefined) kept.change({ note })
            setChosen({ ...chosen, ...changes })
            setErrors({})
          }}
          errors={errors}
          left={left}
          currency={currency}
          reasons={data?.reasons}
          isReasonRequired={!isOneClick({ ...wish, reason: null }, needsReason)}
          onManage={mayManage ? () => setIsManaging(true) : undefined}
        />
        {data?.is_past_limit && <FieldHint tone="warn">{refundMessages.pastLimit}</FieldHint>}
        {approval && cause ? (
          <ApprovalNote approval={approval} cause={cause} money={money} />
        ) : (
          <p className={classes.effect}>
            {shown === transaction.amount
              ? refundMessages.effect
              : refundMessages.effectOfPart(shown === null ? refundMessages.aPart : money(shown))}{' '}
            {refundMessages.fees}
          </p>
        )}
        {data?.refusal && <ProblemNotice message={data.refusal} />}
        {facts.isError && data === undefined && (
          <div className={classes.failed}>
            <span>{refundMessages.factsFailed}</span>
            <LightButton onClick={() => void facts.refetch()}>{refundMessages.retry}</LightButton>
          </div>
        )}
      </FactQuestion>
      {kept.question}
      <ReasonsDialog opened={isManaging} onClose={() => setIsManaging(false)} />
    </>
  )
}

function titleOf(
  amount: number | null,
  isRequest: boolean,
  money: (minor: number) => string,
  name: string,
): string {
  if (amount === null) return refundMessages.titleOfPart(name)
  return isRequest
    ? refundMessages.titleOfRequest(money(amount), name)
    : refundMessages.title(money(amount), name)
}

/** What the gateway knows and will do. While it loads, the list keeps its height. */
function factItems(data: Refundable | undefined, isLoading: boolean, money: (minor: number) => string) {
  if (data === undefined) {
    if (!isLoading) return []
    return [refundMessages.paid, refundMessages.left, refundMessages.arrives].map((term) => ({
      term,
      value: <Skeleton width="60%" height={12} />,
    }))
  }
  const days = Math.floor((Date.now() - Date.parse(data.paid_at)) / 86_400_000)
  const method = data.payment_method === null ? '' : `, ${methodLabel(data.payment_method)}`
  const isWhole = data.left === data.amount
  return [
    { term: refundMessages.paid, value: `${refundMessages.paidAgo(days)}${method}` },
    {
      term: refundMessages.left,
      value: [
        isWhole ? money(data.left) : refundMessages.leftOf(money(data.left), money(data.amount)),
        ...(data.open_amount > 0 ? [refundMessages.open(money(data.open_amount))] : []),
      ].join('; '),
    },
    { term: refundMessages.arrives, value: refundMessages.days(data.days) },
  ]
}
