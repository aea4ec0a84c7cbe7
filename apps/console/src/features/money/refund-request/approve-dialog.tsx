import { getRefundable } from '@greenroom/contract/money/refund/refund.endpoints'
import { approveRefundRequest } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type { RefundRequest } from '@greenroom/contract/money/refund-request/refund-request.schema'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { queryKey, useCall, useRead } from '../../../lib/api/hooks.ts'
import { isOutdated, isStale } from '../../../lib/api/outdated.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { FactQuestion } from '../../../shared/record/question/fact-question.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { refundRequestCardMessages as card, approveMessages as messages } from './refund-request-messages.ts'
import { refundRequestReads } from './refund-request-reads.ts'

interface RequestQuestionProps {
  opened: boolean
  request: RefundRequest
  onClose: () => void
  /** The card is gone, or will be. */
  onDone: () => void
}

/** Asks for confirmation, with what the approver has to know, and approves a refund (OQ-352, OQ-353, OQ-526). */
export function ApproveDialog({ opened, request, onClose, onDone }: RequestQuestionProps) {
  const client = useQueryClient()
  const approve = useCall(approveRefundRequest, { invalidates: refundRequestReads })
  const { data: order, isLoading } = useRead(
    getRefundable,
    { params: { id: request.order._id } },
    { enabled: opened, keepPrevious: false },
  )
  const amount = formatMoney(request.amount, request.currency_code)
  const buyer = personName(request.buyer)

  const left = order && formatMoney(order.left, request.currency_code)
  const reason = request.reason?.label ?? card.notStated
  const facts = [
    ...(left === undefined ? [] : [{ term: card.left, value: left }]),
    { term: card.reason, value: reason },
    { term: card.requestedBy, value: requesterText(request) },
  ]

  const run = async () => {
    try {
      await notify.progress(
        approve.call({ params: { id: request._id }, body: order ? { left: order.left } : {} }),
        {
          pending: messages.pending,
          success: ({ message }) => message,
          error: (reason) => (isOver(reason) ? failureMessage(reason) : undefined),
        },
      )
    } catch (reason) {
      // Whatever failed, the approval may be stored by now.
      const shown = Promise.all(
        refundRequestReads.map((read) => client.invalidateQueries({ queryKey: queryKey(read) })),
      )
      // The question shows what is left now, which the next press confirms.
      if (isStale(reason)) await shown
      if (!isOver(reason)) throw reason
    }
    onDone()
  }

  return (
    <FactQuestion
      opened={opened}
      title={messages.title(amount, buyer)}
      confirmLabel={messages.approve}
      cancelLabel={messages.cancel}
      describeFailure={failureMessage}
      isReady={!isLoading}
      facts={facts}
      onConfirm={run}
      onClose={onClose}
    >
      <div className="gr-stack">
        <DescriptionList
          items={[
            { term: messages.bought, value: request.order.entity_title },
            {
              term: messages.buyer,
              value: [buyer, formatPhone(request.buyer.phone)].filter(Boolean).join(', '),
            },
            { term: card.order, value: request.order.reference_order_id },
            { term: card.paid, value: formatMoney(request.order.amount, request.currency_code) },
            {
              term: card.left,
              value: isLoading ? <Skeleton width="40%" height={12} /> : (left ?? card.unknown),
            },
            { term: card.requested, value: card.by(request.requested_by) },
            { term: card.reason, value: reason },
            ...(request.note ? [{ term: card.note, value: request.note }] : []),
          ]}
        />
        {request.requester_problem && <FieldHint tone="warn">{requesterText(request)}</FieldHint>}
        <p>{messages.effect(amount)}</p>
      </div>
    </FactQuestion>
  )
}

function requesterText({ requested_by: by, requester_problem: problem }: RefundRequest): string {
  return problem === null ? by : card.requester(by, problem)
}

/** Whether there is nothing left to ask: somebody decided meanwhile, or the gateway refused the approved refund. */
function isOver(reason: unknown): boolean {
  return isOutdated(reason) || (reason instanceof ApiError && reason.code === 'PAYMENT_PROVIDER')
}
