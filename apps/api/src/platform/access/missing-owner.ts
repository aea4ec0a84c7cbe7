import type { Settings } from '../../settings.ts'
import type { Database } from '../database/database.ts'
import { isSandboxSignIn } from '../identity/sign-in-providers.ts'

const withoutOwner =
  'Nobody has the role Owner: run "npm run owner -- EMAIL" on the server, or set ADMIN_EMAILS and restart Greenroom.'

/**
 * Returns a sentence for the log and the sign-in screen if no account can be an owner (OQ-383). An invited owner
 * counts; the sandbox has an account for one.
 */
export async function missingOwner(
  db: Database,
  settings: Pick<Settings, 'ADMIN_EMAILS' | 'DEFAULT_ROLE'> & Parameters<typeof isSandboxSignIn>[0],
): Promise<string | undefined> {
  if (settings.ADMIN_EMAILS.length > 0 || settings.DEFAULT_ROLE === 'owner') return undefined
  if (isSandboxSignIn(settings)) return undefined
  const owner = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('is_disabled', '=', false)
    .limit(1)
    .executeTakeFirst()
  return owner ? undefined : withoutOwner
}
