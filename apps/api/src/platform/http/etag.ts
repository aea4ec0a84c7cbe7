/**
 * Tells whether a condition names an ETag.
 * @param header If-None-Match as it was sent
 */
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
