import { type RouteComponent, useSearch } from '@tanstack/react-router'
import { useAccess } from '../lib/api/permissions.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { ScreenSkeleton } from '../ui/screen-skeleton.tsx'
import { permissionsOfScreen } from './screen-access.ts'
import { shapeAt } from './screens.ts'

// Lazy: few people ever see it, and every screen would load it.
const ForbiddenView = lazyPart('forbidden', () =>
  import('./forbidden-view.tsx').then((part) => part.ForbiddenView),
)

/**
 * Wraps the screen of a route, so that it renders, and makes its calls, only if the role includes it. It follows a role
 * that changes while the screen is open.
 */
export function gated(route: string, Screen: NonNullable<RouteComponent>): NonNullable<RouteComponent> {
  const Gate = () => {
    const needed = permissionsOfScreen(route, useSearch({ strict: false }))
    const access = useAccess(needed)
    // Only in a new tab: after a sign-in or a reload the permissions are known.
    if (access === 'unknown') return <ScreenSkeleton shape={shapeAt(route)} />
    return access === 'refused' ? <ForbiddenView needed={needed} /> : <Screen />
  }
  return Object.assign(Gate, Screen.preload && { preload: Screen.preload })
}
