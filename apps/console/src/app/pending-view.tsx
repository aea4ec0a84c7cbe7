import { SkeletonCards } from '../ui/skeleton-cards.tsx'

/** Shown while the script of a screen loads (SHELL-41). */
export function PendingView() {
  return <SkeletonCards label="Loading..." count={4} />
}
