import type { AuditAction } from '@greenroom/contract/desk/history/action-texts'
import type { RecordType } from '@greenroom/contract/desk/history/record-types'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Call } from '../call.ts'
import { rowSet } from '../database/row-set.ts'

export interface AuditEntry {
  /** What was done, as entity and verb: "masterclass.publish". Its text is in the contract's `actionTexts`. */
  action: AuditAction
  entityType: RecordType
  entityId: string | null
  /** A name that stays readable when the entity is gone. */
  label: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/**
 * Adds an entry to the append-only audit log, in the transaction of the change. `before` and `after` keep only the
 * members that differ.
 */
export async function recordAudit(
  call: Pick<Call, 'db' | 'actor' | 'sandboxes'>,
  entry: AuditEntry,
): Promise<void> {
  await recordAudits(call, [entry])
}

/** Adds the entries of many changes by one statement, in the order of the list. */
export async function recordAudits(
  { db, actor, sandboxes }: Pick<Call, 'db' | 'actor' | 'sandboxes'>,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ action, entityType, entityId, label, ...entry }) => {
    const { before, after } = differences(entry.before ?? null, entry.after ?? null)
    return {
      id: uuidv7(),
      action,
      entity_type: entityType,
      entity_id: entityId,
      entity_label: label,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    }
  })
  await sql`insert into audit_entry (id, at, actor_id, actor_email, action, entity_type, entity_id, entity_label, before,
      after, address, request_id, sandbox, session_id)
    select id, clock_timestamp(), ${actor.id}::text, ${actor.email}::text, action, entity_type, entity_id, entity_label,
      before::jsonb, after::jsonb, ${actor.address}::text, ${actor.requestId}::text, ${sandboxColumn(sandboxes)}::text,
      ${actor.sessionId}::uuid
    from ${rowSet('entry', entryTypes, rows)}`.execute(db)
}

const entryTypes = {
  id: 'uuid',
  action: 'text',
  entity_type: 'text',
  entity_id: 'text',
  entity_label: 'text',
  before: 'text',
  after: 'text',
}

/** The services that were sandboxes at the time of an entry: 'sign-in, payments', or null if none was. */
export function sandboxColumn(sandboxes: readonly SandboxService[]): string | null {
  return sandboxes.join(', ') || null
}

type Members = Record<string, unknown> | null

function differences(before: Members, after: Members): { before: Members; after: Members } {
  if (!before || !after) return { before, after }
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (members: Record<string, unknown>) =>
    Object.fromEntries(changed.filter((name) => name in members).map((name) => [name, members[name]]))
  return { before: only(before), after: only(after) }
}
