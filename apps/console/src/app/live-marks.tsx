import { useSession } from '../lib/api/current-session.ts'
import { useQuiet } from '../lib/use-quiet.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'
import type { LiveStatusProps } from './live-status.tsx'

const Status = lazyPart('live-status', () => import('./live-status.tsx').then((part) => part.LiveStatus))

const nothing = () => null

/** What the top bar says of changes by others, once the screen has loaded. Without its script it says nothing. */
export function LiveMarks(props: LiveStatusProps) {
  const isQuiet = useQuiet()
  const isLive = useSession()?.settings.live ?? false
  return (
    isLive &&
    isQuiet && (
      <PartBoundary fallback={null} failure={nothing}>
        <Status {...props} />
      </PartBoundary>
    )
  )
}
