import { megabyte } from '@greenroom/contract/file-rule'

const kilobyte = 1024

/** Writes a size in bytes for people, in the megabytes that the limits are counted in (OQ-027): 2.4 MB. */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`
  if (bytes < megabyte / 10) return `${Math.round(bytes / kilobyte)} KB`
  // Up, so that what is over a limit never reads as being on it.
  const tenths = Math.ceil((bytes / megabyte) * 10)
  return tenths % 10 === 0 ? `${tenths / 10} MB` : `${(tenths / 10).toFixed(1)} MB`
}
