import type { ReactNode } from 'react'
import { LightButton } from './light-button.tsx'
import classes from './load-more.module.css'

interface LoadMoreProps {
  busy: boolean
  /** Why the last attempt failed. The rows above stay. */
  failure?: ReactNode
  onLoadMore: () => void
}

/** Loads more rows of a list. Show it only while the last page was full. */
export function LoadMore({ busy, failure, onLoadMore }: LoadMoreProps) {
  return (
    <div className={classes.row}>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <LightButton busy={busy} onClick={onLoadMore}>
        Load More
      </LightButton>
    </div>
  )
}
