import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  skipWebhookDelivery,
} from '@greenroom/contract/staff/webhook/webhook.endpoints'
import type { WebhookDelivery } from '@greenroom/contract/staff/webhook/webhook.schema'
import { Button } from '@mantine/core'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { notify } from '../../../lib/notify.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './webhook-dialog.module.css'
import { destinationTexts, eventTexts, webhookDialogMessages as messages } from './webhook-messages.ts'
import { DeliveryBadge, RecordOf } from './webhook-table.tsx'
import { waitText } from './webhook-texts.ts'

interface WebhookDialogProps {
  opened: boolean
  delivery: WebhookDelivery
  /** Whether its destination is set up. */
  canSend: boolean
  onClose: () => void
  /** The delivery has changed, and may have left the list. */
  onDone: () => void
}

/** A webhook with its payload and its last answer; sends it again or skips it (OQ-415). */
export function WebhookDialog({ opened, delivery, canSend, onClose, onDone }: WebhookDialogProps) {
  const options = { invalidates: [listWebhookDeliveries], refreshesOnConflict: true }
  const resend = useCall(resendWebhookDelivery, options)
  const skip = useCall(skipWebhookDelivery, options)
  const mayWrite = useMay<typeof resendWebhookDelivery>('webhook.write')
  const isBusy = resend.isPending || skip.isPending
  const { state } = delivery
  const mayResend = mayWrite && canSend && (state === 'sent' || state === 'failed')
  const maySkip = mayWrite && (state === 'waiting' || state === 'failed')

  const act = async (work: Promise<unknown>, texts: { pending: string; success: string; error: string }) => {
    try {
      await notify.progress(work, texts)
      onClose()
      onDone()
    } catch {
      // The toast says why. The list shows what has changed meanwhile.
    }
  }
  const params = { id: delivery._id }
  return (
    <Dialog opened={opened} onClose={onClose} title={eventTexts[delivery.event]} closable={!isBusy}>
      <div className="gr-stack">
        <DescriptionList items={factsOf(delivery)} />
        {delivery.last_answer !== null && (
          <div>
            <p className={classes.label}>{messages.answer}</p>
            <pre className={classes.text}>{delivery.last_answer}</pre>
          </div>
        )}
        <div>
          <p className={classes.label}>{messages.payload}</p>
          <pre className={classes.text}>{JSON.stringify(delivery.payload, null, 2)}</pre>
        </div>
        {maySkip && <p className="gr-quiet">{messages.skipHelp}</p>}
        {(mayResend || maySkip) && (
          <div className="gr-answers">
            {maySkip && (
              <Button
                size="md"
                variant="default"
                disabled={isBusy}
                onClick={() =>
                  void act(skip.call({ params }), {
                    pending: messages.skipping,
                    success: messages.skipped,
                    error: messages.skipFailed,
                  })
                }
              >
                {messages.skip}
              </Button>
            )}
            {mayResend && (
              <Button
                size="md"
                disabled={isBusy}
                onClick={() =>
                  void act(resend.call({ params }), {
                    pending: messages.resending,
                    success: messages.resent,
                    error: messages.resendFailed,
                  })
                }
              >
                {messages.resend}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}

function factsOf(delivery: WebhookDelivery) {
  const time = (iso: string | null) => iso && formatTime(iso)
  return [
    { term: messages.to, value: destinationTexts[delivery.destination] },
    { term: messages.record, value: <RecordOf delivery={delivery} /> },
    { term: messages.state, value: <DeliveryBadge delivery={delivery} /> },
    { term: messages.created, value: time(delivery.created_at) },
    { term: messages.attempts, value: String(delivery.attempts) },
    { term: messages.lastAttempt, value: time(delivery.last_attempt_at) },
    ...(delivery.state === 'waiting' ? [{ term: messages.next, value: waitText(delivery) }] : []),
    { term: messages.status, value: delivery.last_status },
    { term: messages.id, value: <span className="gr-mono gr-small gr-break">{delivery._id}</span> },
  ]
}
