import {
  createShortlink,
  listShortlinks,
  removeShortlink,
  replaceShortlink,
} from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import type { FastifyRequest } from 'fastify'
import type { ModuleHost } from '../../../module-host.ts'
import { startCall } from '../../../platform/call.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createShortlinkService, type ShortlinkService } from './shortlink.service.ts'
import { createShortlinkOpens } from './shortlink-opens.service.ts'

export function shortlinkModule(host: ModuleHost): void {
  const shortlinks = createShortlinkService({ appSchemes: host.settings.SHORTLINK_APP_SCHEMES })
  on(host, listShortlinks).handle(async (call, { query }) => ({ data: await shortlinks.list(call, query) }))
  on(host, createShortlink).handle(async (call, { body }) => ({
    data: await shortlinks.create(call, body),
    message: 'Shortlink created successfully',
  }))
  on(host, replaceShortlink).handle(async (call, { params, body }) => ({
    data: await shortlinks.replace(call, params.shortCode, body),
    message: 'Shortlink updated successfully',
  }))
  on(host, removeShortlink).handle(async (call, { params }) => {
    return {
      data: await shortlinks.remove(call, params.shortCode),
      message: 'Shortlink deleted successfully',
    }
  })
  openShortlinks(host, shortlinks)
}

/**
 * Redirects GET and HEAD /s/:shortCode for anybody (OQ-100). The target comes from the stored short link only; of the
 * request only the code and the query are used. The response is not cached, because the target can change and each open counts.
 */
function openShortlinks(host: ModuleHost, shortlinks: ShortlinkService): void {
  const opens = createShortlinkOpens(host)
  host.fastify.addHook('onClose', opens.flush)
  host.fastify.route<{ Params: { shortCode: string } }>({
    method: ['GET', 'HEAD'],
    url: '/s/:shortCode',
    config: { access: 'public' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const query = request.url.split('?').slice(1).join('?')
      const { id, address } = await shortlinks.resolve(startCall(host), request.params.shortCode, query)
      if (isOpened(request)) opens.count(id)
      return reply.code(302).headers({ location: address, 'cache-control': 'no-store' }).send()
    },
  })
}

/** Tells whether somebody opens a link: a HEAD request or a browser's prefetch opens nothing. */
function isOpened({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/prefetch/i.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))
}
