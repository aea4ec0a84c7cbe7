const typographic: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'’‘ʼʻ′´'].map((sign) => [sign, "'"])),
  ...Object.fromEntries([...'‐‑‒–−'].map((sign) => [sign, '-'])),
  đ: 'd',
  ø: 'o',
  ł: 'l',
  ħ: 'h',
}

/**
 * Returns a text as searches compare it: in lower case, without accents, and with plain apostrophes, hyphens and letters.
 * The server's function of this name compares likewise (OQ-140).
 */
export function searched(text: string): string {
  return (
    [
      ...[...text]
        .map((char) => typographic[char] ?? char)
        .join('')
        .normalize('NFKC'),
    ]
      // Through upper case, as the server does it: "ς" and "σ", "ı" and "i" are the same letter.
      .map((char) => char.toLowerCase().toUpperCase().toLowerCase())
      .map((char) => typographic[char] ?? char)
      .join('')
      .normalize('NFD')
      // Marks of Indian scripts stay: they are letters.
      .replace(/[\u0300-\u036f]/g, '')
  )
}

/** Tells whether a search by a part of a text finds it. */
export function isFound(text: string, typed: string): boolean {
  return searched(text).includes(searched(typed.trim()))
}
