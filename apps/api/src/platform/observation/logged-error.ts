import { stdSerializers } from 'pino'

/**
 * Returns what the log shows of an error. PostgreSQL adds values of the rejected row in `detail`, which may be a person's
 * details.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _, ...shown } = stdSerializers.err(error) as unknown as Record<string, unknown>
  return shown
}
