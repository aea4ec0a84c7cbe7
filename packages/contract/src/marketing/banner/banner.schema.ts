import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { isBlank } from '../../field.ts'
import { type FileRule, megabyte } from '../../file-rule.ts'
import { formatNames, oneOf, pictureTypes, videoTypes } from '../../file-type.ts'
import { isWebAddress } from '../../web-address.ts'

/** The specification's messages for a refused banner; the console shows both as alerts (BAN-10, BAN-13). */
export const bannerMessages = {
  tooLarge: 'File size exceeds the 10MB limit.',
  required: 'Please fill in all required fields.',
  wrongType: `Only ${oneOf(formatNames(pictureTypes))} images and ${oneOf(formatNames(videoTypes))} videos are allowed`,
  link: 'Enter a link that starts with http:// or https://',
  order: 'Enter a whole number from 0 to 1,000,000',
  tooManyFiles: 'A banner has at most 20 files',
  fileUnknown: 'This file is not part of the banner',
  /** An entity ID that names no record of the chosen page (OQ-202). */
  entity: { events: 'This is not the ID of an event', webinars: 'This is not the ID of a webinar' },
  notActive: 'Only active banners can be moved',
} as const

/** Total size of a banner's files (BAN-10, OQ-073). */
export const bannerFilesTotal = { maxBytes: 10 * megabyte, tooLarge: bannerMessages.tooLarge } as const
export const mostBannerFiles = 20
/** Max order number. */
export const lastBannerOrder = 1_000_000

/** The same image and video types as in posts (OQ-081). */
export const bannerFileRule: FileRule = {
  mediaTypes: [...pictureTypes, ...videoTypes],
  maxBytes: bannerFilesTotal.maxBytes,
  tooLarge: bannerMessages.tooLarge,
  wrongType: bannerMessages.wrongType,
}

export const redirectTypes = ['external', 'internal'] as const
export const bannerPages = ['events', 'webinars'] as const

/**
 * Where a banner leads. An external one needs a link; an internal one needs a page and one more field with a name and
 * a value (BAN-13, OQ-076). Members of the other kind are dropped.
 */
export const Redirect = z
  .object({
    type: z.enum(redirectTypes, { error: bannerMessages.required }),
    redirect_link: z.optional(z.string().check(z.maxLength(2000, 'Should not exceed 2000 characters'))),
    page: z.optional(z.enum(bannerPages, { error: bannerMessages.required })),
    props: z.optional(
      z
        .record(
          z.string().check(z.maxLength(100, 'Should not exceed 100 characters')),
          z.string().check(z.maxLength(2000, 'Should not exceed 2000 characters')),
        )
        .check(z.refine((props) => Object.keys(props).length <= 20, { error: 'At most 20 fields' })),
    ),
  })
  .check((context) => {
    const { type, redirect_link, page, props } = context.value
    const refuse = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [path], message })
    if (type === 'external') {
      if (redirect_link === undefined || isBlank(redirect_link))
        refuse('redirect_link', bannerMessages.required)
      else if (!isWebAddress(redirect_link)) refuse('redirect_link', bannerMessages.link)
      return
    }
    if (!page) refuse('page', bannerMessages.required)
    const given = Object.entries(props ?? {}).filter(([name, value]) => !isBlank(name) && !isBlank(value))
    if (given.length === 0) refuse('props', bannerMessages.required)
  })
export type Redirect = z.output<typeof Redirect>

/** The fields of a banner, each with its rule. */
export const bannerFields = {
  redirect: Redirect,
  start_time: instant(bannerMessages.required),
  end_time: instant(bannerMessages.required),
  order: z
    .int({ error: bannerMessages.order })
    .check(z.gte(0, bannerMessages.order), z.lte(lastBannerOrder, bannerMessages.order)),
  is_active: z.boolean(),
} as const

export const Banner = z.object({
  _id: z.string(),
  /** The first file; `files` has all of them. */
  url: z.string(),
  files: z.array(z.object({ url: z.string(), type: z.enum(['image', 'video']) })),
  priority: z.int(),
  order: z.int(),
  is_active: z.boolean(),
  start_time: z.string(),
  end_time: z.string(),
  redirect: z.object({
    type: z.enum(redirectTypes),
    redirect_link: z.optional(z.string()),
    page: z.optional(z.enum(bannerPages)),
    props: z.optional(z.record(z.string(), z.string())),
  }),
  /** Title of the event or webinar that `redirect.props.entity_id` names; null if it names none (OQ-197). */
  event_title: z.nullable(z.string()),
  created_at: z.string(),
  version: z.int(),
})
export type Banner = z.output<typeof Banner>
