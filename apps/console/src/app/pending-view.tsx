import { SkeletonCards } from '../ui/skeleton-cards.tsx'

/** What stands in the place of a screen whose script is still loading (SHELL-41). */
export function PendingView() {
  return <SkeletonCards label="Loading..." count={4} />
}
