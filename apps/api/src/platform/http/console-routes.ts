import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../error.ts'
import { sendError } from './errors.ts'
import { routeFor } from './route-path.ts'

/** Addresses that belong to the API, so that a mistyped one gets an error and not a page. */
const apiAddress =
  /^\/(admin|files|s|webhooks|idp|docs|assets)(\/|$)|^\/(event\/my(\/.*)?|healthz|readyz|metrics|openapi\.json)$/

/** What the build wrote about one route (apps/console/build/route-files.ts). */
interface RouteFiles {
  /** '/masterclass/edit/$id' */
  path: string
  scripts: string[]
  styles: string[]
}

/**
 * Serves the built console: hashed assets for ever, the page itself fresh, and the page for every address that is not
 * the API's. The page names the scripts and styles of the route that is asked for, so that the browser fetches them
 * together with the first ones.
 * @param folder the build, or null when the console is hosted elsewhere
 */
export async function registerConsoleRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  const pageFor = folder ? await readPages(folder) : null
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
    if (!pageFor || !isPage || apiAddress.test(path)) return sendError(notFound(), request, reply)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(pageFor(path))
  })
}

/** @returns the page for a path */
async function readPages(folder: string): Promise<(path: string) => string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const routes: RouteFiles[] = JSON.parse(await readFile(join(folder, 'route-files.json'), 'utf8'))
  const pages = new Map(
    routes.map(({ path, scripts, styles }) => [path, page.replace('</head>', linksTo(scripts, styles))]),
  )
  return (path) => pages.get(routeFor(path, [...pages.keys()]) ?? '') ?? page
}

function linksTo(scripts: readonly string[], styles: readonly string[]): string {
  return [
    ...scripts.map((address) => `<link rel="modulepreload" crossorigin href="${address}">`),
    ...styles.map((address) => `<link rel="stylesheet" crossorigin href="${address}">`),
    '</head>',
  ].join('\n')
}
