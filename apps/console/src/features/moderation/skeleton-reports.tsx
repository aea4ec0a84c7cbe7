import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import cardClasses from './report-card.module.css'
import classes from './skeleton-reports.module.css'

/** Cards of a queue that have yet to come, shown after 150 ms so that a quick answer does not flash. */
export function SkeletonReports({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className={classes.list}>
        {['first', 'second', 'third'].map((key) => (
          <div key={key} className={cardClasses.card}>
            <div className={classes.content}>
              <div className={classes.head}>
                <span className={classes.avatar} />
                <div className={classes.lines}>
                  <Skeleton width="160px" height={14} />
                  <Skeleton width="120px" height={10} />
                </div>
              </div>
              <Skeleton width="72%" />
              <Skeleton width="58%" />
            </div>
            <div className={cardClasses.foot}>
              <Skeleton width="200px" height={14} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
