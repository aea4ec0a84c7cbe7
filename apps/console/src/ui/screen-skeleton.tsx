import { Loading } from './loading.tsx'
import classes from './screen-skeleton.module.css'
import { Skeleton } from './skeleton.tsx'
import { SkeletonCards } from './skeleton-cards.tsx'

/** The shape that a screen has while its script loads. */
export type ScreenShape = 'cards' | 'rows' | 'form'

/** The skeleton of a screen whose script is loading: of the screen's own shape, so that nothing jumps. */
export function ScreenSkeleton({ shape }: { shape: ScreenShape }) {
  if (shape === 'cards') return <SkeletonCards label="Loading..." count={4} />
  const isForm = shape === 'form'
  return (
    <Loading label="Loading...">
      <div className={classes[shape]}>
        {Array.from({ length: isForm ? 4 : 8 }, (_, place) => `line-${place}`).map((key) => (
          <div key={key}>
            <Skeleton width={isForm ? '120px' : '30%'} />
            <Skeleton width={isForm ? '100%' : '15%'} height={isForm ? 36 : 12} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
