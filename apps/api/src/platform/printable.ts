const longest = 200

/**
 * Makes a foreign service's reason fit to be shown and logged: one line of at most 200 characters, without
 * addresses, without the secrets given, and without anything long enough to be a token.
 */
export function printable(reason: string, secrets: string[]): string {
  let text = reason
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '…')
  text = text
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\bBearer\s+\S+/gi, '…')
    .replace(/[A-Za-z0-9_+/=.-]{32,}/g, '…')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return text.length > longest ? `${shortened(text, longest - 1)}…` : text
}

/** Cuts a text to at most this many UTF-16 units without cutting a character in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
