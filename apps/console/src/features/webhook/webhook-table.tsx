import type { WebhookDelivery } from '@greenroom/contract/webhook/webhook.schema'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import {
  deliveryStateTexts,
  destinationTexts,
  eventTexts,
  webhookMessages as messages,
  webhookColumns,
} from './webhook-messages.ts'
import classes from './webhook-table.module.css'
import { answerText, recordLink, recordText, stateGlyphs, waitText } from './webhook-texts.ts'

interface WebhookTableProps {
  rows: readonly WebhookDelivery[]
  onOpen: (delivery: WebhookDelivery) => void
  /** The pointer is over the opener of a dialog. */
  onIntent: () => void
}

/** What other systems were told, and whether it arrived (OQ-415). */
export function WebhookTable({ rows, onOpen, onIntent }: WebhookTableProps) {
  return (
    <DataTable label={messages.tableLabel} className={classes.table} columns={columns}>
      {rows.map((delivery) => (
        <tr key={delivery._id} data-record={delivery._id}>
          <td className={classes.time}>
            <time dateTime={delivery.created_at}>{formatTime(delivery.created_at)}</time>
          </td>
          <td className={classes.event}>
            <div>{eventTexts[delivery.event]}</div>
            <div className="gr-fine gr-faint">{destinationTexts[delivery.destination]}</div>
          </td>
          <td className={classes.record}>
            <RecordOf delivery={delivery} />
          </td>
          <td className={classes.state}>
            <DeliveryBadge delivery={delivery} />
            <div className="gr-fine gr-faint">
              {[messages.attempts(delivery.attempts), waitText(delivery)].filter(Boolean).join(', ')}
            </div>
          </td>
          <td className={classes.answer}>
            <span className={classes.line} title={delivery.last_answer ?? undefined}>
              {answerText(delivery) || <span className="gr-faint">–</span>}
            </span>
          </td>
          <td className={classes.actions}>
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
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

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

/** The skeleton of the table. */
export function WebhookTableSkeleton({ count }: { count: number }) {
  return (
    <DataTableSkeleton
      label={messages.loading}
      count={count}
      className={classes.table}
      columns={columns}
      cells={Object.entries(skeletonWidths).map(([column, widths]) => ({
        className: classes[column],
        widths,
      }))}
    />
  )
}

const skeletonWidths: Record<keyof typeof webhookColumns, readonly string[]> = {
  time: ['80%'],
  event: ['70%', '50%'],
  record: ['60%'],
  state: ['40%', '70%'],
  answer: ['80%'],
  actions: ['60%'],
}

const columns = Object.entries(webhookColumns).map(([column, head]) => ({
  className: classes[`${column}Column`],
  head: column === 'actions' ? <span className="gr-unseen">{head}</span> : head,
}))
