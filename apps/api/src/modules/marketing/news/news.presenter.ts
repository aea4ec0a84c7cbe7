import type { News } from '@greenroom/contract/marketing/news/news.schema'
import { fileUrl } from '../../../platform/files/files.ts'
import type { NewsRow } from './news.repository.ts'

/** Presents a news snippet for a response. */
export function presentNews(row: NewsRow): News {
  return {
    _id: row.id,
    heading: row.heading,
    description: row.description,
    thumbnail: fileUrl(row.thumbnail_key),
    source: row.source,
    reference_link: row.reference_link,
    price: row.price,
    is_active: row.is_active,
    is_free: row.is_free,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
