import { lazyPart } from '../lazy-part.ts'
import { PartBoundary } from '../part-boundary.tsx'
import { Skeleton } from '../skeleton.tsx'
import classes from './chart.module.css'
import { type ChartProps, legendHeight } from './chart-props.ts'

const Drawing = lazyPart('chart', () => import('./chart-drawing.tsx').then((part) => part.ChartDrawing))

/**
 * A line or bars over days, with the values of an earlier period dashed. The arrow keys, Home and End move along the
 * points, and the value of the point is read out; so does the pointer. The library is fetched with the first chart. Show
 * a table of the same values beside it (OQ-650).
 */
export function Chart({ height = 200, ...props }: ChartProps) {
  return (
    <PartBoundary
      fallback={
        <div className={classes.waiting}>
          <Skeleton height={height + legendHeight} />
        </div>
      }
    >
      <Drawing height={height} {...props} />
    </PartBoundary>
  )
}
