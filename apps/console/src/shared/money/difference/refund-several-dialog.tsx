import { refundDifference } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type { Difference } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { queryKey, useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { ConfirmDialog } from '../../record/question/confirm-dialog.tsx'
import { orderReads } from '../order-reads/order-reads.ts'
import { differenceCardMessages } from './difference-messages.ts'
import { amountText } from './difference-texts.ts'
import classes from './refund-several-dialog.module.css'

const messages = differenceCardMessages.several

interface RefundSeveralDialogProps {
  opened: boolean
  /** Their payments, of one order, can be refunded. */
  differences: readonly Difference[]
  onClose: () => void
}

type Result = 'running' | 'done' | 'refunded' | { failure: string }

/** Refunds the payments of several differences of one order, each by a call of its own, and shows how each ended. */
export function RefundSeveralDialog({ opened, differences, onClose }: RefundSeveralDialogProps) {
  const refund = useCall(refundDifference, { invalidates: orderReads, refreshesOnConflict: true })
  const client = useQueryClient()
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  // Those that are refunded leave the order's page, and stay in this list with their result.
  const shown = useRef(differences)
  const isBegun = Object.keys(results).length > 0
  if (!isBegun) shown.current = differences
  const current = (one: Difference) => differences.find(({ _id }) => _id === one._id) ?? one
  const rows = shown.current.map(current)
  const isOpen = ({ _id }: Difference) => results[_id] === undefined || typeof results[_id] === 'object'
  const left = rows.filter(isOpen)
  const set = (id: string, result: Result) => setResults((known) => ({ ...known, [id]: result }))

  const refundOne = async (one: Difference): Promise<boolean> => {
    set(one._id, 'running')
    try {
      const { data } = await refund.call({
        params: { id: one._id },
        body: { amount: one.gateway.amount ?? 0 },
        version: one.version,
      })
      set(one._id, data.resolved === null ? 'done' : 'refunded')
      return true
    } catch (reason) {
      set(one._id, { failure: failureMessage(reason) })
      // The page shows why, also once this dialog is closed.
      for (const read of orderReads) void client.invalidateQueries({ queryKey: queryKey(read) })
      return false
    }
  }
  const refundAll = async () => {
    let failed = 0
    // One after the other: Razorpay allows few calls at a time.
    for (const one of left) if (!(await refundOne(one))) failed++
    if (failed > 0) throw new Error(messages.failed(failed, rows.length))
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={messages.title(rows.length, rows[0]?.order?.reference_order_id ?? '')}
      confirmLabel={messages.confirm(left.length, sumText(left))}
      cancelLabel={isBegun ? messages.close : differenceCardMessages.cancel}
      isReady={left.length > 0}
      onConfirm={() => notify.progress(refundAll(), { ...messages.progress, error: failureText })}
      describeFailure={failureText}
      onClose={() => {
        setResults({})
        onClose()
      }}
    >
      <div className="gr-stack">
        <ul className={classes.payments} aria-label={messages.listLabel}>
          {rows.map((one) => (
            <li key={one._id}>
              <span className="gr-mono gr-ellipsis" title={one.payment_id ?? undefined}>
                {one.payment_id}
              </span>
              <span className={classes.amount}>{amountText(one.gateway)}</span>
              <ResultText result={results[one._id]} />
            </li>
          ))}
        </ul>
        <p>{messages.effect}</p>
      </div>
    </ConfirmDialog>
  )
}

function ResultText({ result }: { result: Result | undefined }) {
  if (typeof result === 'object') {
    return (
      <div className={classes.result}>
        <FieldHint tone="warn">{result.failure}</FieldHint>
      </div>
    )
  }
  return <span className={classes.result}>{messages.states[result ?? 'waiting']}</span>
}

const failureText = (reason: unknown) => (reason instanceof Error ? reason.message : '')

/** The sum, if all amounts are in one currency. */
function sumText(differences: readonly Difference[]): string {
  const currencies = new Set(differences.map(({ gateway }) => gateway.currency))
  const [currency] = currencies
  const amount = differences.reduce((sum, { gateway }) => sum + (gateway.amount ?? 0), 0)
  return currencies.size === 1 && currency ? (amountText({ state: null, amount, currency }) ?? '') : ''
}
