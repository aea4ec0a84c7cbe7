import * as z from 'zod/mini'
import { Binned } from '../../desk/bin/bin.schema.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { NewShortlink, Shortlink, ShortlinkTarget, shortlinkSorts } from './shortlink.schema.ts'

/** A code in a URL. A malformed one gets the same response as an unknown one. */
const byCode = z.object({ shortCode: z.string().check(z.maxLength(200)) })

export const listShortlinks = endpoint({
  name: 'listShortlinks',
  method: 'GET',
  path: '/admin/shortlink',
  summary: 'List short links',
  description:
    'search is a part of the code, the web URL or the app URL. sort=opens lists the most opened first.',
  requirements: ['LINK-09', 'OQ-706'],
  permissions: ['content.read'],
  query: z.object({
    search: z.optional(SearchText),
    sort: z.optional(z.enum(shortlinkSorts, { error: 'sort must be newest or opens' })),
    limit: limit(100),
    offset: offset(),
  }),
  response: ok(z.array(Shortlink)),
})

export const createShortlink = endpoint({
  name: 'createShortlink',
  method: 'POST',
  path: '/admin/shortlink',
  summary: 'Create a short link; without a code one is generated',
  description: 'Refuses a code that exists or is reserved (409).',
  requirements: ['LINK-10', 'LINK-04', 'LINK-05', 'LINK-06', 'LINK-07'],
  permissions: ['content.write'],
  body: NewShortlink,
  response: ok(Shortlink),
  status: 201,
})

export const replaceShortlink = endpoint({
  name: 'replaceShortlink',
  method: 'PUT',
  path: '/admin/shortlink/:shortCode',
  summary: 'Replace the target of a short link; its code stays',
  description: 'Ignores a shortCode in the body.',
  requirements: ['LINK-11', 'LINK-08'],
  permissions: ['content.write'],
  params: byCode,
  body: ShortlinkTarget,
  response: ok(Shortlink),
  versioned: true,
})

export const removeShortlink = endpoint({
  name: 'removeShortlink',
  method: 'DELETE',
  path: '/admin/shortlink/:shortCode',
  summary: 'Remove a short link',
  requirements: ['LINK-12', 'OQ-475', 'OQ-098'],
  permissions: ['content.write'],
  params: byCode,
  response: ok(Binned),
  versioned: true,
})
