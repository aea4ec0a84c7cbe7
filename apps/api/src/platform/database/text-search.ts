/** A LIKE pattern that finds a text anywhere, whatever characters it has: wildcards in it are literal. */
export function containing(text: string): string {
  return `%${escapeLike(text.toLowerCase())}%`
}

/** A LIKE pattern that finds a text at the beginning. */
export function beginningWith(text: string): string {
  return `${escapeLike(text.toLowerCase())}%`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
