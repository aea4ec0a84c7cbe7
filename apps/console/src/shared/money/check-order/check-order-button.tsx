import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { checkOrder } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { useLastOpened } from '../../record/record-list/use-opened-record.ts'
import { checkOrderMessages as messages } from './check-order-messages.ts'

const CheckOrderQuestion = lazyDialog('check-order', () =>
  import('./check-order-question.tsx').then((part) => part.CheckOrderQuestion),
)
const prefetch = () => prefetchDialogs(CheckOrderQuestion)

interface CheckOrderButtonProps {
  order: { _id: string; reference_order_id: string }
  /** A quiet button in a row of a table. */
  isInRow?: boolean
  /** Reads of the screen that show the order, besides those of all orders. */
  reads?: readonly EndpointDeclaration[]
}

/** Asks the payment gateway about an order that is not paid, after a question (OQ-270, OQ-527). */
export function CheckOrderButton({ order, isInRow = false, reads = [] }: CheckOrderButtonProps) {
  const mayCheck = useMay<typeof checkOrder>('money.write')
  const [isAsking, setAsking] = useState(false)
  const { last } = useLastOpened(isAsking || undefined)
  if (!mayCheck) return null
  return (
    <>
      <Button
        variant={isInRow ? 'subtle' : 'default'}
        size={isInRow ? 'xs' : undefined}
        aria-haspopup="dialog"
        aria-label={`${messages.action} ${order.reference_order_id}`}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setAsking(true)}
      >
        {isInRow ? 'Check' : messages.action}
      </Button>
      {last && (
        <CheckOrderQuestion opened={isAsking} order={order} reads={reads} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
