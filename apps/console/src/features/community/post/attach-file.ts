import { mostPostImages, type Post, postMessages } from '@greenroom/contract/community/post/post.schema'
import { checkAttachment } from './attachment-kind.ts'
import { imageCount, type PostFormValues } from './post-form-values.ts'

export type Attachments = Pick<PostFormValues, 'removed_images' | 'new_images' | 'video' | 'file'>

/**
 * Adds a picked file to the attachments of the editor.
 * @param pickFile registers the file and returns its mark in the values
 * @returns the changed values, or why the file is refused
 */
export function attachFile(
  file: File,
  values: Attachments,
  base: Post | null,
  pickFile: (file: File) => string,
): Partial<Attachments> | { refusal: string } {
  const checked = checkAttachment(file)
  if ('refusal' in checked) return checked
  if (checked.kind !== 'images') return { [checked.kind]: pickFile(file) }
  if (imageCount(base, values) >= mostPostImages) return { refusal: postMessages.tooManyImages }
  const mark = pickFile(file)
  return values.new_images.includes(mark) ? {} : { new_images: [...values.new_images, mark] }
}
