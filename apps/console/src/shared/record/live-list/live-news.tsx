import { useEffect } from 'react'
import { whenLive } from '../../../lib/live/live-part.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import type { ListMarksProps } from './list-marks.tsx'
import classes from './live-news.module.css'

const Marks = lazyPart('list-marks', () => import('./list-marks.tsx').then((part) => part.ListMarks))

const nothing = () => null

type LiveNewsProps = Omit<ListMarksProps, 'news'> & { news: ListMarksProps['news'] | undefined }

/**
 * What others changed in a list: a button with the number of new rows that floats over its head, so that nothing moves,
 * and marks on rows that changed or left. Their script is loaded once changes are followed, before the first of them.
 */
export function LiveNews({ news, ...props }: LiveNewsProps) {
  useEffect(() => {
    const prefetch = () => {
      Marks.preload().catch(() => undefined)
      return () => undefined
    }
    return whenLive(prefetch)
  }, [])
  const text = news?.text
  return (
    <div className={classes.head} data-live-news={text || undefined}>
      <p className="gr-unseen" aria-live="polite">
        {text}
      </p>
      {news && (
        <PartBoundary fallback={null} failure={nothing}>
          <Marks news={news} {...props} />
        </PartBoundary>
      )}
    </div>
  )
}
