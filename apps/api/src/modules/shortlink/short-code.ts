import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 7

/** A code of seven letters and digits that nobody can foretell (OQ-099). */
export function generateShortCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
