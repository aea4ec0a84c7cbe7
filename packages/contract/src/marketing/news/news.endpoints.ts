import * as z from 'zod/mini'
import { Binned } from '../../desk/bin/bin.schema.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id } from '../../field.ts'
import { imageRule } from '../../file-rule.ts'
import { limit, offset } from '../../list.ts'
import { News, newsFields } from './news.schema.ts'

export const NewNews = z.object({
  ...newsFields,
  description: z.optional(newsFields.description),
  price: z.optional(newsFields.price),
  is_active: z.optional(newsFields.is_active),
  is_free: z.optional(newsFields.is_free),
})
export type NewNews = z.output<typeof NewNews>

export const NewsChanges = z.partial(z.object(newsFields))
export type NewsChanges = z.output<typeof NewsChanges>

const asText = {
  is_active: z.optional(booleanText()),
  is_free: z.optional(booleanText()),
  /** URL returned by the upload endpoint. A thumbnail can also be sent as a file with this name (OQ-023). */
  thumbnail: z.optional(newsFields.thumbnail),
} as const
const files = { thumbnail: { most: 1, rule: imageRule } } as const

export const listNews = endpoint({
  name: 'listNews',
  method: 'GET',
  path: '/admin/academy/news',
  summary: 'List news snippets, newest first',
  description: 'Each of group_counts is at most 1,000.',
  requirements: ['NEWS-14', 'OQ-195'],
  permissions: ['content.read'],
  query: z.object({ limit: limit(), offset: offset() }),
  response: ok(z.object({ news_list: z.array(News) }), {
    group_counts: z.object({ current: z.int(), inactive: z.int() }),
  }),
})

export const getNews = endpoint({
  name: 'getNews',
  method: 'GET',
  path: '/admin/academy/news/:id',
  summary: 'Get a news snippet',
  requirements: ['NEWS-02', 'OQ-007'],
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(News),
})

export const createNews = endpoint({
  name: 'createNews',
  method: 'POST',
  path: '/admin/academy/news',
  summary: 'Create a news snippet',
  requirements: ['NEWS-15', 'OQ-023'],
  permissions: ['content.write'],
  body: NewNews,
  multipart: { fields: z.object({ ...NewNews.shape, ...asText }), files },
  response: ok(News),
  status: 201,
})

export const updateNews = endpoint({
  name: 'updateNews',
  method: 'PATCH',
  path: '/admin/academy/news/:id',
  summary: 'Change fields of a news snippet',
  requirements: ['NEWS-16', 'NEWS-12', 'NEWS-13'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  body: NewsChanges,
  multipart: { fields: z.object({ ...NewsChanges.shape, ...asText }), files },
  response: ok(News),
  versioned: true,
})

/** Moves a news snippet to the bin. */
export const removeNews = endpoint({
  name: 'removeNews',
  method: 'POST',
  path: '/admin/academy/news/:id/remove',
  summary: 'Move a news snippet to the bin',
  requirements: ['OQ-477'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  response: ok(Binned),
  versioned: true,
})
