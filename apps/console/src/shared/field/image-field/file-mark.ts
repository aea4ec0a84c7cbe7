/** Returns a picked file as one comparable value, unequal to every stored URL and every other pick. */
export function fileMark({ name, size, lastModified }: File): string {
  // Truncated, because the marker is validated by the rules of a URL.
  return `file:${name.slice(0, 100)}:${size}:${lastModified}`
}
