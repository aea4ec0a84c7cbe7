/** Returns the first letters of the first and the last word of a name, for an avatar without a picture. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  // Iterate by code points: half of a surrogate pair is not a letter.
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
