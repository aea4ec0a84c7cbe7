/** Widths of the smaller copies of a stored picture, its renditions, in pixels. */
export const renditionWidths = [480, 960, 1600] as const

export type RenditionWidth = (typeof renditionWidths)[number]

/** Returns the URL of a rendition. The server makes it when it is first requested. */
export function renditionUrl(fileUrl: string, width: RenditionWidth): string {
  return `${fileUrl}?w=${width}`
}
