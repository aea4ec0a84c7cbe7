import { transactionAllows } from '@greenroom/contract/money/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { useEffect, useRef, useState } from 'react'
import type { useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'

const RefundDialog = lazyDialog('transaction-refund', () =>
  import('./transaction-refund-dialog.tsx').then((part) => part.TransactionRefundDialog),
)

/**
 * Asks about the refund of a row, as long as the row can be refunded.
 * @param panel takes the focus when the row's button is gone
 */
export function useRefundQuestion(rows: readonly Transaction[], panel: ReturnType<typeof useListPanel>) {
  const [refunding, setRefunding] = useState<Transaction>()
  const { last } = useLastOpened(refunding)
  // A request can end after its question has closed. Then another one may be open, which stays.
  const latest = useRef(refunding)
  latest.current = refunding
  const isAsked = (id: string) => latest.current?._id === id
  // The row may change while the dialog is open. The dialog shows its current state.
  const current = rows.find(({ _id }) => _id === refunding?._id) ?? refunding
  const canRefund = current === undefined || transactionAllows.refund(current)
  useEffect(() => {
    if (canRefund) return
    setRefunding(undefined)
    panel.focus()
  }, [canRefund, panel])
  return {
    /** Props of a table whose rows can be refunded. */
    ofTable: { onRefund: setRefunding, onIntent: () => prefetchDialogs(RefundDialog) },
    dialog: last && (
      <RefundDialog
        opened={refunding !== undefined}
        transaction={last}
        onClose={() => isAsked(last._id) && setRefunding(undefined)}
        onDone={() => isAsked(last._id) && panel.focus()}
      />
    ),
  }
}
