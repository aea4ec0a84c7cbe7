import { createNews, getNews, listNews, updateNews } from '@greenroom/contract/news/news.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { NewsService } from './news.service.ts'

export function registerNewsRoutes(host: EndpointHost, news: NewsService): void {
  on(host, listNews).handle(async ({ db, query }) => ({ data: { news_list: await news.list(db, query) } }))
  on(host, getNews).handle(async ({ db, params }) => ({ data: await news.get(db, params.id) }))
  on(host, createNews).handle(async ({ db, body, files, actor, now }) => ({
    data: await news.create(db, body, files.thumbnail?.[0], actor, now),
    message: 'Created News Snippet!',
  }))
  on(host, updateNews).handle(async ({ db, params, body, files, expectedVersion, actor, now }) => ({
    data: await news.update(db, params.id, body, files.thumbnail?.[0], expectedVersion, actor, now),
    message: 'Updated News Snippet!',
  }))
}
