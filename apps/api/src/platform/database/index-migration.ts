import type pg from 'pg'

/** A statement that creates an index concurrently, or drops one. */
export interface IndexStatement {
  text: string
  /** The index that it creates; undefined if it drops one. */
  creates: string | undefined
}

const createIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+([a-z0-9_]+)\s+on\s/i
const dropIndex = /^drop\s+index\s+concurrently\s+if\s+exists\s+[a-z0-9_]+$/i

/**
 * Reads the statements of a migration that builds indexes concurrently, which PostgreSQL refuses inside a transaction.
 * @returns undefined for any other migration
 * @throws Error if it has other statements as well: they could not be repeated after a failure
 */
export function readIndexStatements(name: string, text: string): IndexStatement[] | undefined {
  const code = text.replace(/--.*$/gm, '')
  if (!/\bindex\s+concurrently\b/i.test(code)) return undefined
  const statements = code
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  return statements.map((statement) => {
    const creates = createIndex.exec(statement)?.[1]
    if (creates === undefined && !dropIndex.test(statement)) {
      throw new Error(
        `${name}: a migration with concurrent indexes may have only "create index concurrently NAME on" and "drop index concurrently if exists NAME".`,
      )
    }
    return { text: statement, creates }
  })
}

/**
 * Builds indexes without blocking writes. Can be repeated after a failure: an index that is complete is kept, and an
 * invalid one, which a failed build leaves, is dropped and built again.
 */
export async function buildIndexes(client: pg.ClientBase, statements: IndexStatement[]): Promise<void> {
  for (const { text, creates } of statements) {
    if (creates !== undefined) {
      const { rows } = await client.query<{ valid: boolean }>(
        'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
        [creates],
      )
      if (rows[0]?.valid) continue
      if (rows[0]) await client.query(`drop index concurrently ${creates}`)
    }
    await client.query(text)
  }
}
