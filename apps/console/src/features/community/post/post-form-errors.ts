import {
  mostPostImages,
  type Post,
  postFields,
  postMessages,
} from '@greenroom/contract/community/post/post.schema'
import * as z from 'zod/mini'
import { imageCount, keepsDays, mostDays, type PostFormValues, wholeDays } from './post-form-values.ts'
import { postEditorMessages } from './post-messages.ts'

/**
 * Validates the editor: the contract's fields, the number of images, and the days of a poll (POST-19, OQ-083). Unchanged
 * days of a stored poll are always valid.
 * @returns the first message for each wrong field
 */
export function postErrors(values: PostFormValues, base: Post | null): Record<string, string> {
  const errors: Record<string, string> = {}
  const message = z.safeParse(postFields.message, values.message).error?.issues[0]
  if (message) errors.message = message.message
  if (imageCount(base, values) > mostPostImages) errors.attachments = postMessages.tooManyImages
  if (!values.has_poll) return errors

  for (const issue of z.safeParse(postFields.pollOptions, values.options).error?.issues ?? []) {
    const [place] = issue.path
    errors[optionFieldOf(issue.message, place, values.options)] ??= issue.message
  }
  if (!keepsDays(values) && wholeDays(values.days) === null) {
    const isTooMany = /^\d+$/.test(values.days.trim()) && Number(values.days) > mostDays
    errors.days = isTooMany ? postEditorMessages.daysTooMany : postEditorMessages.daysWrong
  }
  return errors
}

/** Of two equal options the second shows the error; an error of all options is shown below them. */
function optionFieldOf(message: string, place: PropertyKey | undefined, options: readonly string[]): string {
  if (typeof place === 'number') return `options.${place}`
  if (message !== postMessages.optionTwice) return 'options'
  const typed = options.map((option) => option.trim())
  const twin = typed.findIndex((option, at) => typed.indexOf(option) !== at)
  return twin === -1 ? 'options' : `options.${twin}`
}
