import type { Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import type { ShortlinkRow } from './shortlink.repository.ts'

/** Presents a short link for a response. */
export function presentShortlink(row: ShortlinkRow): Shortlink {
  return {
    _id: row.id,
    shortCode: row.short_code,
    webUrl: row.web_url,
    appUrl: row.app_url,
    params: row.params,
    opens: row.opens,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
