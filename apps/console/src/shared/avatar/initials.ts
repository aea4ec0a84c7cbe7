/** The first letters of the first and the last word of a name, for a circle that stands in for a picture. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  // By code points, because half of a surrogate pair is no letter.
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
