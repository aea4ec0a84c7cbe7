import type { BannerChanges, NewBanner } from '@greenroom/contract/marketing/banner/banner.endpoints'
import {
  type Banner,
  bannerPages,
  type Redirect,
  redirectTypes,
} from '@greenroom/contract/marketing/banner/banner.schema'
import * as z from 'zod/mini'

/** The form values; null is a choice that has not been made. The order is text, as typed. */
export const BannerFormValues = z.object({
  /** URLs of the stored files to keep, then a marker of each picked file. */
  files: z.array(z.string()),
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

/** The fields that an edit compares and sends, each a comparable value (BAN-01). */
export interface EditedBanner {
  /** URLs of the stored files to keep, then a marker of each picked file. */
  files: string[]
  start_time: string | null
  end_time: string | null
  redirect: Redirect | null
  order: number | null
  is_active: boolean
}

/**
 * Returns an empty form: active, as every new record (OQ-107).
 * @param order the suggested order number; empty leaves the choice to the server (OQ-075)
 */
export function emptyBannerValues(order = ''): BannerFormValues {
  return {
    files: [],
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

/** Returns the form's values for a stored banner (BAN-04). */
export function bannerValuesOf(banner: Banner): BannerFormValues {
  const { redirect } = banner
  const { entity_id = '', ...others } = redirect.props ?? {}
  return z.parse(BannerFormValues, {
    ...banner,
    files: banner.files.map(({ url }) => url),
    redirect_type: redirect.type,
    redirect_link: redirect.redirect_link ?? '',
    page: redirect.page ?? null,
    entity_id,
    custom: Object.entries(others).map(([name, value]) => ({ key: `stored:${name}`, name, value })),
    order: String(banner.order),
  })
}

let rowCount = 0

/** Returns an empty custom field. Its key differs from those of the other rows, restored ones included. */
export function newCustomField(): BannerFormValues['custom'][number] {
  rowCount += 1
  return { key: `new:${Date.now()}:${rowCount}`, name: '', value: '' }
}

/**
 * Returns the redirect to send, without empty fields and fields of the other type (OQ-076).
 * @returns null while no type is chosen
 */
export function redirectOf(values: BannerFormValues): Redirect | null {
  const { redirect_type: type } = values
  if (type === null) return null
  if (type === 'external') return { type, redirect_link: values.redirect_link }
  const fields = [{ name: 'entity_id', value: values.entity_id }, ...values.custom]
    .filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
    // Sorted, so that the same fields compare as equal.
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    type,
    ...(values.page === null ? {} : { page: values.page }),
    props: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  }
}

/** Returns the values that an edit compares and sends. */
export function editedBannerOf(values: BannerFormValues): EditedBanner {
  const { files, start_time, end_time, order, is_active } = values
  return {
    files,
    start_time,
    end_time,
    redirect: redirectOf(values),
    order: order.trim() === '' ? null : Number(order),
    is_active,
  }
}

/** Returns the body that creates a banner, from valid values (BAN-16). Its files are sent beside the body. */
export function newBannerOf(values: BannerFormValues): NewBanner {
  const { redirect, start_time, end_time, order, is_active } = editedBannerOf(values)
  if (redirect === null) throw new Error('A banner without a redirect was sent.')
  return {
    redirect,
    start_time: start_time ?? '',
    end_time: end_time ?? '',
    ...(order === null ? {} : { order }),
    is_active,
  }
}

/**
 * Returns the body of an edit (BAN-17). Picked files are sent beside the body.
 * @param stored URLs of the banner's current files; others can no longer be kept
 */
export function bannerChangesOf(changes: Partial<EditedBanner>, stored: readonly string[]): BannerChanges {
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
