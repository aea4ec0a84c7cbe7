import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/database-errors.ts'
import type { Actor } from './actor.ts'
import { recordAudit } from './audit.ts'

/** A credential that was refused, and where it came from. */
export interface RefusedCredential {
  credential: string
  /** The stable code of the refusal. */
  code: string
  address: string
  requestId: string
}

/** Who came in, and who was kept out. */
export interface SignIns {
  /** Notes a credential that this process meets for the first time; once for all processes. */
  signedIn(actor: Actor, credentialName: string): Promise<void>
  /** Notes a refusal; a database that is away does not change the answer. */
  refused(attempt: RefusedCredential): Promise<void>
}

/** Writes sign-ins to the audit log. Credentials themselves never stand there, only a short hash. */
export function createSignIns(db: Database, log: Logger): SignIns {
  return {
    async signedIn(actor, credentialName) {
      // Another process, or this one before it was started again, may have noted it.
      await sql`insert into audit_entry
          (id, at, actor_id, actor_email, action, entity_type, entity_id, entity_label, address, request_id)
        select ${uuidv7()}, clock_timestamp(), ${actor.id}, ${actor.email}, 'session.sign-in', 'session',
          ${credentialName}, ${actor.email}, ${actor.address}, ${actor.requestId}
        where not exists (
          select from audit_entry where entity_type = 'session' and entity_id = ${credentialName}
            and action = 'session.sign-in'
        )`.execute(db)
    },
    async refused({ credential, code, address, requestId }) {
      try {
        await recordAudit(
          { db, actor: { id: 'anonymous', email: '', name: '', address, requestId } },
          {
            action: 'session.refuse',
            entityType: 'session',
            entityId: null,
            label: claimedEmail(credential),
            after: { reason: code },
          },
        )
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ err: error }, 'A refused sign-in could not be noted')
      }
    },
  }
}

/** Whom a credential claims to be, checked or not; null where it does not say. */
function claimedEmail(credential: string): string | null {
  try {
    const { email } = decodeJwt(credential)
    return typeof email === 'string' ? email.slice(0, 254).replaceAll('\0', '') : null
  } catch {
    return null
  }
}
