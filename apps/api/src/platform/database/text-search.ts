import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Tests whether a text contains another; ignores case, and wildcards are literal. The database folds both texts as
 * its indexes do; JavaScript folds some letters differently.
 */
export function contains(text: Expression<string>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`folded(${text}) like folded(${`%${escapeLike(search)}%`})`
}

/** Tests whether a text starts with another, as `contains` does. */
export function beginsWith(text: Expression<string>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`folded(${text}) like folded(${`${escapeLike(search)}%`})`
}

/** Escapes the wildcards of a text for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
