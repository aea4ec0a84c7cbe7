/** A picked file as one comparable value: it is other than every stored address and every other pick. */
export function fileMark({ name, size, lastModified }: File): string {
  // Cut, because the rules of an address judge the mark in its place.
  return `file:${name.slice(0, 100)}:${size}:${lastModified}`
}
