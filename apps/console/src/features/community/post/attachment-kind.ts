import { postFileRules, postMessages } from '@greenroom/contract/community/post/post.schema'
import { type FileRule, sizeRefusal } from '@greenroom/contract/file-rule'
import { formatsAccepted } from '@greenroom/contract/file-type'

type AttachmentKind = keyof typeof postFileRules

const kinds = ['images', 'video', 'file'] as const satisfies readonly AttachmentKind[]

/** The formats that the browser's file chooser offers. */
export const attachmentFormats = kinds.map((kind) => formatsAccepted(postFileRules[kind])).join(',')

/** The kind of a picked file, or why it is refused. */
type AttachmentCheck = { kind: AttachmentKind } | { refusal: string }

/**
 * Determines the kind of a picked file by its declared type or, if the browser does not know that, by its name (OQ-027,
 * OQ-081). The server checks the content.
 */
export function checkAttachment({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): AttachmentCheck {
  const kind =
    kinds.find((one) => postFileRules[one].mediaTypes.includes(type)) ??
    // Systems declare no type, or a private one, for formats that they do not know: .mov, .heic, .zip, .avi.
    (/^text\/|\+xml$/.test(type) ? undefined : kinds.find((one) => hasEnding(postFileRules[one], name)))
  if (kind === undefined) return { refusal: postMessages.fileType }
  const refusal = sizeRefusal(postFileRules[kind], size)
  return refusal === undefined ? { kind } : { refusal }
}

function hasEnding(rule: FileRule, name: string): boolean {
  const ending = /\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase()
  return ending !== undefined && formatsAccepted(rule).split(',').includes(ending)
}
