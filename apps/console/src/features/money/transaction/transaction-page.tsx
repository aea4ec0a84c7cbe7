import { countryName } from '@greenroom/contract/country'
import { disputeStates } from '@greenroom/contract/money/dispute/dispute.schema'
import { getTransaction } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { transactionAllows } from '@greenroom/contract/money/transaction/transaction.rules'
import type { TransactionDetail } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { updateMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { isWebAddress } from '@greenroom/contract/web-address'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { useLiveState, usePlace } from '../../../lib/live/live-bus.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { useRecordName } from '../../../lib/record-name.ts'
import { transactionStatusBadge } from '../../../shared/money/order-status/order-status.ts'
import { soldLabels } from '../../../shared/money/sold-picker/sold-labels.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import {
  CopiedFact,
  factLink,
  Moment,
  RecordPage,
  RecordPageSkeleton,
  RecordPart,
  RecordScreen,
  recordActions,
} from '../../../shared/record/record-page/record-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { joinLink } from './join-link.ts'
import { RefundState } from './refund-state.tsx'
import { methodLabel } from './timeline-text.ts'
import { TransactionActions } from './transaction-actions.tsx'
import { orderPollMs, trafficLabels } from './transaction-labels.ts'
import { transactionMessages } from './transaction-messages.ts'
import classes from './transaction-page.module.css'
import { transactionPageMessages as messages } from './transaction-page-messages.ts'
import { TransactionDocuments, TransactionRefunds } from './transaction-records.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'

const RefundDialog = lazyDialog('transaction-refund', () =>
  import('./transaction-refund-dialog.tsx').then((part) => part.TransactionRefundDialog),
)
// Lazy: most orders have none.
const OrderDifferences = lazyPart('order-differences', () =>
  import('./order-differences.tsx').then((part) => part.OrderDifferences),
)
const route = getRouteApi('/signed-in/transactions/orders/$id')

/** One order at its own address: all that is known about it, and what staff can do (OQ-280). */
export function TransactionPage(): ReactNode {
  const { id } = route.useParams()
  const [pollMs, setPollMs] = useState<number>()
  const isLive = useLiveState() === 'live'
  const read = useRead(
    getTransaction,
    { params: { id } },
    // Polling must not end the session of somebody who is typing a note.
    { keepPrevious: false, ...(pollMs !== undefined && { refetchMs: pollMs, isBackground: true }) },
  )
  const { data, dataUpdatedAt } = read
  useEffect(() => {
    // An open screen hears of the change by itself.
    setPollMs(data && !isLive ? orderPollMs(data, dataUpdatedAt) : undefined)
  }, [data, dataUpdatedAt, isLive])
  useRecordName(data?.reference_order_id)
  if (read.data === undefined && read.error instanceof ApiError && read.error.status === 404) throw read.error
  return (
    <RecordScreen
      read={read}
      loadFailed={messages.loadFailed}
      skeleton={
        <RecordPageSkeleton
          label={messages.loading}
          head={[
            [160, 28],
            [96, 24],
          ]}
          parts={[3, 4, 5, 4, 1]}
          isSideNarrow
        />
      }
    >
      {(order) => <Order key={id} order={order} onChanged={() => void read.refetch()} />}
    </RecordScreen>
  )
}

function Order({ order, onChanged }: { order: TransactionDetail; onChanged: () => void }) {
  const [isRefunding, setIsRefunding] = useState(false)
  usePlace('transaction', order._id, { isEditing: isRefunding })
  const canRefund = transactionAllows.refund(order)
  useEffect(() => {
    if (!canRefund) setIsRefunding(false)
  }, [canRefund])
  const badge = transactionStatusBadge(order.status)
  return (
    <>
      <RecordPage
        isSideNarrow
        head={
          <>
            <p className={classes.total}>{formatMoney(order.amount, order.currency_code)}</p>
            <div>
              <Badge shape={badge.shape} tone={badge.tone}>
                {badge.label}
              </Badge>
            </div>
            <RefundState transaction={order} />
            <div className={recordActions}>
              <TransactionActions
                transaction={order}
                onRefund={() => setIsRefunding(true)}
                onIntent={() => prefetchDialogs(RefundDialog)}
                isInRow={false}
              />
            </div>
          </>
        }
        facts={
          <>
            <RecordPart title={messages.amounts}>
              <Amounts order={order} />
            </RecordPart>
            <RecordPart title={messages.bought}>
              <Bought order={order} />
            </RecordPart>
            <RecordPart title={messages.buyer}>
              <Buyer order={order} />
            </RecordPart>
            <RecordPart title={messages.payment}>
              <Payment order={order} />
            </RecordPart>
            <RecordPart title={messages.documents}>
              <TransactionDocuments order={order} />
            </RecordPart>
            <RecordPart title={messages.refunds}>
              <TransactionRefunds order={order} />
            </RecordPart>
            <RecordPart title={messages.traffic}>
              <Traffic meta={order.meta} />
            </RecordPart>
          </>
        }
        side={<TransactionTimeline transaction={order} />}
      />
      <RefundDialog
        opened={isRefunding}
        transaction={order}
        onClose={() => setIsRefunding(false)}
        onDone={onChanged}
      />
    </>
  )
}

function Amounts({ order }: { order: TransactionDetail }) {
  const {
    amount,
    currency_code: currency,
    coupon,
    refunded_amount: refunded,
    tax_amount: tax,
    documents,
  } = order
  const money = (minor: number) => formatMoney(minor, currency)
  const isPaid = order.status === 'completed' || order.status === 'refunded'
  const lost = order.disputes.reduce(
    (sum, dispute) => sum + (dispute.currency === currency ? dispute.lost : 0),
    0,
  )
  const rows: { name: string; term?: ReactNode; value: string; isSum?: boolean }[] = [
    ...(coupon
      ? [
          { name: messages.price, value: money(amount + coupon.discount_amount) },
          {
            name: messages.coupon,
            term: <CouponName coupon={coupon} />,
            value: `−${money(coupon.discount_amount)}`,
          },
        ]
      : []),
    { name: isPaid ? messages.paid : messages.toPay, value: money(amount), isSum: true },
    ...(order.buyer_fee > 0 ? [{ name: messages.buyerFee, value: money(order.buyer_fee) }] : []),
    ...(refunded > 0
      ? [
          { name: messages.refunded, value: `−${money(refunded)}` },
          { name: messages.net, value: money(amount - refunded), isSum: true },
        ]
      : []),
    ...(lost > 0
      ? [
          { name: messages.lost, value: `−${money(lost)}` },
          { name: messages.kept, value: money(amount - refunded - lost), isSum: true },
        ]
      : []),
    // Less the tax of credit notes, so it belongs to what remains.
    ...(isPaid && documents.length > 0 ? [{ name: messages.tax, value: money(tax) }] : []),
  ]
  // A dialog about the last one outlives it.
  const [hadDifferences, setHadDifferences] = useState(false)
  const hasDifferences = hadDifferences || order.differences.length > 0
  useEffect(() => setHadDifferences((had) => had || hasDifferences), [hasDifferences])
  const amounts = (
    <dl className={classes.amounts}>
      {rows.map(({ name, term = name, value, isSum }) => (
        <div key={name} data-sum={isSum}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <>
      {amounts}
      {refunded > amount && (
        <FieldHint tone="warn">{messages.refundedTooMuch(money(refunded), money(amount))}</FieldHint>
      )}
      {order.disputes.map((dispute) => (
        <FieldHint key={dispute._id} tone="warn">
          {messages.dispute(dispute.dispute_id, disputeStates[dispute.state] ?? dispute.state)}
          {dispute.lost > 0 && ` ${messages.noCreditNote}`}{' '}
          <Link
            to={paths.disputes}
            search={dispute.ended_at === null ? {} : { tab: 'ended' }}
            className={factLink}
          >
            {messages.disputes}
          </Link>
        </FieldHint>
      ))}
      {hasDifferences && (
        <PartBoundary fallback={<Skeleton height={56} />}>
          <OrderDifferences orderId={order._id} />
        </PartBoundary>
      )}
    </>
  )
}

/** The coupon of an order, with a link to its page if Greenroom has it. */
function CouponName({ coupon: { _id: id, code } }: { coupon: NonNullable<TransactionDetail['coupon']> }) {
  return (
    <>
      {messages.coupon}{' '}
      {id === null ? (
        code
      ) : (
        <Link {...paths.couponEdit(id)} className={factLink}>
          {code}
        </Link>
      )}
    </>
  )
}

function Bought({ order }: { order: TransactionDetail }) {
  const mayEdit = useMay<typeof updateMasterclass>('content.write')
  const { entity_id: entity, entity_type: type, meta } = order
  const link = meta.zoom_join_url
  return (
    <DescriptionList
      items={[
        {
          term: messages.orderId,
          value: <CopiedFact name={messages.orderId} value={order.reference_order_id} isCode />,
        },
        {
          term: messages.title,
          value: (
            <Link {...(mayEdit ? editLink(order) : viewLink(order))} className={factLink}>
              {entity.title}
            </Link>
          ),
        },
        { term: messages.type, value: soldLabels[type] },
        ...(entity.start_time ? [{ term: messages.starts, value: <Moment at={entity.start_time} /> }] : []),
        ...(link !== undefined && isWebAddress(link)
          ? [
              {
                term: transactionMessages.join,
                value: joinLink(order) ? (
                  <a href={link} target="_blank" rel="noopener noreferrer" className={factLink}>
                    {link}
                  </a>
                ) : (
                  <span className="gr-break gr-faint">{link}</span>
                ),
              },
            ]
          : []),
        { term: messages.ordered, value: <Moment at={order.created_at} /> },
      ]}
    />
  )
}

/** Returns the link to the form of what was bought. Memberships have only their list. */
function editLink({ entity_type: type, entity_id: { _id: id }, event_type }: TransactionDetail) {
  switch (type) {
    case 'masterclass':
      return paths.masterclassEdit(id)
    case 'events':
      return event_type === 'ONLINE' ? paths.webinarEdit(id) : paths.eventEdit(id)
    case 'custom':
      return { to: paths.paymentPages, search: { edit: id } } as const
    case 'membership':
      return { to: paths.memberships } as const
  }
}

/** Returns the link to the details of what was bought. Payment pages and memberships have only their list. */
function viewLink({ entity_type: type, entity_id: { _id: open }, event_type }: TransactionDetail) {
  switch (type) {
    case 'masterclass':
      return { to: paths.masterclassList, search: { open } } as const
    case 'events':
      return { to: event_type === 'ONLINE' ? paths.webinarList : paths.eventList, search: { open } } as const
    case 'custom':
      return { to: paths.paymentPages } as const
    case 'membership':
      return { to: paths.memberships } as const
  }
}

function Buyer({ order: { _id: id, user_id: user, billing } }: { order: TransactionDetail }) {
  return (
    <DescriptionList
      items={[
        { term: messages.name, value: <PersonLink person={`order.${id}`}>{personName(user)}</PersonLink> },
        {
          term: messages.phone,
          value: user.phone && (
            <CopiedFact name={messages.phone} value={user.phone} shown={formatPhone(user.phone)} />
          ),
        },
        {
          term: messages.email,
          value: user.email && <CopiedFact name={messages.email} value={user.email} />,
        },
        ...(billing.name ? [{ term: messages.billedTo, value: billing.name }] : []),
        ...(billing.address
          ? [{ term: messages.address, value: <span className="gr-lines">{billing.address}</span> }]
          : []),
        { term: messages.state, value: billing.state },
        { term: messages.country, value: billing.country && countryName(billing.country) },
        {
          term: messages.gstin,
          value: billing.gstin && <CopiedFact name={messages.gstin} value={billing.gstin} isCode />,
        },
        ...(billing.is_sez ? [{ term: messages.sez, value: messages.yes }] : []),
      ]}
    />
  )
}

function Payment({ order }: { order: TransactionDetail }) {
  const { payment_id: payment, gateway_order_id: gatewayOrder, payment_method: method } = order
  if (payment === null && gatewayOrder === null && order.completed_at === null) {
    return <p className="gr-small gr-faint">{messages.noPayment}</p>
  }
  return (
    <DescriptionList
      items={[
        {
          term: messages.paymentId,
          value: payment && <CopiedFact name={messages.paymentId} value={payment} isCode />,
        },
        {
          term: messages.gatewayOrder,
          value: gatewayOrder && <CopiedFact name={messages.gatewayOrder} value={gatewayOrder} isCode />,
        },
        { term: messages.method, value: method && methodLabel(method) },
        { term: messages.paidAt, value: order.completed_at && <Moment at={order.completed_at} /> },
      ]}
    />
  )
}

function Traffic({ meta }: Pick<TransactionDetail, 'meta'>) {
  const { source, medium, campaign } = trafficLabels(meta)
  return (
    <DescriptionList
      items={[
        { term: 'Source', value: source },
        { term: 'Medium', value: medium },
        { term: 'Campaign', value: campaign },
      ]}
    />
  )
}
