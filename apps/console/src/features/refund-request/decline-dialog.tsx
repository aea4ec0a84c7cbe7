import { declineRefundRequest } from '@greenroom/contract/refund-request/refund-request.endpoints'
import {
  refundRequestMessages as contractMessages,
  longestDecision,
  type RefundRequest,
} from '@greenroom/contract/refund-request/refund-request.schema'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { failureMessage } from '../../lib/api/api-error.ts'
import { isOutdated, useCall } from '../../lib/api/hooks.ts'
import { formatMoney } from '../../lib/money.ts'
import { notify } from '../../lib/notify.tsx'
import { SubmitButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { declineMessages as messages } from './refund-request-messages.ts'
import { refundRequestReads } from './refund-request-reads.ts'

interface DeclineDialogProps {
  opened: boolean
  request: RefundRequest
  onClose: () => void
  /** The card is gone, or will be. */
  onDone: () => void
}

/** Declines a refund with a reason (OQ-352). */
export function DeclineDialog({ opened, request, onClose, onDone }: DeclineDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { call, isPending } = useCall(declineRefundRequest, {
    invalidates: refundRequestReads,
    refreshesOnConflict: true,
  })
  const field = useRef<HTMLTextAreaElement>(null)

  const refuse = (message: string) => {
    setError(message)
    field.current?.focus()
  }
  const close = () => {
    setError(undefined)
    onClose()
  }
  const leave = () => {
    close()
    onDone()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (text.trim() === '') return refuse(contractMessages.declineReasonRequired)
    if ([...text].length > longestDecision) return refuse(contractMessages.declineReasonTooLong)
    setError(undefined)
    try {
      const { message } = await call({ params: { id: request._id }, body: { reason: text } })
      notify.success(message)
      leave()
    } catch (reason) {
      if (!isOutdated(reason)) return refuse(failureMessage(reason))
      // Somebody else decided meanwhile: there is nothing left to ask.
      notify.error(failureMessage(reason))
      leave()
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={messages.title(formatMoney(request.amount, request.currency_code))}
      closable={!isPending}
    >
      <form className="gr-stack" onSubmit={(event) => void submit(event)} noValidate>
        <p className="gr-quiet">{messages.help}</p>
        <Textarea
          ref={field}
          readOnly={isPending}
          label={messages.reason}
          description={messages.reasonHint}
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="gr-answers">
          <Button size="md" variant="default" disabled={isPending} onClick={close}>
            {messages.cancel}
          </Button>
          <SubmitButton busy={isPending}>{messages.decline}</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
