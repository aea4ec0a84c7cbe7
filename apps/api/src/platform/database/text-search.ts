import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Tests whether a text contains another; ignores case and accents, and wildcards are literal. The database folds both
 * texts as its indexes do; JavaScript folds some letters differently.
 */
export function contains(text: Expression<string>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`searched(${text}) like '%' || ${searchedPattern(sql`${search}::text`)} || '%'`
}

/** Folds a text for LIKE as searches do. Wildcards are escaped afterwards: a full-width "％" folds to one. */
export function searchedPattern(search: RawBuilder<unknown>): RawBuilder<string> {
  return sql`regexp_replace(searched(${search}), '([\\\\%_])', '\\\\\\1', 'g')`
}

/** Tests whether an e-mail address starts with a text; ignores case, and wildcards are literal. */
export function beginsWith(text: Expression<string>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`folded(${text}) like folded(${`${escapeLike(search)}%`})`
}

/** Escapes the wildcards of a text for LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
