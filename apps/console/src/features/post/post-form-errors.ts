import { postFields, postMessages } from '@greenroom/contract/post/post.schema'
import * as z from 'zod/mini'
import { mostDays, type PostBase, type PostFormValues, wholeDays } from './post-form-values.ts'
import { editorWords } from './post-messages.ts'

/**
 * The rules of the editor: the contract's fields, and the days of a poll, which become its end (POST-19, OQ-083). Days
 * that an edit leaves alone are not judged.
 * @returns the first message of each refused field, by its name in the editor
 */
export function formErrors(values: PostFormValues, base: PostBase | null): Record<string, string> {
  const errors: Record<string, string> = {}
  const message = z.safeParse(postFields.message, values.message).error?.issues[0]
  if (message) errors.message = message.message
  if (!values.has_poll) return errors

  for (const issue of z.safeParse(postFields.pollOptions, values.options).error?.issues ?? []) {
    const [place] = issue.path
    errors[placeOf(issue.message, place, values.options)] ??= issue.message
  }
  const isKept = base?.post.poll && values.days.trim() === base.days
  if (!isKept && wholeDays(values.days) === null) {
    const isTooMany = /^\d+$/.test(values.days.trim()) && Number(values.days) > mostDays
    errors.days = isTooMany ? editorWords.daysTooMany : editorWords.daysWrong
  }
  return errors
}

/** The second of two equal options is the one to change; what is wrong with all of them stands below them. */
function placeOf(message: string, place: PropertyKey | undefined, options: readonly string[]): string {
  if (typeof place === 'number') return `options.${place}`
  if (message !== postMessages.optionTwice) return 'options'
  const typed = options.map((option) => option.trim())
  const twin = typed.findIndex((option, at) => typed.indexOf(option) !== at)
  return twin === -1 ? 'options' : `options.${twin}`
}
