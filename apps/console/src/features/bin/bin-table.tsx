import type { removeFromBin } from '@greenroom/contract/bin/bin.endpoints'
import type { BinItem } from '@greenroom/contract/bin/bin.schema'
import { Button } from '@mantine/core'
import { useMay } from '../../lib/api/permissions.ts'
import { formatTime } from '../../lib/dates.ts'
import { useMinute } from '../../lib/minute.ts'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { binColumns, binKindTexts, contentsText, binScreenMessages as messages } from './bin-messages.ts'
import classes from './bin-table.module.css'

interface BinTableProps {
  rows: readonly BinItem[]
  onRestore: (item: BinItem) => void
  onRemove: (item: BinItem) => void
  /** Called on hover and focus of Delete for good: prefetch its question. */
  onIntent: () => void
}

const dayMs = 24 * 60 * 60 * 1000

/** What was deleted, by whom, and how long it is kept (OQ-475). */
export function BinTable({ rows, onRestore, onRemove, onIntent }: BinTableProps) {
  const mayRemove = useMay<typeof removeFromBin>('content.read', 'personal.erase')
  const now = useMinute()
  return (
    <DataTable label={messages.tableLabel} className={classes.table} columns={columns}>
      {rows.map((item) => {
        const { _id, kind, label, contents, deleted_at, deleted_by, removed_at, may_restore } = item
        return (
          <tr key={_id} data-bin={_id}>
            <td className={classes.record}>
              <div className={classes.name} title={label}>
                {label}
              </div>
              <div className="gr-fine gr-faint">{binKindTexts[kind]}</div>
            </td>
            <td className={classes.contents}>
              {contentsText(contents) || <span className="gr-faint">–</span>}
            </td>
            <td className={classes.deleted}>
              <time dateTime={deleted_at}>{formatTime(deleted_at)}</time>
              <div className={classes.by} title={deleted_by}>
                {deleted_by}
              </div>
            </td>
            <td className={classes.left}>
              <time dateTime={removed_at}>
                {messages.daysLeft(Math.ceil((Date.parse(removed_at) - now) / dayMs))}
              </time>
            </td>
            <td className={classes.actions}>
              {may_restore && (
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={messages.restoreOf(label)}
                  onClick={() => onRestore(item)}
                >
                  {messages.restore}
                </Button>
              )}
              {may_restore && mayRemove && (
                <Button
                  variant="subtle"
                  size="xs"
                  className="gr-delete"
                  aria-haspopup="dialog"
                  aria-label={messages.removeOf(label)}
                  onPointerEnter={onIntent}
                  onFocus={onIntent}
                  onClick={() => onRemove(item)}
                >
                  {messages.remove}
                </Button>
              )}
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}

/** The skeleton of the table. */
export function BinTableSkeleton({ count }: { count: number }) {
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

const skeletonWidths: Record<keyof typeof binColumns, readonly string[]> = {
  record: ['80%', '30%'],
  contents: ['70%'],
  deleted: ['80%', '60%'],
  left: ['60%'],
  actions: ['80%'],
}

const columns = Object.entries(binColumns).map(([column, head]) => ({
  className: classes[`${column}Column`],
  head: column === 'actions' ? <span className="gr-unseen">{head}</span> : head,
}))
