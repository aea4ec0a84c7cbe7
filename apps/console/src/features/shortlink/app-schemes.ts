import { useSession } from '../../lib/api/session.ts'

/** The schemes that an app URL may have, by the server's settings; undefined until they are loaded (OQ-127). */
export function useAppSchemes(): readonly string[] | undefined {
  return useSession()?.settings.shortlink_app_schemes
}
