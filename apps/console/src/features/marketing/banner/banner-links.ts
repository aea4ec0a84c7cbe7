import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { paths } from '../../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The banner to update (BAN-04). */
    banner?: Banner
  }
}

/**
 * Returns the link to the form of a banner. It passes the banner along and has its id in the address for a reload
 * (OQ-007).
 */
export function bannerEditLink(banner: Banner) {
  return { to: paths.bannerForm, search: { id: banner._id }, state: { banner } } as const
}
