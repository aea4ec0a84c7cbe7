import { CardGrid, CardGridItem } from './card-grid.tsx'
import { Loading } from './loading.tsx'
import { PictureCard } from './picture-card.tsx'
import { Skeleton } from './skeleton.tsx'
import classes from './skeleton-cards.module.css'

interface SkeletonCardsProps {
  /** Loading text of the specification: "Loading banners...". */
  label: string
  count?: number
  /** Cards without a picture: how many lines are below the name. */
  lines?: 1 | 2 | 3
}

const widths = ['70%', '60%', '50%'] as const

/** The skeleton of a list of cards. It appears after 150 ms, so that a quick response does not flash. */
export function SkeletonCards({ label, count = 6, lines }: SkeletonCardsProps) {
  return (
    <Loading label={label}>
      <CardGrid label={undefined}>
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) =>
          lines === undefined ? (
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
          ) : (
            <CardGridItem key={key} className={classes.text}>
              <Skeleton width="45%" height={14} />
              {widths.slice(0, lines).map((width) => (
                <Skeleton key={width} width={width} />
              ))}
            </CardGridItem>
          ),
        )}
      </CardGrid>
    </Loading>
  )
}
