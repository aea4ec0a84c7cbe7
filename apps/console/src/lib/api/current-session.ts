import { getSession, type Session } from '@greenroom/contract/staff/session/session.endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { storeBusinessTimeZone, storedBusinessTimeZone } from '../business-zone.ts'
import { noteServerTime } from '../clock.ts'
import { businessTimeZone } from '../dates.ts'
import { storePermissions } from '../stored-permissions.ts'
import { callEndpoint } from './client.ts'
import { queryKey, useRead } from './hooks.ts'

/**
 * Asks the server whether it accepts a credential, and whose it is (OQ-014).
 * @param credential not stored yet
 * @throws ApiError with status 401 when it is refused
 */
export async function loadSession(credential: string): Promise<Session> {
  const { data } = await callEndpoint(getSession, { credential })
  noteServerTime(data.time)
  return data
}

/** Stores what the first screen needs of the session that this tab has begun. */
export function noteSession({ settings, permissions }: Session): void {
  storeBusinessTimeZone(settings.business_time_zone)
  storePermissions(permissions)
}

/** Reads the session again, because the role may have changed. A failure changes nothing and ends nothing. */
export async function refreshSession(client: QueryClient): Promise<void> {
  const answer = await callEndpoint(getSession, { isBackground: true }).catch(() => undefined)
  if (answer) client.setQueryData(queryKey(getSession, {}), answer.data)
}

/** The session with the public settings; undefined until it is loaded. */
export function useSession(): Session | undefined {
  return useRead(getSession, {}).data
}

/**
 * The business time zone, for calls that take days; undefined until it is known. If the server doesn't return it, the
 * viewer's own zone.
 */
export function useBusinessTimeZone(): string | undefined {
  const { data, isError } = useRead(getSession, {})
  return (
    data?.settings.business_time_zone ??
    storedBusinessTimeZone() ??
    (isError ? businessTimeZone() : undefined)
  )
}
