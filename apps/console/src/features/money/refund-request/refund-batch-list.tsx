import { listRefundBatches } from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
import type { RefundBatch } from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import { IconReceiptRefund } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import classes from './refund-batch.module.css'
import {
  amountsText,
  batchPageMessages,
  batchStates,
  batchListMessages as messages,
  ordersText,
  throughOf,
} from './refund-batch-messages.ts'

const columns: readonly Column<RefundBatch>[] = [
  {
    key: 'session',
    heading: messages.columns.session,
    lines: ['70%'],
    isRowHeading: true,
    cell: ({ _id, session }) => (
      <Link {...paths.refundBatch(_id)} className={classes.link}>
        {session.title}
      </Link>
    ),
  },
  {
    key: 'state',
    heading: messages.columns.state,
    lines: ['60%'],
    cell: (batch) => {
      const shown = batchStates[batch.state]
      const { through, all } = throughOf(batch)
      return (
        <>
          <Badge shape={shown.shape} tone={shown.tone}>
            {shown.label}
          </Badge>
          {(batch.state === 'running' || batch.state === 'stopped') && (
            <div className="gr-fine gr-quiet">{batchPageMessages.of(through, all)}</div>
          )}
        </>
      )
    },
  },
  {
    key: 'orders',
    heading: messages.columns.orders,
    isRight: true,
    lines: ['70%'],
    className: 'gr-num',
    cell: ({ orders, amounts }) => (
      <>
        <div>{amountsText(amounts)}</div>
        <div className="gr-fine gr-quiet">{ordersText(orders)}</div>
      </>
    ),
  },
  {
    key: 'requested',
    heading: messages.columns.requested,
    lines: ['80%'],
    cell: ({ requested_at, requested_by }) => (
      <>
        <time dateTime={requested_at}>{formatTime(requested_at)}</time>
        <div className="gr-fine gr-quiet gr-break">{requested_by}</div>
      </>
    ),
  },
]

const BatchTable = recordTable<RefundBatch>({
  label: messages.label,
  loading: messages.loading,
  keyOf: ({ _id }) => _id,
  className: classes.list,
  columns,
})

/** Refunds of all orders of a session: those that wait first, then the newest (OQ-844). */
export function RefundBatchList({ search }: { search: PageSearch }) {
  const list = useNumberedRows(listRefundBatches, {
    queryOf: (page) => pageRange({ ...search, page }),
    read: ({ batches, count }) => ({ rows: batches, total: count }),
  })
  return (
    <RecordList
      list={list}
      messages={{ ...messages, cardsLabel: messages.label }}
      icon={IconReceiptRefund}
      panel={useListPanel()}
      skeleton={<BatchTable.Skeleton count={5} />}
      foot={list.total > 0 && <Pager {...list.pager} />}
    >
      {(rows) => <BatchTable rows={rows} />}
    </RecordList>
  )
}
