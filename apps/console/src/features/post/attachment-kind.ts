import { type FileRule, sizeRefusal } from '@greenroom/contract/file-rule'
import { formatsAccepted } from '@greenroom/contract/file-type'
import { postFileRules, postMessages } from '@greenroom/contract/post/post.schema'

export type AttachmentKind = keyof typeof postFileRules

const kinds = ['images', 'video', 'file'] as const satisfies readonly AttachmentKind[]

/** What the browser's file chooser offers. */
export const attachmentFormats = kinds.map((kind) => formatsAccepted(postFileRules[kind])).join(',')

/** What can be told of a picked file: the part of the form that it belongs to, or the words of its refusal. */
export type Judged = { kind: AttachmentKind } | { refusal: string }

/**
 * Judges a picked file by the type that the browser declares or, where it does not know that type, by the name (OQ-027,
 * OQ-081); the server looks at the bytes.
 */
export function judgeAttachment({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): Judged {
  const kind =
    kinds.find((one) => postFileRules[one].mediaTypes.includes(type)) ??
    // Systems declare no type, or one of their own, for what they do not know: .mov, .heic, .zip, .avi.
    (/^text\/|\+xml$/.test(type) ? undefined : kinds.find((one) => hasEnding(postFileRules[one], name)))
  if (kind === undefined) return { refusal: postMessages.fileType }
  const refusal = sizeRefusal(postFileRules[kind], size)
  return refusal === undefined ? { kind } : { refusal }
}

function hasEnding(rule: FileRule, name: string): boolean {
  const ending = /\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase()
  return ending !== undefined && formatsAccepted(rule).split(',').includes(ending)
}
