import type pg from 'pg'
import type { Logger } from 'pino'

/** DATABASE_DIRECT_URL cannot be used beside DATABASE_URL. The message is written for the operator. */
export class DirectAddressError extends Error {
  override readonly name = 'DirectAddressError'
}

interface ServerSettings {
  /** Identifies a database: its name, and its server by the time of its start. */
  identity: string
  limits: Record<string, string>
  dateStyle: string
}

async function readServerSettings(pool: pg.Pool): Promise<ServerSettings> {
  const { rows } = await pool.query<ServerSettings>(`
    select concat_ws(' ', current_database(), extract(epoch from pg_postmaster_start_time())) as identity,
      json_build_object(
        'statement_timeout', current_setting('statement_timeout'),
        'idle_in_transaction_session_timeout', current_setting('idle_in_transaction_session_timeout')) as limits,
      current_setting('DateStyle') as "dateStyle"`)
  return rows[0] as ServerSettings
}

/**
 * Checks that the pooler and the direct address lead to one database. Warns of time-outs that the role lacks, because
 * a pooler refuses those of the program.
 * @throws DirectAddressError if the direct address cannot be used or leads elsewhere, or the role has another style of
 * times
 */
export async function checkPooler(
  { pool, background }: { pool: pg.Pool; background: { pool: pg.Pool } },
  log: Logger,
): Promise<void> {
  const pooled = await readServerSettings(pool)
  const direct = await readServerSettings(background.pool).catch((error: Error) => {
    throw new DirectAddressError(
      `The database that DATABASE_DIRECT_URL names cannot be used: ${error.message}.`,
      { cause: error },
    )
  })
  if (pooled.identity !== direct.identity) {
    throw new DirectAddressError(
      'DATABASE_URL and DATABASE_DIRECT_URL name different databases. Both must lead to the same one.',
    )
  }
  if (!pooled.dateStyle.startsWith('ISO')) {
    throw new DirectAddressError(
      `Through the pooler the database writes times in the style ${pooled.dateStyle}. Set DateStyle to ISO for the role of DATABASE_URL.`,
    )
  }
  const missing = Object.keys(pooled.limits).filter((name) => pooled.limits[name] === '0')
  if (missing.length > 0) {
    log.warn({ missing }, 'The database role has no time-outs for statements that come through the pooler')
  }
}
