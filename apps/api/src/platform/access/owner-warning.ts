import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import type { Database } from '../database/database.ts'
import { signInKind } from '../identity/identity.ts'

const withoutOwner =
  'Nobody is an owner, so nobody can invite staff, change roles, make API keys or erase people. Set ADMIN_EMAILS to the e-mail address of an owner, and restart.'

/** Logs a warning if no account can be an owner. An invited owner counts; the sandbox has an account for one. */
export async function warnWithoutOwner(
  db: Database,
  settings: Pick<Settings, 'ADMIN_EMAILS' | 'DEFAULT_ROLE' | 'GOOGLE_CLIENT_ID' | 'OIDC_ISSUER'>,
  log: Logger,
): Promise<void> {
  if (settings.ADMIN_EMAILS.length > 0 || settings.DEFAULT_ROLE === 'owner') return
  if (signInKind(settings) === 'sandbox') return
  const owner = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('is_disabled', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (!owner) log.warn({ setting: 'ADMIN_EMAILS' }, withoutOwner)
}
