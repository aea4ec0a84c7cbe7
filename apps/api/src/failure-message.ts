import { isLockTimeout, isUnavailable } from './platform/database/database-errors.ts'
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres-error.ts'
import { UnfitDatabaseError } from './platform/database/migrate.ts'
import { DirectAddressError } from './platform/database/pooler.ts'
import { FileStoreError } from './platform/files/file-store-owner.ts'
import { SettingsError } from './settings.ts'

/**
 * Returns the message of a failure that the operator can fix: settings, or a database or file store that cannot be used; undefined
 * for any other.
 */
export function failureMessage(error: unknown): string | undefined {
  if (
    error instanceof SettingsError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnfitDatabaseError ||
    error instanceof DirectAddressError ||
    error instanceof FileStoreError
  ) {
    return error.message
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (message?.startsWith('unsupported startup parameter')) {
    return 'DATABASE_URL is the address of a connection pooler. Set DATABASE_DIRECT_URL to the address of the server itself.'
  }
  if (isLockTimeout(error)) {
    return 'A migration could not change a table that is in use. End the long transactions on the database, then start again.'
  }
  if (isUnavailable(error) || isRefusedByDatabase(code)) {
    return `The database that DATABASE_URL names cannot be used: ${message || code}.`
  }
  return undefined
}

/**
 * Wrong name or password (28xxx), no such database (3D000), no right to create tables (42501), or a table of another
 * program with the same name (42P07).
 */
function isRefusedByDatabase(code: string | undefined): boolean {
  return code !== undefined && /^(28\w{3}|3D000|42501|42P07)$/.test(code)
}
