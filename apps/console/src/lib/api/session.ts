import { getSession, type Session } from '@greenroom/contract/session/session.endpoints'
import { callEndpoint } from './client.ts'
import { useRead } from './hooks.ts'

/**
 * Asks the server whether it accepts the credential that is held, and who it belongs to (OQ-014).
 * @throws ApiError with status 401 when it is refused
 */
export async function loadSession(): Promise<Session> {
  return (await callEndpoint(getSession, {})).data
}

/** The session with the public settings; undefined until it is loaded. */
export function useSession(): Session | undefined {
  return useRead(getSession, {}).data
}
