import { BusyButton } from './busy-button.tsx'
import classes from './load-more.module.css'

interface LoadMoreProps {
  /** How many are shown, and how many there are. */
  shown: number
  total: number
  busy: boolean
  onLoadMore: () => void
  label?: string
}

/** The end of a growing list: how much of it is shown, and a button for more while there is more. */
export function LoadMore({ shown, total, busy, onLoadMore, label = 'Load More' }: LoadMoreProps) {
  if (total === 0) return null
  return (
    <div className={classes.row}>
      <span className={classes.count} role="status">
        Showing {shown} of {total}
      </span>
      {shown < total && (
        <BusyButton variant="default" busy={busy} onClick={onLoadMore}>
          {label}
        </BusyButton>
      )}
    </div>
  )
}
