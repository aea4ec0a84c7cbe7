import { bannerFields, bannerMessages, Redirect } from '@greenroom/contract/marketing/banner/banner.schema'
import * as z from 'zod/mini'
import { BannerFormValues, redirectOf } from './banner-form-values.ts'
import { customFieldMessages, missingFieldMessages } from './banner-messages.ts'

type Missing = keyof typeof missingFieldMessages

/**
 * Validates the form: the contract's fields (BAN-13), at least one file (OQ-077), and complete custom fields (OQ-076).
 * @param isNew whether the server may choose the order (OQ-075)
 * @returns one message for each wrong field
 */
export function bannerErrors(values: BannerFormValues, isNew: boolean): Record<string, string> {
  const errors: Record<string, string> = {}
  const mark = (path: string, message: string) => {
    // A missing field has its own message; the alert has the specification's.
    errors[path] ??= (message === bannerMessages.required && missingFieldMessages[path as Missing]) || message
  }
  const validate = (path: string, schema: z.ZodMiniType, value: unknown) => {
    for (const issue of z.safeParse(schema, value).error?.issues ?? []) mark(path, issue.message)
  }
  if (values.files.length === 0) mark('files', bannerMessages.required)
  validate('start_time', bannerFields.start_time, values.start_time ?? '')
  validate('end_time', bannerFields.end_time, values.end_time ?? '')
  if (values.redirect_type === 'internal') markCustomFields(values, mark)
  for (const issue of z.safeParse(Redirect, redirectOf(values) ?? {}).error?.issues ?? []) {
    const path = ['redirect', ...issue.path].join('.')
    mark(bannerFieldOf(path, values) ?? path, issue.message)
  }
  const order = values.order.trim()
  if (order !== '' || !isNew) {
    validate('order', bannerFields.order, /^\d+$/.test(order) ? Number(order) : Number.NaN)
  }
  return errors
}

/** Whether a required field is missing, so that the alert of BAN-13 is due. */
export function isIncomplete(errors: Record<string, string>): boolean {
  return Object.entries(errors).some(([path, message]) => missingFieldMessages[path as Missing] === message)
}

/**
 * Returns the form's field for a path of the server's errors; undefined when no field shows it.
 * @param path for instance redirect.redirect_link, redirect.props.entity_id, files.0, priority
 */
export function bannerFieldOf(path: string, values: BannerFormValues): string | undefined {
  const [field = '', member, name] = path.split('.')
  if (field === 'keep_files') return 'files'
  if (field === 'priority') return 'order'
  if (field !== 'redirect') return field in BannerFormValues.shape ? field : undefined
  if (member === 'redirect_link' || member === 'page') return member
  if (member !== 'props') return 'redirect_type'
  const place = values.custom.findIndex((one) => one.name === name)
  return place === -1 ? 'entity_id' : `custom.${place}.value`
}

function markCustomFields(
  { custom, entity_id }: BannerFormValues,
  mark: (path: string, message: string) => void,
): void {
  const taken = new Set(entity_id.trim() === '' ? [] : ['entity_id'])
  for (const [place, { name, value }] of custom.entries()) {
    const hasName = name.trim() !== ''
    const hasValue = value.trim() !== ''
    if (!hasName && hasValue) mark(`custom.${place}.name`, customFieldMessages.nameMissing)
    if (hasName && !hasValue) mark(`custom.${place}.value`, customFieldMessages.valueMissing)
    if (hasName && taken.has(name)) mark(`custom.${place}.name`, customFieldMessages.nameTwice)
    taken.add(name)
  }
}
