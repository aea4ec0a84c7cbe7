import type { ReactNode } from 'react'
import { LightButton } from './light-button.tsx'
import classes from './load-more.module.css'

interface LoadMoreProps {
  busy?: boolean
  /** Why the last attempt failed. The rows above stay. */
  failure?: ReactNode
  /** Undefined if the last page was not full. */
  onLoadMore?: (() => void) | undefined
}

/** The end of a list: why it could not be refreshed or continued, and a button that loads more rows. */
export function LoadMore({ busy = false, failure, onLoadMore }: LoadMoreProps) {
  return (
    <div className={classes.row}>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      {onLoadMore && (
        <LightButton busy={busy} onClick={onLoadMore}>
          Load More
        </LightButton>
      )}
    </div>
  )
}
