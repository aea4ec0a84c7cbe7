import { CardGrid } from './card-grid.tsx'
import { Loading } from './loading.tsx'
import { RecordCard } from './record-card.tsx'
import { Skeleton } from './skeleton.tsx'
import classes from './skeleton-cards.module.css'

interface SkeletonCardsProps {
  /** Loading text of the specification: "Loading banners...". */
  label: string
  count?: number
}

const widths = ['70%', '60%', '50%'] as const

/** The skeleton of a list of cards. It appears after 150 ms, so that a quick response does not flash. */
export function SkeletonCards({ label, count = 10 }: SkeletonCardsProps) {
  return (
    <Loading label={label}>
      <CardGrid label={undefined}>
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
          <RecordCard
            key={key}
            picture={<div className={classes.picture} />}
            name={<Skeleton width="55%" height={14} />}
            facts={
              <div className={classes.lines}>
                {widths.map((width) => (
                  <Skeleton key={width} width={width} />
                ))}
              </div>
            }
          />
        ))}
      </CardGrid>
    </Loading>
  )
}
