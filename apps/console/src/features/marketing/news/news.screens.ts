import type { createNews, listNews, updateNews } from '@greenroom/contract/marketing/news/news.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart, withProps } from '../../../ui/lazy-part.ts'

const NewsListPage = lazyPart('news', () => import('./news-list-page.tsx').then((part) => part.NewsListPage))

const NewsFormPage = lazyPart('news-form', () => import('./news-form.tsx').then((part) => part.NewsFormPage))

/** The screens of this section. */
export const newsScreens = [
  screen({
    path: paths.newsList,
    shape: 'cards',
    component: NewsListPage,
    search: { tab: choice('current', 'inactive') },
    heading: 'News',
    create: paths.newsCreate,
    opens: needed<typeof listNews>('content.read'),
  }),
  screen({
    path: paths.newsCreate,
    component: withProps(NewsFormPage, { mode: 'create' }),
    heading: 'Create News Snippet',
    back: paths.newsList,
    opens: needed<typeof createNews>('content.write'),
  }),
  screen({
    path: paths.newsEdit,
    component: withProps(NewsFormPage, { mode: 'edit' }),
    search: { id: text },
    heading: 'Edit News Snippet',
    back: paths.newsList,
    record: 'news',
    opens: needed<typeof updateNews>('content.write'),
  }),
] as const
