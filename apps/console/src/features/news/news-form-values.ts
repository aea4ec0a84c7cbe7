import type { NewNews, NewsChanges } from '@greenroom/contract/news/news.endpoints'
import { type News, newsFields } from '@greenroom/contract/news/news.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'

/** What the form holds, one comparable value a field (NEWS-06). Also the shape of a kept draft. */
export const NewsFormValues = z.object({
  /** The stored address, a mark of the picture that was picked, or nothing. */
  thumbnail: z.string(),
  heading: z.string(),
  description: z.string(),
  source: z.string(),
  reference_link: z.string(),
  is_active: z.boolean(),
})
export type NewsFormValues = z.output<typeof NewsFormValues>

/** An empty form: active, as new things are (OQ-107). */
export function emptyValues(): NewsFormValues {
  return { thumbnail: '', heading: '', description: '', source: '', reference_link: '', is_active: true }
}

/** Fills the form with a stored snippet; its price has no field and stays as it is (OQ-085). */
export function valuesOf(news: News): NewsFormValues {
  const { thumbnail, heading, description, source, reference_link, is_active } = news
  return { thumbnail, heading, description, source, reference_link, is_active }
}

const { thumbnail, heading, description, source, reference_link, is_active } = newsFields

/** The words for each field that is wrong, in the contract's terms; empty when it can be sent (NEWS-08 to NEWS-11). */
export const newsErrors = schemaResolver(
  z.object({ thumbnail, heading, description, source, reference_link, is_active }),
  { sync: true },
)

/** A new snippet as it goes out. @param address what the upload of its thumbnail answered (OQ-023) */
export function newNewsOf(values: NewsFormValues, address: string): z.input<typeof NewNews> {
  return { ...values, thumbnail: address }
}

/**
 * The changed fields as an edit goes out (NEWS-12).
 * @param address what the upload of a picked thumbnail answered; null when none was picked
 */
export function changesOf(
  changes: Partial<NewsFormValues>,
  address: string | null,
): z.input<typeof NewsChanges> {
  const { thumbnail: _, ...others } = changes
  return { ...others, ...(address === null ? {} : { thumbnail: address }) }
}

/** Gives the field of the form that a refused path of the wire belongs to. @param path for instance heading, file */
export function formPathOf(path: string): string {
  return path === 'file' ? 'thumbnail' : path
}
