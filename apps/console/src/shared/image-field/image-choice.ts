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
      return `file:${choice.file.name}:${choice.file.size}:${choice.file.lastModified}`
  }
}
