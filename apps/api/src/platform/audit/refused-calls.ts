import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/database-errors.ts'
import type { Actor } from './actor.ts'
import { sandboxColumn } from './audit.ts'

/** Records calls that the permissions of their caller do not include. */
export interface RefusedCalls {
  /** Records a refusal; repeats within a minute are counted. An unavailable database does not change the response. */
  record(actor: Actor, endpoint: Pick<EndpointDeclaration, 'name' | 'summary'>): Promise<void>
}

/** Writes refused calls to a table of their own, which is emptied: a script could repeat them for ever (OQ-342). */
export function createRefusedCalls({
  db,
  log,
  sandboxes,
}: {
  db: Database
  log: Logger
  sandboxes: readonly SandboxService[]
}): RefusedCalls {
  return {
    async record(actor, { name, summary }) {
      try {
        await db
          .insertInto('refused_call')
          .values({
            id: uuidv7(),
            actor_id: actor.id,
            actor_email: actor.email,
            role: actor.role,
            endpoint: name,
            summary,
            address: actor.address,
            request_id: actor.requestId,
            sandbox: sandboxColumn(sandboxes),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['actor_id', 'endpoint', 'minute'])
              .doUpdateSet({ tries: sql`refused_call.tries + 1` }),
          )
          .execute()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ err: error }, 'Could not record a refused call')
      }
    },
  }
}
