import { issueDebitNote, listDocuments } from '@greenroom/contract/money/document/document.endpoints'
import { documentMessages } from '@greenroom/contract/money/document/document.schema'
import { getGstReturn, listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { getTransaction, sumTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { TransactionDocument } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { PriceField } from '../../../shared/field/price-field/price-field.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { debitNoteMessages as messages } from './debit-note-messages.ts'

interface DebitNoteDialogProps {
  opened: boolean
  /** The credit note that should not stand. */
  note: TransactionDocument
  onClose: () => void
}

/** Takes back a credit note whose money was not given back, in whole or in part (OQ-811). */
export function DebitNoteDialog({ opened, note, onClose }: DebitNoteDialogProps) {
  const { can_debit: left, currency_code: currency } = note
  const [how, setHow] = useState<'whole' | 'part'>('whole')
  const [amount, setAmount] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const isShown = useIsShown(opened)
  const debit = useCall(issueDebitNote, {
    invalidates: [getTransaction, listDocuments, listGstMonths, getGstReturn, sumTransactions],
    refreshesOnConflict: true,
  })
  const submit = async () => {
    const wanted = how === 'whole' ? left : amount
    if (wanted === null || wanted < 1 || wanted > left) {
      setError(documentMessages.debit)
      return
    }
    setFailure(undefined)
    try {
      await notify.progress(debit.call({ params: { id: note._id }, body: { amount: wanted, left } }), {
        pending: messages.pending,
        success: ({ data }) => messages.success(data.serial),
        error: (reason) => (isShown.current ? undefined : failureMessage(reason)),
      })
      if (isShown.current) onClose()
    } catch (reason) {
      setFailure(failureMessage(reason))
    }
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!debit.isPending}
      title={messages.title(note.serial)}
      focusesTitle
      footer={
        <>
          <Button variant="subtle" disabled={debit.isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <BusyButton busy={debit.isPending} onClick={() => void submit()}>
            {messages.submit}
          </BusyButton>
        </>
      }
    >
      <div className="gr-stack">
        <p className="gr-small">{messages.help}</p>
        <SegmentedControl
          label={messages.how}
          withLabel={false}
          options={{ whole: messages.whole(formatMoney(left, currency)), part: messages.part }}
          value={how}
          onChange={(chosen) => {
            setHow(chosen)
            setAmount(null)
            setError(undefined)
          }}
          wide
        />
        {how === 'part' && (
          <PriceField
            label={messages.amount}
            required
            currency={currency}
            value={amount}
            onChange={(entered) => {
              setAmount(entered)
              setError(undefined)
            }}
            error={error}
          />
        )}
        <p className="gr-small gr-faint">{messages.effect}</p>
        {failure !== undefined && <ProblemNotice message={failure} />}
      </div>
    </Dialog>
  )
}
