import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../app-error.ts'
import { sendError } from './error-response.ts'

/** Paths of the API, where an unknown URL gets an error and not the console's page. */
const apiAddress =
  /^\/(admin|files|s|webhooks|idp|docs|assets)(\/|$)|^\/(event\/my(\/.*)?|healthz|readyz|metrics|openapi\.json)$/

/**
 * Serves the built console: hashed assets with a permanent cache, the page uncached, and the page for every URL that
 * is not the API's.
 * @param folder the build, or null if the console is hosted elsewhere
 */
export async function registerConsoleRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  const page = folder ? await readFile(join(folder, 'index.html'), 'utf8') : null
  if (folder) {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'public' }
      })
      await scope.register(fastifyStatic, {
        root: folder,
        index: false,
        wildcard: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders(response, path) {
          const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
          response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    })
  }
  app.setNotFoundHandler({}, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!page || !isPage || apiAddress.test(path)) return sendError(notFound(), request, reply)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
