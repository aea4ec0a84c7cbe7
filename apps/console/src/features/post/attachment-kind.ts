import { type FileRule, formatsAccepted, isTooLarge } from '@greenroom/contract/file-rule'
import { postFileRules, postMessages } from '@greenroom/contract/post/post.schema'

export type AttachmentKind = keyof typeof postFileRules

const kinds = ['images', 'video', 'file'] as const satisfies readonly AttachmentKind[]

/** What the browser's file chooser offers. */
export const attachmentFormats = kinds.map((kind) => formatsAccepted(postFileRules[kind])).join(',')

/** What can be told of a picked file: the part of the form that it belongs to, or the words of its refusal. */
export type Judged = { kind: AttachmentKind } | { refusal: string }

/**
 * Judges a picked file by the type that the browser declares or, where it knows none, by the name (OQ-027, OQ-081); the
 * server looks at the bytes.
 */
export function judgeAttachment({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): Judged {
  const kind =
    kinds.find((one) => postFileRules[one].mediaTypes.some((known) => known === type)) ??
    // Systems that do not know a type, such as .mov or .zip on some, declare none or one of their own.
    (type.startsWith('image/') || type.startsWith('text/')
      ? undefined
      : kinds.find((one) => hasEnding(postFileRules[one], name)))
  if (kind === undefined) return { refusal: wrongType(type) }
  const rule: FileRule = postFileRules[kind]
  return isTooLarge(rule, size) ? { refusal: rule.tooLarge } : { kind }
}

function hasEnding(rule: FileRule, name: string): boolean {
  const ending = /\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase()
  return ending !== undefined && formatsAccepted(rule).split(',').includes(ending)
}

function wrongType(type: string): string {
  if (type.startsWith('image/')) return postMessages.imageType
  return type.startsWith('video/') ? postMessages.videoType : postMessages.fileType
}
