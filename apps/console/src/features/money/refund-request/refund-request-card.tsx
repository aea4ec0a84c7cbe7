import type {
  approveRefundRequest,
  withdrawRefundRequest,
} from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type { RefundRequest } from '@greenroom/contract/money/refund-request/refund-request.schema'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CardButton, CardName } from '../../../ui/card-parts.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import classes from './refund-request-card.module.css'
import { causeTexts, refundRequestCardMessages as messages, stateBadges } from './refund-request-messages.ts'

/** What can be done about an open request. */
export type RequestAction = 'approve' | 'decline' | 'withdraw'

interface RefundRequestCardProps {
  request: RefundRequest
  onChoose: (action: RequestAction) => void
  /** Called on hover and focus of an action: prefetch its dialog. */
  onIntent: () => void
}

/** One request: how much of what for whom, who asked for it and why, and what was decided (OQ-353). */
export function RefundRequestCard({ request, onChoose, onIntent }: RefundRequestCardProps) {
  const { order, currency_code: currency, state } = request
  return (
    <li className={classes.card} data-record={request._id}>
      <CardName>{messages.title(formatMoney(request.amount, currency), personName(request.buyer))}</CardName>
      <p className="gr-small gr-quiet">{order.entity_title}</p>
      <DescriptionList
        items={[
          {
            term: messages.order,
            value: (
              <Link {...paths.transaction(order._id)} className={classes.order}>
                {order.reference_order_id}
              </Link>
            ),
          },
          {
            term: messages.buyer,
            value: <PersonLink person={`order.${order._id}`}>{personName(request.buyer)}</PersonLink>,
          },
          { term: messages.paid, value: formatMoney(order.amount, currency) },
          { term: messages.reason, value: request.reason?.label ?? messages.notStated },
          ...(request.note
            ? [{ term: messages.note, value: <span className="gr-lines gr-break">{request.note}</span> }]
            : []),
          { term: messages.cause, value: causeTexts[request.cause] },
          {
            term: messages.requested,
            value: (
              <>
                <time dateTime={request.requested_at}>{formatTime(request.requested_at)}</time>{' '}
                <span className="gr-break">{messages.by(request.requested_by)}</span>
              </>
            ),
          },
        ]}
      />
      {request.requester_problem && (
        <FieldHint tone="warn">
          {messages.requester(request.requested_by, request.requester_problem)}
        </FieldHint>
      )}
      {state === 'open' ? (
        <Actions request={request} onChoose={onChoose} onIntent={onIntent} />
      ) : (
        <Decision request={request} />
      )}
    </li>
  )
}

function Actions({ request, onChoose, onIntent }: RefundRequestCardProps) {
  const mayDecide = useMay<typeof approveRefundRequest>('money.approve')
  const mayWithdraw = useMay<typeof withdrawRefundRequest>('money.refund')
  const reference = request.order.reference_order_id
  const offered: RequestAction[] = request.is_own
    ? mayWithdraw
      ? ['withdraw']
      : []
    : mayDecide
      ? ['decline', 'approve']
      : []
  if (offered.length === 0 && !request.is_own) return null
  return (
    <div className={classes.foot}>
      {request.is_own && <span className={classes.own}>{messages.own}</span>}
      {offered.map((action) => (
        <CardButton
          key={action}
          aria-label={`${messages[action]} ${reference}`}
          onClick={() => onChoose(action)}
          onIntent={onIntent}
        >
          {messages[action]}
        </CardButton>
      ))}
    </div>
  )
}

function Decision({ request }: { request: RefundRequest }) {
  const { state, decided_at: at, decided_by: by, decision_reason: reason } = request
  const badge = stateBadges[state]
  const refund = refundText(request)
  return (
    <div className={classes.decision}>
      <p>
        <Badge shape={badge.shape} tone={badge.tone}>
          {badge.label}
        </Badge>{' '}
        {at !== null && <time dateTime={at}>{formatTime(at)}</time>}
        {by !== null && <span className="gr-break"> {messages.by(by)}</span>}
      </p>
      {reason !== null && <p className="gr-lines gr-break">{reason}</p>}
      {refund && (
        <p className={request.refund?.state === 'failed' ? 'gr-danger gr-break' : undefined}>{refund}</p>
      )}
    </div>
  )
}

function refundText({ refund }: RefundRequest): string | undefined {
  switch (refund?.state) {
    case 'failed':
      return messages.refundFailed(refund.reason ?? '')
    case 'processed':
      return messages.refundProcessed
    case 'requested':
    case 'unknown':
      return messages.refundOpen
    default:
      return undefined
  }
}
