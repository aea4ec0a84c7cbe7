import { CardGrid, CardGridItem } from './card-grid.tsx'
import { Loading } from './loading.tsx'
import { Skeleton } from './skeleton.tsx'
import classes from './skeleton-text-cards.module.css'

interface SkeletonTextCardsProps {
  /** Loading text: "Loading creators...". */
  label: string
  count?: number
  /** Lines of a card below its name. */
  lines?: 1 | 2 | 3
}

const widths = ['70%', '60%', '50%'] as const

/** Skeleton cards without a picture, shown after 150 ms so that a quick response does not flash. */
export function SkeletonTextCards({ label, count = 6, lines = 3 }: SkeletonTextCardsProps) {
  return (
    <Loading label={label}>
      <CardGrid label="">
        {Array.from({ length: count }, (_, place) => `card-${place}`).map((key) => (
          <CardGridItem key={key} className={classes.card}>
            <Skeleton width="45%" height={14} />
            {widths.slice(0, lines).map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </CardGridItem>
        ))}
      </CardGrid>
    </Loading>
  )
}
