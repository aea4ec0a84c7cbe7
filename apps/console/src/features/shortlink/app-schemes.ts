import { useSession } from '../../lib/api/current-session.ts'

/** Returns the schemes allowed for an app URL by the server's settings; undefined until they are loaded (OQ-127). */
export function useAppSchemes(): readonly string[] | undefined {
  return useSession()?.settings.shortlink_app_schemes
}
