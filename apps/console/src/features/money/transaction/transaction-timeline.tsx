import {
  addTransactionNote,
  getTransaction,
} from '@greenroom/contract/money/transaction/transaction.endpoints'
import type {
  TimelineItem,
  TransactionDetail,
} from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { NoteForm } from '../../../shared/record/note-form/note-form.tsx'
import { Timeline, TimelineEntry } from '../../../shared/record/timeline/timeline.tsx'
import { staffName } from './staff-name.ts'
import { timelineText } from './timeline-text.ts'
import { timelineMessages } from './transaction-page-messages.ts'
import classes from './transaction-timeline.module.css'

/** Everything that happened to an order, the newest first, and the field for a note (OQ-280, OQ-282). */
export function TransactionTimeline({ transaction }: { transaction: TransactionDetail }) {
  const title = useId()
  const { _id: id, timeline, currency_code, is_timeline_cut } = transaction
  const mayNote = useMay<typeof addTransactionNote>('money.write')
  const { call, isPending } = useCall(addTransactionNote, { invalidates: [getTransaction] })
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="gr-part">
        {timelineMessages.title}
      </h2>
      {mayNote && (
        <NoteForm
          draft={['order-note', id]}
          placeholder={timelineMessages.placeholder}
          isPending={isPending}
          send={(text) => call({ params: { id }, body: { text } })}
        />
      )}
      <Timeline>
        {timeline.map((item) => {
          const { by, ...text } = timelineText(item, currency_code)
          return (
            <TimelineEntry
              key={keyOf(item)}
              kind={item.kind}
              at={item.at}
              by={by === undefined ? undefined : { name: staffName(transaction, by), email: by }}
              {...text}
              text={<EntryText item={item} text={text.text} />}
            />
          )
        })}
      </Timeline>
      {is_timeline_cut && <p className={classes.cut}>{timelineMessages.cut(timeline.length)}</p>}
    </section>
  )
}

/** What an entry says, with the refund of all orders that it belongs to. */
function EntryText({ item, text }: { item: TimelineItem; text: string }) {
  if (item.kind !== 'refund-requested' || item.batch_id === undefined) return text
  return (
    <>
      {text}{' '}
      <Link {...paths.refundBatch(item.batch_id)} className="gr-accent gr-underline">
        {timelineMessages.inBatch}
      </Link>
    </>
  )
}

function keyOf(item: TimelineItem): string {
  switch (item.kind) {
    case 'refund-requested':
    case 'refund-settled':
      return `${item.kind} ${item.refund_id}`
    case 'approval-requested':
    case 'approval-decided':
      return `${item.kind} ${item.request_id}`
    case 'document':
      return item.document_id
    case 'note':
      return item.note_id
    case 'change':
      return item.change_id
    default:
      return item.kind
  }
}
