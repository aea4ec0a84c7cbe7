import type { WebhookDelivery } from '@greenroom/contract/staff/webhook/webhook.schema'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import {
  deliveryStateTexts,
  destinationTexts,
  eventTexts,
  webhookColumns as headings,
  webhookMessages as messages,
} from './webhook-messages.ts'
import classes from './webhook-table.module.css'
import { answerText, recordLink, recordText, stateGlyphs, waitText } from './webhook-texts.ts'

interface Actions {
  onOpen: (delivery: WebhookDelivery) => void
  /** The pointer is over the opener of a dialog. */
  onIntent: () => void
}

const columns: readonly Column<WebhookDelivery, Actions>[] = [
  {
    key: 'time',
    heading: headings.time,
    isTime: true,
    className: `gr-quiet ${classes.time}`,
    lines: ['80%'],
    cell: ({ created_at }) => <Moment at={created_at} text={formatTime(created_at)} />,
  },
  {
    key: 'event',
    heading: headings.event,
    lines: ['70%', '50%'],
    cell: (delivery) => (
      <>
        <div>{eventTexts[delivery.event]}</div>
        <div className="gr-fine gr-faint">{destinationTexts[delivery.destination]}</div>
      </>
    ),
  },
  {
    key: 'record',
    heading: headings.record,
    width: 210,
    lines: ['60%'],
    cell: (delivery) => <RecordOf delivery={delivery} />,
  },
  {
    key: 'state',
    heading: headings.state,
    width: 270,
    lines: ['40%', '70%'],
    cell: (delivery) => (
      <>
        <DeliveryBadge delivery={delivery} />
        <div className="gr-fine gr-faint">
          {[messages.attempts(delivery.attempts), waitText(delivery)].filter(Boolean).join(', ')}
        </div>
      </>
    ),
  },
  {
    key: 'answer',
    heading: headings.answer,
    className: 'gr-small gr-quiet',
    lines: ['80%'],
    cell: (delivery) => (
      <span className={classes.line} title={delivery.last_answer ?? undefined}>
        {answerText(delivery) || <span className="gr-faint">–</span>}
      </span>
    ),
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 90,
    lines: ['60%'],
    cell: (delivery, { onOpen, onIntent }) => (
      <Button
        variant="subtle"
        size="xs"
        aria-haspopup="dialog"
        aria-label={messages.detailsOf(eventTexts[delivery.event], recordText(delivery))}
        onPointerEnter={onIntent}
        onClick={() => onOpen(delivery)}
      >
        {messages.details}
      </Button>
    ),
  },
]
/** What other systems were told, and whether it arrived (OQ-415). */
export const WebhookTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
})

/** The state of a delivery. */
export function DeliveryBadge({ delivery: { state } }: { delivery: WebhookDelivery }) {
  return <Badge {...stateGlyphs[state]}>{deliveryStateTexts[state]}</Badge>
}

/** The name of a delivery's record, as a link to its screen where it has one. */
export function RecordOf({ delivery }: { delivery: WebhookDelivery }) {
  const name = recordText(delivery)
  const link = recordLink(delivery)
  if (!link) {
    return (
      <span className={classes.line} title={delivery.record_id}>
        {name}
      </span>
    )
  }
  return (
    <Link {...link} className={classes.link} title={name}>
      {name}
    </Link>
  )
}
