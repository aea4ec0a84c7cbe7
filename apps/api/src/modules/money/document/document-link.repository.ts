import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

interface DocumentLinkRow {
  id: string
  document_id: string
  token_hash: string
  ends_at: Date
  /** `Actor.id` of whoever made it. */
  made_by: string
}

export async function insertLink(db: Database, row: DocumentLinkRow): Promise<void> {
  await db.insertInto('document_link').values(row).execute()
}

/** Replaces the token of a link. @returns false if it has ended */
export async function replaceToken(
  db: Database,
  id: string,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('document_link')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Finds a link that has not ended and whose buyer was not erased. */
export async function findOpenLink(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<Pick<DocumentLinkRow, 'document_id' | 'made_by'> | undefined> {
  const { rows } = await sql<Pick<DocumentLinkRow, 'document_id' | 'made_by'>>`
    select link.document_id, link.made_by from document_link as link
    join tax_document as d on d.id = link.document_id
    join transaction as t on t.id = d.transaction_id
    where link.token_hash = ${tokenHash} and link.ends_at > ${now}
      and not exists (select from erasure where erasure.id = t.user_id)`.execute(db)
  return rows[0]
}

/** Tells whether the buyer of an order was erased: its user is then the erasure. */
export async function isBuyerErased(db: Database, transactionId: string): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`
    select exists (
      select from transaction as t join erasure on erasure.id = t.user_id where t.id = ${transactionId}
    ) as erased`.execute(db)
  return rows[0]?.erased === true
}

export async function deleteEndedLinks(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('document_link').where('ends_at', '<=', now).execute()
}
