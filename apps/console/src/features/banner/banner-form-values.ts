import type { BannerChanges, NewBanner } from '@greenroom/contract/banner/banner.endpoints'
import {
  type Banner,
  bannerPages,
  type Redirect,
  redirectTypes,
} from '@greenroom/contract/banner/banner.schema'
import * as z from 'zod/mini'
import { fileMark } from '../../shared/image-field/image-choice.ts'

/**
 * What the form holds; null is a choice that has yet to be made. The order stays text, so that what was typed is never
 * changed under one's hands. Also the shape of a kept draft. Files that were picked stand beside it: they cannot be kept.
 */
export const BannerFormValues = z.object({
  /** The addresses of the stored files that stay. */
  kept: z.array(z.string()),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  redirect_type: z.nullable(z.enum(redirectTypes)),
  redirect_link: z.string(),
  page: z.nullable(z.enum(bannerPages)),
  entity_id: z.string(),
  custom: z.array(z.object({ key: z.string(), name: z.string(), value: z.string() })),
  order: z.string(),
  is_active: z.boolean(),
})
export type BannerFormValues = z.output<typeof BannerFormValues>

/** What an edit compares and sends, one comparable value a field (BAN-01). */
export interface EditedBanner {
  /** The addresses of the stored files that stay, then a mark of each file that was picked. */
  files: string[]
  start_time: string | null
  end_time: string | null
  redirect: Redirect | null
  order: number | null
  is_active: boolean
}

/**
 * An empty form: active, as new things are (OQ-107).
 * @param order the order number that is offered; empty leaves it to the server (OQ-075)
 */
export function emptyValues(order = ''): BannerFormValues {
  return {
    kept: [],
    start_time: null,
    end_time: null,
    redirect_type: null,
    redirect_link: '',
    page: null,
    entity_id: '',
    custom: [],
    order,
    is_active: true,
  }
}

/** Fills the form with a stored banner (BAN-04). */
export function valuesOf({
  files,
  start_time,
  end_time,
  redirect,
  order,
  is_active,
}: Banner): BannerFormValues {
  const { entity_id = '', ...others } = redirect.props ?? {}
  return {
    kept: files.map(({ url }) => url),
    start_time,
    end_time,
    redirect_type: redirect.type,
    redirect_link: redirect.redirect_link ?? '',
    page: redirect.page ?? null,
    entity_id,
    custom: Object.entries(others).map(([name, value]) => ({ key: `stored:${name}`, name, value })),
    order: String(order),
    is_active,
  }
}

let rowCount = 0

/** An empty custom field; the key tells its row from the others, also from those of a draft. */
export function newCustomField(): BannerFormValues['custom'][number] {
  rowCount += 1
  return { key: `new:${Date.now()}:${rowCount}`, name: '', value: '' }
}

/**
 * The redirect as it goes out: what belongs to the other kind, and a field that is empty, is left out (OQ-076).
 * @returns null while no kind is chosen
 */
export function redirectOf(values: BannerFormValues): Redirect | null {
  const { redirect_type: type } = values
  if (type === null) return null
  if (type === 'external') return { type, redirect_link: values.redirect_link }
  const fields = [{ name: 'entity_id', value: values.entity_id }, ...values.custom]
    .filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
    // In one order, so that the same fields are the same redirect.
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    type,
    ...(values.page === null ? {} : { page: values.page }),
    props: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  }
}

/**
 * The values that an edit compares and sends.
 * @param picked the files that were picked here
 */
export function editedOf(values: BannerFormValues, picked: readonly File[]): EditedBanner {
  return {
    files: [...values.kept, ...picked.map(fileMark)],
    start_time: values.start_time,
    end_time: values.end_time,
    redirect: redirectOf(values),
    order: values.order.trim() === '' ? null : Number(values.order),
    is_active: values.is_active,
  }
}

/** The same of a banner as it is stored. */
export function storedEditedOf(banner: Banner): EditedBanner {
  return editedOf(valuesOf(banner), [])
}

/** A valid form as a new banner goes out (BAN-16). */
export function newBannerOf(values: BannerFormValues): NewBanner {
  const { start_time, end_time, order, is_active } = editedOf(values, [])
  return {
    ...requiredPartsOf(values),
    start_time: start_time ?? '',
    end_time: end_time ?? '',
    ...(order === null ? {} : { order }),
    is_active,
  }
}

function requiredPartsOf(values: BannerFormValues): { redirect: Redirect } {
  const redirect = redirectOf(values)
  if (redirect === null) throw new Error('A banner without a redirect was sent.')
  return { redirect }
}

/**
 * The changed fields as an edit goes out (BAN-17).
 * @param stored the addresses of the files that the banner has now; others can no longer be kept
 */
export function changesOf(changes: Partial<EditedBanner>, stored: readonly string[]): BannerChanges {
  const { files, redirect, start_time, end_time, order, is_active } = changes
  return {
    ...(redirect ? { redirect } : {}),
    ...(start_time ? { start_time } : {}),
    ...(end_time ? { end_time } : {}),
    ...(typeof order === 'number' ? { order } : {}),
    ...(is_active === undefined ? {} : { is_active }),
    ...(files === undefined ? {} : { keep_files: files.filter((file) => stored.includes(file)) }),
  }
}
