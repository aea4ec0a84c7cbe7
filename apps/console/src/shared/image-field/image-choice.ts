/** A choice of picture: keep the stored one, remove it, or replace it with a picked file. */
export type ImageChoice = { kind: 'kept' } | { kind: 'removed' } | { kind: 'picked'; file: File }

/**
 * Returns a picture as one comparable form value.
 * @param stored URL of the stored picture; null when there is none
 * @returns the stored URL, null once it is removed, or a marker of the picked file
 */
export function imageMark(stored: string | null, choice: ImageChoice): string | null {
  switch (choice.kind) {
    case 'kept':
      return stored
    case 'removed':
      return null
    case 'picked':
      return fileMark(choice.file)
  }
}

/** Returns a picked file as one comparable value, unequal to every stored URL and every other pick. */
export function fileMark({ name, size, lastModified }: File): string {
  // Truncated, because the marker is validated by the rules of a URL.
  return `file:${name.slice(0, 100)}:${size}:${lastModified}`
}
