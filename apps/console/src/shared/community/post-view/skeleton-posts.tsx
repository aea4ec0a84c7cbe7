import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './skeleton-posts.module.css'

/** Skeleton cards with an author and a text. */
export function SkeletonPosts({ label, count = 4 }: { label: string; count?: number }) {
  return (
    <Loading label={label}>
      <div className="gr-stack">
        {Array.from({ length: count }, (_, place) => `post-${place}`).map((key) => (
          <div key={key} className={classes.card}>
            <div className={classes.head}>
              <span className={classes.avatar} />
              <div className="gr-tight">
                <Skeleton width="140px" height={14} />
                <Skeleton width="120px" height={10} />
              </div>
            </div>
            <Skeleton width="62%" />
            <Skeleton width="54%" />
            <Skeleton width="24%" />
            <hr className={classes.rule} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
