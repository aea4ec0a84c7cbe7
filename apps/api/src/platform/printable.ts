import { isBlank } from '@greenroom/contract/field'

const longest = 200
/** More than the beginning of a reason needs. A page of an error can have megabytes. */
const longestRead = 10_000

/**
 * Makes an external service's reason safe to show and log: one line of at most 200 characters, without URLs, the
 * given secrets, and anything long enough to be a token.
 */
export function printable(reason: string, secrets: string[]): string {
  let text = reason
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '…')
  text = text
    .slice(0, longestRead)
    .replace(/[a-z][a-z0-9+.-]{0,40}:\/\/\S+/gi, '…')
    .replace(/\bBearer\s+\S+/gi, '…')
    .replace(/[A-Za-z0-9_+/=.-]{32,}/g, '…')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (isBlank(text)) return ''
  return text.length > longest ? `${shortened(text, longest - 1)}…` : text
}

/** Cuts a text to at most this many UTF-16 units without splitting a character. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
