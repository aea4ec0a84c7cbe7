import { CardGrid } from './card-grid.tsx'
import { Loading } from './loading.tsx'
import { PictureCard } from './picture-card.tsx'
import { Skeleton } from './skeleton.tsx'
import classes from './skeleton-cards.module.css'

interface SkeletonCardsProps {
  /** What loads, as the specification words it: "Loading banners...". */
  label: string
  count?: number
}

/** Cards that have yet to come: the shape of the real ones, shown after 150 ms so that a quick answer does not flash. */
export function SkeletonCards({ label, count = 6 }: SkeletonCardsProps) {
  return (
    <Loading label={label}>
      <CardGrid label="">
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
          <PictureCard key={key} picture={<div className={classes.picture} />}>
            <div className={classes.lines}>
              <Skeleton width="70%" height={14} />
              <Skeleton width="45%" />
              <hr />
              <Skeleton width="52%" />
              <Skeleton width="44%" />
              <Skeleton width="30%" />
            </div>
          </PictureCard>
        ))}
      </CardGrid>
    </Loading>
  )
}
