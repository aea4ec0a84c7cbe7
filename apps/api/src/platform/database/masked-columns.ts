/** The replacement of hidden characters, as an SQL text. */
const hiddenText = "'•••'"

/** Returns the SQL expression that masks a column of phones like the contract's `mask`. */
export function maskedPhone(column: string): string {
  return `case ${column} when '' then '' else ${hiddenText} || right(regexp_replace(${column}, '\\D', '', 'g'), 4) end`
}

/** Returns the SQL expression that hides a column as a whole. */
export function hiddenColumn(column: string): string {
  return `case when ${column} <> '' then ${hiddenText} else ${column} end`
}

/** Returns the SQL expression that masks e-mail addresses and phones in a column of texts like the contract's `mask`. */
export function maskedNote(column: string): string {
  const between = '(?:[[:space:]()./\u2010-\u2015-]|%20){0,3}'
  const phone = `\\+?\\d(?:${between}\\d){4,}${`${between}(\\d)`.repeat(4)}`
  const email = '([^[:space:]@<>,;:])[^[:space:]@<>,;:]{0,63}(@|%40)([^[:space:]@<>,;]{1,255})'
  return `regexp_replace(regexp_replace(${column}, '${email}', '\\1•••\\2\\3', 'gi'), '${phone}', '•••\\1\\2\\3\\4', 'g')`
}

/** Returns the SQL expression that masks a column of e-mail addresses like the contract's `mask`. */
export function maskedEmail(column: string): string {
  return `case ${column} when '' then '' else regexp_replace(${column}, '^([^@]?)[^@]*', '\\1•••') end`
}
