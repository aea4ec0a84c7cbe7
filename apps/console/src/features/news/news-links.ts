import type { News } from '@greenroom/contract/news/news.schema'
import { paths } from '../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The snippet that the form is filled with (SHELL-29). */
    news?: News
  }
}

/** The way to the form of a stored snippet, which travels along; the address names it, so that a reload keeps it (OQ-007). */
export function newsEditLink(news: News) {
  return { to: paths.newsEdit, search: { id: news._id }, state: { news } } as const
}
