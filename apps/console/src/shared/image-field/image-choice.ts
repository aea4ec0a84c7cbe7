/** What becomes of a picture: the stored one stays, goes, or a picked file takes its place. */
export type ImageChoice = { kind: 'kept' } | { kind: 'removed' } | { kind: 'picked'; file: File }

/**
 * A picture as one comparable value of a form.
 * @param stored the address of the stored picture; null when there is none
 * @returns the stored address, null once it is removed, or a mark of the file that was picked
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

/** A picked file as one comparable value: it is other than every stored address and every other pick. */
export function fileMark({ name, size, lastModified }: File): string {
  // Cut, because the rules of an address judge the mark in its place.
  return `file:${name.slice(0, 100)}:${size}:${lastModified}`
}
