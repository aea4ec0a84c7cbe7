/**
 * What a file field accepts. The server checks the type by the file's bytes; the console only knows the name and the
 * type that the browser declares (OQ-027).
 */
export interface FileRule {
  /** The accepted media types, as detected from the bytes. */
  mediaTypes: readonly string[]
  /** Max size in bytes. */
  maxBytes: number
  /** True if a file of exactly `maxBytes` is too large. */
  exclusive?: boolean
  /** Message for a file that is too large. */
  tooLarge: string
  /** Message for a file of another type. */
  wrongType: string
}

/** Message for an empty file. */
export const emptyFile = 'This file is empty. Choose another one.'

/** One megabyte as the specification counts it (OQ-027). */
export const megabyte = 1_048_576

/** Banners, event and news images, payment page images (LIM-04, OQ-027). */
export const imageRule: FileRule = {
  mediaTypes: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 100 * megabyte,
  tooLarge: 'Image must be 100MB or smaller',
  wrongType: 'Only JPG, PNG or WEBP images are allowed',
}

/** Tells whether a file of this size is too large. */
export function isTooLarge(rule: FileRule, byteSize: number): boolean {
  return rule.exclusive ? byteSize >= rule.maxBytes : byteSize > rule.maxBytes
}

/** Returns the message for a file whose size is refused; undefined if it is accepted. */
export function sizeRefusal(rule: FileRule, byteSize: number): string | undefined {
  if (byteSize === 0) return emptyFile
  return isTooLarge(rule, byteSize) ? rule.tooLarge : undefined
}
