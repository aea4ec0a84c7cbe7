import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Tells whether a text holds another anywhere, whatever the case of either; wildcards in it are literal. The database
 * folds both, because its indexes hold what it folded: JavaScript folds some letters otherwise.
 */
export function contains(text: Expression<string>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`folded(${text}) like folded(${`%${escapeLike(search)}%`})`
}

/** Tells whether a text begins with another, as `contains` does. */
export function beginsWith(text: Expression<string>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`folded(${text}) like folded(${`${escapeLike(search)}%`})`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
