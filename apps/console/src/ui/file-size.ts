const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Formats a size in bytes, with the megabytes of the limits (OQ-027): 63 KB, 2.4 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`
  if (bytes < megabyte / 10) return `${Math.round(bytes / kilobyte)} KB`
  // Round up, so that a size above a limit never reads as the limit.
  const tenths = Math.ceil((bytes / megabyte) * 10)
  return tenths % 10 === 0 ? `${tenths / 10} MB` : `${(tenths / 10).toFixed(1)} MB`
}
