import { type RenditionWidth, renditionWidths } from '@greenroom/contract/desk/file/rendition'

const ending = new RegExp(`\\.(?:${renditionWidths.join('|')})\\.webp$`)

/** Returns the name under which the store keeps a rendition. */
export function renditionName(fileKey: string, width: RenditionWidth): string {
  return `${fileKey}.${width}.webp`
}

/** Returns the names of all renditions that a file may have. */
export function renditionNames(fileKey: string): string[] {
  return renditionWidths.map((width) => renditionName(fileKey, width))
}

/** Returns the key of the file that a rendition was made from; any other name unchanged. */
export function originalOf(name: string): string {
  return name.replace(ending, '')
}
