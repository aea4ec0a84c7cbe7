import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { fileUrl } from '../../../platform/files/files.ts'
import type { BannerRow } from './banner.repository.ts'

/** Presents a banner for a response: its position under both names, its first file next to all files (OQ-075). */
export function presentBanner(row: BannerRow): Banner {
  const files = row.files.map(({ key, mediaType }) => ({
    url: fileUrl(key),
    type: mediaType.startsWith('video/') ? ('video' as const) : ('image' as const),
  }))
  return {
    _id: row.id,
    url: files[0]?.url ?? '',
    files,
    priority: row.position,
    order: row.position,
    is_active: row.is_active,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    redirect: redirectOf(row),
    event_title: row.event_title,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}

function redirectOf(row: BannerRow): Banner['redirect'] {
  if (row.redirect_type === 'external') return { type: 'external', redirect_link: row.redirect_link ?? '' }
  return {
    type: 'internal',
    ...(row.redirect_page === null ? {} : { page: row.redirect_page }),
    props: row.redirect_props,
  }
}
