import * as z from 'zod/mini'
import { Binned } from '../../desk/bin/bin.schema.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id, jsonText } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import {
  Banner,
  bannerFields,
  bannerFileRule,
  bannerFilesTotal,
  bannerMessages,
  mostBannerFiles,
} from './banner.schema.ts'

const orderText = z.codec(z.string().check(z.regex(/^\d{1,7}$/, bannerMessages.order)), bannerFields.order, {
  decode: (text) => Number(text),
  encode: (value) => String(value),
})

const parts = {
  redirect: jsonText(bannerFields.redirect, bannerMessages.required),
  start_time: bannerFields.start_time,
  end_time: bannerFields.end_time,
  /** The banner's position; `priority` is another name for it (OQ-075). */
  order: z.optional(orderText),
  priority: z.optional(orderText),
  is_active: z.optional(booleanText()),
} as const

const form = {
  files: { files: { most: mostBannerFiles, rule: bannerFileRule } },
  total: bannerFilesTotal,
} as const

export const NewBanner = z.object(parts)
export type NewBanner = z.output<typeof NewBanner>

export const BannerChanges = z.object({
  ...z.partial(z.object(parts)).shape,
  /** URLs of the files to keep, in order. If absent, all are kept. New files come after them. */
  keep_files: z.optional(
    jsonText(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(mostBannerFiles))),
  ),
})
export type BannerChanges = z.output<typeof BannerChanges>

export const listBanners = endpoint({
  name: 'listBanners',
  method: 'GET',
  path: '/admin/banner',
  summary: 'List banners by their order',
  description: 'next_order is the order number for the next new banner.',
  requirements: ['BAN-15', 'OQ-075', 'OQ-448'],
  permissions: ['content.read'],
  query: z.object({
    is_active: z.optional(booleanText()),
    /** Only active ones that end within seven days. */
    ends: z.optional(z.enum(['week'], { error: 'ends must be week' })),
    limit: limit(),
    offset: offset(),
  }),
  /** `next_order` is the number that a new banner gets when its form has none (OQ-075). */
  response: ok(z.array(Banner), { next_order: z.int() }),
})

export const getBanner = endpoint({
  name: 'getBanner',
  method: 'GET',
  path: '/admin/banner/:id',
  summary: 'Get a banner',
  requirements: ['BAN-04', 'OQ-007'],
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(Banner),
})

export const createBanner = endpoint({
  name: 'createBanner',
  method: 'POST',
  path: '/admin/banner',
  summary: 'Create a banner',
  description: 'Refuses more than 10 MB of files in total (413).',
  requirements: ['BAN-16', 'BAN-18', 'OQ-074', 'OQ-075'],
  permissions: ['content.write'],
  multipart: { fields: NewBanner, ...form },
  response: ok(Banner),
  status: 201,
})

/** Deactivates a banner: this is how one is deleted (BAN-14). */
export const updateBanner = endpoint({
  name: 'updateBanner',
  method: 'PATCH',
  path: '/admin/banner/:id',
  summary: 'Change fields of a banner, or delete it by making it inactive',
  description:
    'keep_files has the addresses of the stored files that stay. Refuses more than 10 MB of files in total, with those that stay (413).',
  requirements: ['BAN-17', 'BAN-14', 'BAN-18'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  multipart: { fields: BannerChanges, ...form },
  response: ok(Banner),
  versioned: true,
})

export const moveBanner = endpoint({
  name: 'moveBanner',
  method: 'POST',
  path: '/admin/banner/:id/move',
  summary: 'Move an active banner behind another one',
  description:
    'Returns every banner whose order number changed. Refuses an inactive banner (409 WRONG_STATE).',
  requirements: ['OQ-201'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  /** The banner that comes before it; null moves it to the first place. */
  body: z.object({ after: z.nullable(Id) }),
  /** All banners whose order number has changed. */
  response: ok(z.array(Banner)),
  versioned: true,
})

/** Moves an inactive banner to the bin. Deleting an active one makes it inactive (BAN-14). */
export const removeBanner = endpoint({
  name: 'removeBanner',
  method: 'POST',
  path: '/admin/banner/:id/remove',
  summary: 'Move an inactive banner to the bin',
  description: 'Refuses an active banner (409).',
  requirements: ['OQ-477'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  response: ok(Binned),
  versioned: true,
})
