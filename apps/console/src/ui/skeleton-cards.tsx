import gridClasses from './card-grid.module.css'
import { Loading } from './loading.tsx'
import { Skeleton } from './skeleton.tsx'
import classes from './skeleton-cards.module.css'

interface SkeletonCardsProps {
  /** Loading text of the specification: "Loading banners...". */
  label: string
  count?: number
}

/** Skeleton cards, shown after 150 ms so that a quick response does not flash. */
export function SkeletonCards({ label, count = 6 }: SkeletonCardsProps) {
  return (
    <Loading label={label}>
      <div className={gridClasses.grid}>
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
          <div key={key} className={`${gridClasses.card} ${classes.card}`}>
            <div className={classes.picture} />
            <div className={classes.lines}>
              <Skeleton width="70%" height={14} />
              <Skeleton width="45%" />
              <hr className={classes.rule} />
              <Skeleton width="52%" />
              <Skeleton width="44%" />
              <Skeleton width="30%" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
