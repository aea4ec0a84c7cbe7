import { getSession, type Session } from '@greenroom/contract/session/session.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { refreshSession } from '../lib/api/current-session.ts'
import { usePermissions } from '../lib/api/permissions.ts'
import { onRefusal } from '../lib/api/refusals.ts'
import { noteServerTime } from '../lib/clock.ts'
import { minuteMs } from '../lib/minute.ts'
import { notify } from '../lib/notify.tsx'
import { storePermissions } from '../lib/stored-permissions.ts'

/** How often the session is read while the tab is visible. Each refused call reads it as well. */
const refreshMs = 5 * minuteMs

/**
 * Follows a role that changes while the console is open (OQ-367). The cache then drops what was loaded: the permissions
 * decide what it may contain, and whether personal data is masked.
 * @param session undefined until it is loaded
 */
export function useSessionUpkeep(session: Session | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    let isRunning = false
    const refresh = () => {
      if (isRunning) return
      isRunning = true
      void refreshSession(client).finally(() => {
        isRunning = false
      })
    }
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), refreshMs)
    const stop = onRefusal(refresh)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [client])

  const permissions = session?.permissions
  useLayoutEffect(() => {
    if (permissions) storePermissions(permissions)
  }, [permissions])

  const time = session?.time
  useEffect(() => {
    if (time) noteServerTime(time)
  }, [time])

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

  const current = usePermissions()?.join(' ')
  const before = useRef(current)
  useEffect(() => {
    const hasChanged = before.current !== undefined && current !== undefined && before.current !== current
    before.current = current
    if (!hasChanged) return
    // Screens without a permission are already replaced, so they are not read again.
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== getSession.name
    client.removeQueries({ type: 'inactive', predicate })
    void client.invalidateQueries({ predicate })
  }, [client, current])
}
