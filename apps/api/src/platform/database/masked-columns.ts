/** The replacement of hidden characters, as an SQL text. */
export const hiddenText = "'•••'"

/** Returns the SQL expression that masks a column of phones like the contract's `mask`. */
export function maskedPhone(column: string): string {
  return `case ${column} when '' then '' else ${hiddenText} || right(regexp_replace(${column}, '\\D', '', 'g'), 4) end`
}

/** Returns the SQL expression that masks a column of e-mail addresses like the contract's `mask`. */
export function maskedEmail(column: string): string {
  return `case ${column} when '' then '' else regexp_replace(${column}, '^([^@]?)[^@]*', '\\1•••') end`
}
