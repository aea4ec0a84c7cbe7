import type { ReactNode } from 'react'
import { LightButton } from './light-button.tsx'
import classes from './load-more.module.css'

interface LoadMoreProps {
  busy: boolean
  /** Why the last try failed; the rows before it stay. */
  failure?: ReactNode
  onLoadMore: () => void
}

/** The end of a growing list that has more. The screen shows it only while the last page was full. */
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
