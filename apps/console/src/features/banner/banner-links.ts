import type { Banner } from '@greenroom/contract/banner/banner.schema'
import { paths } from '../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The banner that the form updates (BAN-04). */
    banner?: Banner
  }
}

/** The way to the form of a stored banner, which travels along; the address names it, so that a reload keeps it (OQ-007). */
export function bannerEditLink(banner: Banner) {
  return { to: paths.bannerForm, search: { id: banner._id }, state: { banner } } as const
}
