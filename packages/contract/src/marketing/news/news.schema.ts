import * as z from 'zod/mini'
import { optionalText, requiredText, webAddress } from '../../field.ts'

/** The specification's messages for a refused news snippet (section 5). */
export const newsMessages = {
  thumbnailRequired: 'Thumbnail is required',
  headingRequired: 'Heading is required',
  sourceRequired: 'Source is required',
  referenceLinkRequired: 'Reference link is required',
  price: 'Price must be a whole number of minor units',
} as const

/** A price in minor units. Digits as text become a number, an empty text becomes null (NEWS-13, OQ-085). */
const price = z.pipe(
  z.transform((value: unknown) => {
    if (value === '') return null
    return typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : value
  }),
  z.nullable(
    z
      .int({ error: newsMessages.price })
      .check(z.gte(0, newsMessages.price), z.lte(10_000_000_000_000, newsMessages.price)),
  ),
)

/** The fields of a news snippet, each with its rule. */
export const newsFields = {
  heading: requiredText(newsMessages.headingRequired, {
    max: 500,
    message: 'Should not exceed 500 characters',
  }),
  description: optionalText(),
  /** URL returned by the upload endpoint. */
  thumbnail: requiredText(newsMessages.thumbnailRequired, {
    max: 300,
    message: newsMessages.thumbnailRequired,
  }),
  source: requiredText(newsMessages.sourceRequired, {
    max: 200,
    message: 'Should not exceed 200 characters',
  }),
  /** Gets https:// if it was typed without a scheme (OQ-086). */
  reference_link: webAddress(newsMessages.referenceLinkRequired, { completes: true }),
  price,
  is_active: z.boolean(),
  is_free: z.boolean(),
} as const

export const News = z.object({
  _id: z.string(),
  heading: z.string(),
  description: z.string(),
  thumbnail: z.string(),
  source: z.string(),
  reference_link: z.string(),
  price: z.nullable(z.int()),
  is_active: z.boolean(),
  is_free: z.boolean(),
  created_at: z.string(),
  version: z.int(),
})
export type News = z.output<typeof News>
