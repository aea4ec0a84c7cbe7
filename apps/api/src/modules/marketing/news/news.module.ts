import {
  createNews,
  getNews,
  listNews,
  removeNews,
  updateNews,
} from '@greenroom/contract/marketing/news/news.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createNewsService } from './news.service.ts'

export function newsModule(host: ModuleHost): void {
  const news = createNewsService(host)
  on(host, listNews).handle(async (call, { query }) => ({
    data: { news_list: await news.list(call, query) },
    group_counts: await news.countGroups(call),
  }))
  on(host, getNews).handle(async (call, { params }) => ({ data: await news.get(call, params.id) }))
  on(host, createNews).handle(async (call, { body, files }) => ({
    data: await news.create(call, body, files.thumbnail?.[0]),
    message: 'Created News Snippet!',
  }))
  on(host, updateNews).handle(async (call, { params, body, files }) => ({
    data: await news.update(call, params.id, body, files.thumbnail?.[0]),
    message: 'Updated News Snippet!',
  }))
  on(host, removeNews).handle(async (call, { params }) => ({
    data: await news.remove(call, params.id),
    message: 'News snippet moved to the bin',
  }))
}
