import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, invalid } from '../app-error.ts'
import type { Database } from '../database/database.ts'

interface StoredAnswer {
  status: number
  body: unknown
}

const keyPattern = /^[\x21-\x7e]{1,200}$/

/** Reads an Idempotency-Key header: printable ASCII without spaces, at most 200 characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !keyPattern.test(header)) {
    throw invalid([
      { path: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 200 printable characters' },
    ])
  }
  return header
}

/** Hashes what makes two requests the same: endpoint, URL and content. */
export function fingerprintOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Claims a key in the transaction of the change. A second request with the same key waits here for the first
 * transaction to end, so the change is made once however the first one ends.
 * @returns the response of the earlier request, or undefined if this is the first
 * @throws AppError KEY_REUSED if the earlier request was different
 */
export async function claimIdempotencyKey(
  db: Database,
  claim: { actorId: string; key: string; endpoint: string; fingerprint: string },
): Promise<StoredAnswer | undefined> {
  const inserted = await db
    .insertInto('idempotency_key')
    .values({
      actor_id: claim.actorId,
      key: claim.key,
      endpoint: claim.endpoint,
      fingerprint: claim.fingerprint,
      status: 0,
      body: 'null',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined
  const earlier = await db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'status', 'body'])
    .where('actor_id', '=', claim.actorId)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  if (earlier?.fingerprint !== claim.fingerprint) {
    throw new AppError('KEY_REUSED', 'This Idempotency-Key belongs to another request.')
  }
  return { status: earlier.status, body: earlier.body }
}

/** Stores the response with its key, in the same transaction. */
export async function keepAnswer(
  db: Database,
  claim: { actorId: string; key: string },
  answer: StoredAnswer,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ status: answer.status, body: JSON.stringify(answer.body) })
    .where('actor_id', '=', claim.actorId)
    .where('key', '=', claim.key)
    .execute()
}

/** Deletes keys that are older than 24 hours. */
export async function sweepIdempotencyKeys(db: Database): Promise<number> {
  const result = await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
