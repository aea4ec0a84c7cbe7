const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Writes a size in bytes for people, in the megabytes that the limits are counted in (OQ-027): 63 KB, 2.4 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`
  if (bytes < megabyte / 10) return `${Math.round(bytes / kilobyte)} KB`
  // Up, so that what is over a limit never reads as being on it.
  const tenths = Math.ceil((bytes / megabyte) * 10)
  return tenths % 10 === 0 ? `${tenths / 10} MB` : `${(tenths / 10).toFixed(1)} MB`
}
