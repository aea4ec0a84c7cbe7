import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit } from '../../list.ts'
import { Export, NewExport } from './export.schema.ts'

/** Starts an export. A job makes the file. */
export const createExport = endpoint({
  name: 'createExport',
  method: 'POST',
  path: '/admin/exports',
  summary:
    'Export transactions, numbers, coupons, the documents of a month, a month as GSTR-1, the history, the people of a session, or people',
  description:
    'Refuses a second open export of one person, and documents in dollars without a rate (409). Refuses one more when too many wait (429).',
  requirements: ['OQ-290', 'OQ-292', 'OQ-343', 'OQ-434', 'OQ-653', 'OQ-685'],
  permissions: ['money.export'],
  body: NewExport,
  response: ok(Export),
  status: 201,
})

/** Lists the exports of the signed-in person, the newest first. */
export const listExports = endpoint({
  name: 'listExports',
  method: 'GET',
  path: '/admin/exports',
  summary: 'List own exports',
  requirements: ['OQ-290'],
  permissions: ['money.export'],
  query: z.object({ limit: limit(10, 50) }),
  response: ok(z.array(Export)),
})

export const getExport = endpoint({
  name: 'getExport',
  method: 'GET',
  path: '/admin/exports/:id',
  summary: 'Get an own export with its progress',
  description: 'Refuses exports of others (404).',
  requirements: ['OQ-290'],
  permissions: ['money.export'],
  params: z.object({ id: Id }),
  response: ok(Export),
})

export const cancelExport = endpoint({
  name: 'cancelExport',
  method: 'POST',
  path: '/admin/exports/:id/cancel',
  summary: 'Cancel an own export that waits or runs',
  requirements: ['OQ-290'],
  permissions: ['money.export'],
  params: z.object({ id: Id }),
  response: ok(Export),
})

/** Creates a link to the file of an export. It works once, for a minute. */
export const createExportLink = endpoint({
  name: 'createExportLink',
  method: 'POST',
  path: '/admin/exports/:id/link',
  summary: 'Create a link that downloads the file of an own export once',
  description: 'The link works once, for a minute. Refuses an export without a file (409).',
  requirements: ['OQ-291'],
  permissions: ['money.export'],
  params: z.object({ id: Id }),
  response: ok(z.object({ url: z.string(), file_name: z.string() })),
})
