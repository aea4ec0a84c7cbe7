import type { removeFromBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import type { BinItem } from '@greenroom/contract/desk/bin/bin.schema'
import { Button } from '@mantine/core'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/minute.ts'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import {
  binKindTexts,
  contentsText,
  binColumns as headings,
  binScreenMessages as messages,
} from './bin-messages.ts'
import classes from './bin-table.module.css'

interface Context {
  mayRemove: boolean
  /** Milliseconds. */
  now: number
  onRestore: (item: BinItem) => void
  onRemove: (item: BinItem) => void
  /** Called on hover and focus of Delete for good: prefetch its question. */
  onIntent: () => void
}

const dayMs = 24 * 60 * 60 * 1000

const columns: readonly Column<BinItem, Context>[] = [
  {
    key: 'record',
    heading: headings.record,
    lines: ['80%', '30%'],
    cell: ({ label, kind }) => (
      <>
        <div className="gr-ellipsis" title={label}>
          {label}
        </div>
        <div className="gr-fine gr-faint">{binKindTexts[kind]}</div>
      </>
    ),
  },
  {
    key: 'contents',
    heading: headings.contents,
    width: 220,
    className: 'gr-small gr-quiet',
    lines: ['70%'],
    cell: ({ contents }) => contentsText(contents) || <span className="gr-faint">–</span>,
  },
  {
    key: 'deleted',
    heading: headings.deleted,
    width: 210,
    isTime: true,
    className: 'gr-quiet',
    lines: ['80%', '60%'],
    cell: ({ deleted_at, deleted_by }) => (
      <>
        <Moment at={deleted_at} text={formatTime(deleted_at)} />
        <div className="gr-ellipsis gr-fine gr-faint" title={deleted_by}>
          {deleted_by}
        </div>
      </>
    ),
  },
  {
    key: 'left',
    heading: headings.left,
    width: 104,
    className: `gr-quiet gr-nowrap gr-num ${classes.left}`,
    lines: ['60%'],
    cell: ({ removed_at }, { now }) => (
      <time dateTime={removed_at}>
        {messages.daysLeft(Math.ceil((Date.parse(removed_at) - now) / dayMs))}
      </time>
    ),
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 230,
    className: `gr-nowrap ${classes.actions}`,
    lines: ['80%'],
    cell: (item, { mayRemove, onRestore, onRemove, onIntent }) =>
      item.may_restore && (
        <>
          <Button
            variant="subtle"
            size="xs"
            aria-label={messages.restoreOf(item.label)}
            onClick={() => onRestore(item)}
          >
            {messages.restore}
          </Button>
          {mayRemove && (
            <Button
              variant="subtle"
              size="xs"
              className="gr-delete"
              aria-haspopup="dialog"
              aria-label={messages.removeOf(item.label)}
              onPointerEnter={onIntent}
              onFocus={onIntent}
              onClick={() => onRemove(item)}
            >
              {messages.remove}
            </Button>
          )}
        </>
      ),
  },
]
/** What was deleted, by whom, and how long it is kept (OQ-475). */
export const BinTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
  useFacts: () => ({
    mayRemove: useMay<typeof removeFromBin>('content.read', 'personal.erase'),
    now: useMinute(),
  }),
})
