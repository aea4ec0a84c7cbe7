import type { News } from '@greenroom/contract/marketing/news/news.schema'
import { paths } from '../../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The snippet to edit (SHELL-29). */
    news?: News
  }
}

/**
 * Returns the link to the edit form of a snippet. It passes the snippet along and has its id in the address for a
 * reload (OQ-007).
 */
export function newsEditLink(news: News) {
  return { to: paths.newsEdit, search: { id: news._id }, state: { news } } as const
}
