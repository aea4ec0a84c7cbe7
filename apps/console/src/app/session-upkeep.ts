import { getSession, type Session } from '@greenroom/contract/staff/session/session.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { refreshSession } from '../lib/api/current-session.ts'
import { usePermissions } from '../lib/api/permissions.ts'
import { onRefusal } from '../lib/api/refusals.ts'
import { noteServerTime } from '../lib/clock.ts'
import { storePermissions } from '../lib/stored-permissions.ts'

/**
 * Follows a role that changes while the console is open (OQ-367). The cache then drops what was loaded: the permissions
 * decide what it may contain, and whether personal data is masked.
 * @param session undefined until it is loaded
 */
export function useSessionUpkeep(session: Session | undefined): void {
  const client = useQueryClient()
  // A refused call reads the session: the role may have changed.
  useEffect(() => onRefusal(() => void refreshSession(client)), [client])

  const permissions = session?.permissions
  useLayoutEffect(() => {
    if (permissions) storePermissions(permissions)
  }, [permissions])

  const time = session?.time
  useEffect(() => {
    if (time) noteServerTime(time)
  }, [time])

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
