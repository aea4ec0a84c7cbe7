import { listDifferences } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import {
  type Difference,
  type DifferenceAction,
  differenceTitles,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { paths } from '../../../lib/paths.ts'
import {
  DifferenceActions,
  RefundNotes,
  useDifferenceActions,
} from '../../../shared/money/difference/difference-actions.tsx'
import { differenceCardMessages } from '../../../shared/money/difference/difference-messages.ts'
import { sideLine } from '../../../shared/money/difference/difference-texts.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { factLink } from '../../../shared/record/record-page/record-page.tsx'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './order-differences.module.css'
import { transactionPageMessages as messages } from './transaction-page-messages.ts'

const HealDialog = lazyDialog('heal-difference', () =>
  import('../../../shared/money/difference/heal-dialog.tsx').then((part) => part.HealDialog),
)
const RefundSeveralDialog = lazyDialog('refund-differences', () =>
  import('../../../shared/money/difference/refund-several-dialog.tsx').then(
    (part) => part.RefundSeveralDialog,
  ),
)
/** An order has few; the list of differences has the rest. */
const mostShown = 20

/** The open differences of an order, with what staff can do about each (OQ-752, OQ-777). */
export function OrderDifferences({ orderId }: { orderId: string }) {
  const read = useRead(listDifferences, {
    query: { state: 'open', order: orderId, limit: mostShown, offset: 0 },
  })
  const [healing, setHealing] = useState<{ difference: Difference; action: DifferenceAction }>()
  const [isRefundingAll, setRefundingAll] = useState(false)
  const { last } = useLastOpened(healing)
  const rows = read.data?.differences ?? []
  const refundable = rows.filter(({ actions }) => actions.includes('refund-payment'))
  const mayRefund = useDifferenceActions({ actions: ['refund-payment'] }).length > 0
  if (read.data === undefined) {
    if (!read.isError) return <Skeleton height={56} />
    return (
      <FieldHint tone="warn">
        {messages.differencesFailed}{' '}
        <LightButton onClick={() => void read.refetch()}>{messages.retry}</LightButton>
      </FieldHint>
    )
  }
  return (
    <>
      {rows.map((difference) => (
        <OrderDifference
          key={difference._id}
          difference={difference}
          onHeal={(action) => setHealing({ difference, action })}
        />
      ))}
      {mayRefund && refundable.length > 1 && (
        <div>
          <LightButton
            aria-haspopup="dialog"
            onClick={() => setRefundingAll(true)}
            onPointerEnter={() => prefetchDialogs(RefundSeveralDialog)}
            onFocus={() => prefetchDialogs(RefundSeveralDialog)}
          >
            {differenceCardMessages.several.open(refundable.length)}
          </LightButton>
        </div>
      )}
      {last && (
        <HealDialog
          opened={healing !== undefined}
          difference={rows.find(({ _id }) => _id === last.difference._id) ?? last.difference}
          action={last.action}
          onClose={() => setHealing(undefined)}
          onDone={() => {}}
        />
      )}
      <RefundSeveralDialog
        opened={isRefundingAll}
        differences={refundable}
        onClose={() => setRefundingAll(false)}
      />
    </>
  )
}

function OrderDifference({
  difference,
  onHeal,
}: {
  difference: Difference
  onHeal: (action: DifferenceAction) => void
}) {
  const actions = useDifferenceActions(difference)
  const { _id: id, kind, payment_id: payment, gateway } = difference
  return (
    <div className={classes.difference}>
      <FieldHint tone="warn">
        {messages.differs(differenceTitles[kind])} {messages.there(sideLine(gateway))}{' '}
        <Link to={paths.differences} search={{ only: id }} className={factLink}>
          {messages.decide}
        </Link>
      </FieldHint>
      <RefundNotes {...difference} />
      {actions.length > 0 && (
        <div className={classes.actions}>
          <DifferenceActions
            actions={actions}
            label={payment ?? ''}
            onHeal={onHeal}
            onIntent={() => prefetchDialogs(HealDialog)}
          />
        </div>
      )}
    </div>
  )
}
