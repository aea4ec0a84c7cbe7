import type { FileRule } from './file-rule.ts'

/**
 * All media types that may be stored, each with its file extensions; stored files get the first one (OQ-081).
 * Excluded on purpose:
 * - types that a browser could run as a page or as code: SVG, HTML, XML, Flash, WebAssembly;
 * - programs, installers, Office formats with macros, and the old binary ones, which may hide macros;
 * - images whose camera data we cannot remove: TIFF, PSD, camera raw formats.
 */
const pictures = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
} as const

const videos = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/webm': ['.webm'],
  'video/quicktime': ['.mov'],
} as const

/** Browsers display only PDFs. They download all others. */
const others = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': ['.dotx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': ['.xltx'],
  'application/vnd.openxmlformats-officedocument.presentationml.template': ['.potx'],
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': ['.ppsx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'application/vnd.oasis.opendocument.graphics': ['.odg'],
  'application/rtf': ['.rtf'],
  'application/epub+zip': ['.epub'],
  'application/x-7z-compressed': ['.7z'],
  'application/x-rar-compressed': ['.rar'],
  'application/x-tar': ['.tar'],
  'application/gzip': ['.gz', '.tgz'],
  'application/x-bzip2': ['.bz2'],
  'application/x-xz': ['.xz'],
  'application/zstd': ['.zst'],
  // Images and videos that some browsers cannot show, or whose header does not contain the pixel count.
  'image/avif': ['.avif'],
  'image/heic': ['.heic'],
  'image/heif': ['.heif'],
  'image/bmp': ['.bmp'],
  'video/matroska': ['.mkv'],
  'video/vnd.avi': ['.avi'],
  'video/mpeg': ['.mpg', '.mpeg'],
  'video/mp2t': ['.mts', '.m2ts'],
  'video/ogg': ['.ogv'],
  'video/3gpp': ['.3gp'],
  'video/3gpp2': ['.3g2'],
  'video/x-ms-asf': ['.wmv', '.asf'],
  'video/x-flv': ['.flv'],
} as const

const extensions: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ...pictures,
  ...videos,
  ...others,
}

/** Images that every browser shows, and whose header contains the pixel count. */
export const pictureTypes: readonly string[] = Object.keys(pictures)

/** Videos that browsers play. */
export const videoTypes: readonly string[] = Object.keys(videos)

/** Everything else: documents, archives, other images and videos. */
export const otherTypes: readonly string[] = Object.keys(others)

/** All media types that stored files can have. */
export const storableMediaTypes: readonly string[] = Object.keys(extensions)

/** Tells whether a file of this type opens in the browser. All others are served as downloads. */
export function isShownInBrowser(mediaType: string): boolean {
  return [...pictureTypes, ...videoTypes, 'application/pdf'].includes(mediaType)
}

/** Returns the extension of stored files of this media type, with its dot; null if the type may not be stored. */
export function fileExtension(mediaType: string): string | null {
  return Object.hasOwn(extensions, mediaType) ? (extensions[mediaType]?.[0] ?? null) : null
}

/** Returns the media types of a rule with the extensions of their files. */
export function extensionsByType({ mediaTypes }: Pick<FileRule, 'mediaTypes'>): Record<string, string[]> {
  return Object.fromEntries(mediaTypes.map((type) => [type, [...(extensions[type] ?? [])]]))
}

/** Returns the `accept` attribute for a rule: its media types, then their extensions. */
export function formatsAccepted(rule: Pick<FileRule, 'mediaTypes'>): string {
  return [...rule.mediaTypes, ...Object.values(extensionsByType(rule)).flat()].join(',')
}

/** Returns the names of media types for hints and messages, sorted: JPG, PNG, WEBP. */
export function formatNames(mediaTypes: readonly string[]): string[] {
  return mediaTypes.map((type) => (fileExtension(type) ?? '').slice(1).toUpperCase())
}

/** Joins names: "MP4, WEBM or MOV". */
export function oneOf(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
