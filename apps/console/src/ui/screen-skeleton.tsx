import { Loading } from './loading.tsx'
import { Skeleton } from './skeleton.tsx'
import { SkeletonCards } from './skeleton-cards.tsx'

/** The shape that a screen has while its script loads: cards with pictures, or lines. */
export type ScreenShape = 'cards' | 'lines'

/** The skeleton of a screen whose script is loading: of the screen's own shape, so that a table isn't cards first. */
export function ScreenSkeleton({ shape }: { shape: ScreenShape }) {
  if (shape === 'cards') return <SkeletonCards label="Loading..." count={4} />
  return (
    <Loading label="Loading..." className="gr-stack">
      {['30%', '45%', '35%', '40%'].map((width) => (
        <Skeleton key={width} width={width} height={24} />
      ))}
    </Loading>
  )
}
