import { fileExtension } from '@greenroom/contract/file-type'

/** The detector's names for file types that the contract lists by their family's name. */
const familyOf: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'video/MP1S': 'video/mpeg',
  'video/MP2P': 'video/mpeg',
  'application/vnd.ms-asf': 'video/x-ms-asf',
}

/**
 * Detects a file's type from its bytes. Names and declared types are ignored.
 * @returns null for what may not be stored: unknown bytes, plain text, and SVG and HTML, which a browser would run as
 * a page
 */
export async function detectFileType(path: string): Promise<{ mediaType: string; extension: string } | null> {
  const { fileTypeFromFile } = await import('file-type')
  // The detector throws on files that end inside their own header.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (!found) return null
  const mediaType = familyOf[found.mime] ?? found.mime
  const extension = fileExtension(mediaType)
  return extension ? { mediaType, extension } : null
}
