import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refreshSession, useSession } from '../lib/api/current-session.ts'
import { minuteMs } from '../lib/minute.ts'
import { notify } from '../lib/notify.tsx'

/** How often the session is read while the tab is visible. */
const refreshMs = 5 * minuteMs

/** Reads the session again now and then, and says so when the role has changed (OQ-367). */
export function useSessionRefresh(): void {
  const client = useQueryClient()
  const session = useSession()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refreshSession(client)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [client])

  const role = session?.role ?? undefined
  const earlierRole = useRef(role)
  useEffect(() => {
    if (role === undefined) return
    const isNew = earlierRole.current !== undefined && earlierRole.current !== role
    earlierRole.current = role
    if (!isNew) return
    // Loaded only then: few roles change while somebody works.
    import('@greenroom/contract/access/role-texts').then(
      ({ roleTexts }) => notify.success(`Your role is now ${roleTexts[role].name}.`),
      () => undefined,
    )
  }, [role])
}
