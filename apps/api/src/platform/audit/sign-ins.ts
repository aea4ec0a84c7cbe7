import { isPlainLine } from '@greenroom/contract/field'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/database-errors.ts'
import { sandboxColumn } from './audit.ts'

/** A refused credential and its origin. */
interface RefusedCredential {
  credential: string
  /** The error code of the refusal. */
  code: string
  address: string
  requestId: string
}

/** Records refused sign-ins. */
export interface SignIns {
  /** Records a refusal. An unavailable database does not change the response. */
  refused(attempt: RefusedCredential): Promise<void>
}

/** Writes refusals to a table of their own, which is emptied: anybody can cause refusals (OQ-173). */
export function createSignIns({
  db,
  log,
  sandboxes,
}: {
  db: Database
  log: Logger
  sandboxes: readonly SandboxService[]
}): SignIns {
  return {
    async refused({ credential, code, address, requestId }) {
      try {
        await db
          .insertInto('sign_in_refusal')
          .values({
            id: uuidv7(),
            reason: code,
            claimed_email: claimedEmail(credential),
            address,
            request_id: requestId,
            sandbox: sandboxColumn(sandboxes),
          })
          .execute()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ err: error }, 'Could not record a refused sign-in')
      }
    },
  }
}

const addressForm = /^[^\s@]+@[^\s@]+$/

/**
 * Returns the e-mail address that a credential claims, checked or not; null if it has none. Anybody can claim anything,
 * and staff read it in the history, so it must at least have the form of an address.
 */
function claimedEmail(credential: string): string | null {
  try {
    const { email } = decodeJwt(credential)
    if (typeof email !== 'string') return null
    const claimed = email.slice(0, 254).replaceAll('\0', '')
    return addressForm.test(claimed) && isPlainLine(claimed) ? claimed : null
  } catch {
    return null
  }
}

/** Deletes entries of sign-ins and sign-outs that are older than some days. No other entry of the audit log ever goes. */
export async function sweepSignIns(db: Database, { days }: { days: number }): Promise<void> {
  await sql`select sweep_sign_ins(${days})`.execute(db)
}
