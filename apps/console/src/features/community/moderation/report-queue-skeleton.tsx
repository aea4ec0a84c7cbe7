import type { CSSProperties } from 'react'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import card from './report-card.module.css'
import classes from './report-queue-skeleton.module.css'

interface ReportQueueSkeletonProps {
  label: string
  /** Height of a usual card of the queue, in pixels, on a wide screen and on a phone. */
  height: { wide: number; phone: number }
}

/** Skeleton cards of reported items, with the parts and the height of a usual one. */
export function ReportQueueSkeleton({ label, height }: ReportQueueSkeletonProps) {
  return (
    <Loading label={label}>
      <div className="gr-stack">
        {Array.from({ length: 4 }, (_, place) => `report-${place}`).map((key) => (
          <div
            key={key}
            className={`${card.card} ${classes.card}`}
            style={{ '--wide': `${height.wide}px`, '--phone': `${height.phone}px` } as CSSProperties}
          >
            <div className={`${card.content} ${classes.content}`}>
              <div className={classes.head}>
                <span className={classes.avatar} />
                <div className="gr-tight">
                  <Skeleton width="140px" height={14} />
                  <Skeleton width="120px" height={10} />
                </div>
              </div>
              <Skeleton width="82%" />
              <Skeleton width="54%" />
            </div>
            <div className={card.side}>
              <div className={classes.counts}>
                <Skeleton width="64px" />
                <Skeleton width="150px" />
              </div>
              <div className={card.answers}>
                <Skeleton height={32} />
                <Skeleton height={32} />
              </div>
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
