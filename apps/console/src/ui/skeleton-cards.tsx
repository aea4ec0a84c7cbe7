import { CardGrid } from './card-grid.tsx'
import { Loading } from './loading.tsx'
import { RecordCard } from './record-card.tsx'
import { Skeleton } from './skeleton.tsx'
import classes from './skeleton-cards.module.css'

interface SkeletonCardsProps {
  /** Loading text of the specification: "Loading banners...". */
  label: string
  count?: number
  /** Compact cards: how many lines are below the name. */
  lines?: 1 | 2 | 3
  /** Compact cards with an avatar. */
  withTile?: boolean
}

const widths = ['70%', '60%', '50%'] as const

/** The skeleton of a list of cards. It appears after 150 ms, so that a quick response does not flash. */
export function SkeletonCards({ label, count = 10, lines, withTile = false }: SkeletonCardsProps) {
  return (
    <Loading label={label}>
      <CardGrid label={undefined}>
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
          <RecordCard
            key={key}
            {...(lines === undefined && { picture: <div className={classes.picture} /> })}
            {...(withTile && { tile: <div className={classes.avatar} /> })}
            name={<Skeleton width="55%" height={14} />}
            facts={
              <div className={classes.lines}>
                {widths.slice(0, lines ?? 3).map((width) => (
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
