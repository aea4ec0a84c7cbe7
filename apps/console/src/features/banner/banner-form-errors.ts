import { bannerFields, bannerMessages, Redirect } from '@greenroom/contract/banner/banner.schema'
import * as z from 'zod/mini'
import { type BannerFormValues, redirectOf } from './banner-form-values.ts'
import { customFieldWords, missingWords } from './banner-messages.ts'

type Missing = keyof typeof missingWords

/**
 * The rules of the form: the contract's fields (BAN-13), at least one file (OQ-077), and custom fields that are whole.
 * @param fileCount how many files the banner would have
 * @param isNew whether the order may be left to the server (OQ-075)
 * @returns the words for each refused field, by its name in the form
 */
export function bannerErrors(
  values: BannerFormValues,
  fileCount: number,
  isNew: boolean,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const mark = (path: string, message: string) => {
    errors[path] ??= wordsFor(path, message)
  }
  const judge = (path: string, schema: z.ZodMiniType, value: unknown) => {
    for (const issue of z.safeParse(schema, value).error?.issues ?? []) mark(path, issue.message)
  }
  if (fileCount === 0) mark('files', bannerMessages.required)
  judge('start_time', bannerFields.start_time, values.start_time ?? '')
  judge('end_time', bannerFields.end_time, values.end_time ?? '')
  if (values.redirect_type === 'internal') markCustomFields(values, mark)
  for (const issue of z.safeParse(Redirect, redirectOf(values) ?? {}).error?.issues ?? []) {
    mark(formPathOf(['redirect', ...issue.path].join('.'), values), issue.message)
  }
  const order = values.order.trim()
  if (order !== '' || !isNew)
    judge('order', bannerFields.order, /^\d+$/.test(order) ? Number(order) : Number.NaN)
  return errors
}

/** Whether a required field is among the errors, which is said by the alert of BAN-13. */
export function isIncomplete(errors: Record<string, string>): boolean {
  return Object.entries(errors).some(([path, words]) => missingWords[path as Missing] === words)
}

/**
 * Gives the field of the form that a refused path of the wire belongs to.
 * @param path for instance redirect.redirect_link, redirect.props.entity_id, files, priority
 */
export function formPathOf(path: string, values: BannerFormValues): string {
  const [field, member, name] = path.split('.')
  if (field === 'keep_files') return 'files'
  if (field === 'priority') return 'order'
  if (field !== 'redirect') return field ?? path
  if (member === 'redirect_link' || member === 'page') return member
  if (member !== 'props') return 'redirect_type'
  const place = values.custom.findIndex((one) => one.name === name)
  return place === -1 ? 'entity_id' : `custom.${place}.value`
}

/** What is said at a field: a missing one has words of its own. */
export function wordsFor(path: string, message: string): string {
  return message === bannerMessages.required ? (missingWords[path as Missing] ?? message) : message
}

function markCustomFields(
  { custom, entity_id }: BannerFormValues,
  mark: (path: string, message: string) => void,
): void {
  const taken = new Set(entity_id.trim() === '' ? [] : ['entity_id'])
  for (const [place, { name, value }] of custom.entries()) {
    const hasName = name.trim() !== ''
    const hasValue = value.trim() !== ''
    if (!hasName && hasValue) mark(`custom.${place}.name`, customFieldWords.nameMissing)
    if (hasName && !hasValue) mark(`custom.${place}.value`, customFieldWords.valueMissing)
    if (hasName && taken.has(name)) mark(`custom.${place}.name`, customFieldWords.nameTwice)
    taken.add(name)
  }
}
