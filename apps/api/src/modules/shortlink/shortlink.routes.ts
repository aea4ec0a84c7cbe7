import {
  createShortlink,
  listShortlinks,
  removeShortlink,
  replaceShortlink,
} from '@greenroom/contract/shortlink/shortlink.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { ShortlinkService } from './shortlink.service.ts'

export function registerShortlinkRoutes(host: EndpointHost, shortlinks: ShortlinkService): void {
  on(host, listShortlinks).handle(async ({ db, query }) => ({ data: await shortlinks.list(db, query) }))
  on(host, createShortlink).handle(async ({ db, body, actor, now }) => ({
    data: await shortlinks.create(db, body, actor, now),
    message: 'Shortlink created successfully',
  }))
  on(host, replaceShortlink).handle(async ({ db, params, body, expectedVersion, actor, now }) => ({
    data: await shortlinks.replace(db, params.shortCode, body, expectedVersion, actor, now),
    message: 'Shortlink updated successfully',
  }))
  on(host, removeShortlink).handle(async ({ db, params, actor }) => {
    await shortlinks.remove(db, params.shortCode, actor)
    return { data: {}, message: 'Shortlink deleted successfully' }
  })
}

/**
 * Opens short links at GET and HEAD /s/:shortCode, for anybody (OQ-100). Only what is stored decides where they lead:
 * nothing of the request is taken over but the code. It may lead elsewhere tomorrow, so nothing is kept.
 */
export function registerShortlinkAddress(
  { fastify, db }: EndpointHost,
  shortlinks: Pick<ShortlinkService, 'addressOf'>,
): void {
  fastify.route<{ Params: { shortCode: string } }>({
    method: ['GET', 'HEAD'],
    url: '/s/:shortCode',
    config: { access: 'public' },
    exposeHeadRoute: false,
    handler: async (request, reply) =>
      reply
        .code(302)
        .headers({
          location: await shortlinks.addressOf(db, request.params.shortCode),
          'cache-control': 'no-store',
        })
        .send(),
  })
}
