/**
 * What a file field accepts. The server judges the type by the file's bytes; the console can only go by
 * the name and the type that the browser declares (OQ-027).
 */
export interface FileRule {
  /** The media types that are let through, as the file's own bytes show them. */
  mediaTypes: readonly string[]
  /** The largest size in bytes. */
  maxBytes: number
  /** True when a file of exactly `maxBytes` is already too large. */
  exclusive?: boolean
  /** The words for a file that is too large. */
  tooLarge: string
  /** The words for a file of another type. */
  wrongType: string
}

/** The words for a file of 0 bytes. */
export const emptyFile = 'This file is empty. Choose another one.'

/** One megabyte as the specification counts it (OQ-027). */
export const megabyte = 1_048_576

/** Banners, event and news pictures, payment page pictures (LIM-04, OQ-027). */
export const imageRule: FileRule = {
  mediaTypes: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 100 * megabyte,
  tooLarge: 'Image must be 100MB or smaller',
  wrongType: 'Only JPG, PNG or WEBP images are allowed',
}

/** Says whether a file of this many bytes is more than the rule lets through. */
export function isTooLarge(rule: FileRule, byteSize: number): boolean {
  return rule.exclusive ? byteSize >= rule.maxBytes : byteSize > rule.maxBytes
}

/** Returns the message for a file whose size the rule does not accept; undefined when it does. */
export function sizeRefusal(rule: FileRule, byteSize: number): string | undefined {
  if (byteSize === 0) return emptyFile
  return isTooLarge(rule, byteSize) ? rule.tooLarge : undefined
}
