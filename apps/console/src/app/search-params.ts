/** Takes a search parameter as text; undefined when it is absent or empty. */
export function text(value: unknown): string | undefined {
  // Digits in an address arrive as a number.
  const words = typeof value === 'number' ? String(value) : value
  return typeof words === 'string' && words !== '' ? words : undefined
}

/** Takes a search parameter that is one of the given words; undefined for anything else. */
export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value)
}

/** Takes a search parameter that is a whole number of at least 1; undefined for anything else. */
export function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : undefined
}
