import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../app-error.ts'
import { apiAddress } from './broken-address.ts'
import { sendError } from './error-response.ts'

/** One entry of route-files.json, which the build writes (apps/console/build/route-files.ts). */
interface RouteFiles {
  /** '/masterclass/edit/$id' */
  path: string
  /** '/assets/masterclass-form-page-1a2b3c4d.js' */
  files: string[]
}

/** The rules that load the console's font, for pages that the server makes itself (apps/console/build/shipped-font.ts). */
export const fontStylesheet = '/fonts.css'

/**
 * Serves the built console: hashed assets are cached for good, the page never. Every address that isn't the API's gets
 * the page. On a known route it names the scripts and styles of that route, so that the browser fetches them together
 * with the first ones.
 * @param folder the build, or null when the console is hosted elsewhere
 */
export async function registerConsoleRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  const page = folder ? await readFile(join(folder, 'index.html'), 'utf8') : undefined
  if (folder) {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'public', isUnlimited: true }
      })
      const routes: RouteFiles[] = JSON.parse(await readFile(join(folder, 'route-files.json'), 'utf8'))
      for (const { path, files } of routes) {
        const routePage = page?.replace('</head>', () => `${files.map(linkTo).join('')}</head>`)
        scope.get(path.replaceAll('$', ':'), (_request, reply) => sendPage(reply, routePage))
      }
      const shared = { index: false, preCompressed: true, cacheControl: false } as const
      // One route for all assets: a route per file would take a seventh of the program's start.
      await scope.register(fastifyStatic, {
        ...shared,
        root: join(folder, 'assets'),
        prefix: '/assets/',
        setHeaders: (response) => response.header('cache-control', 'public, max-age=31536000, immutable'),
      })
      await scope.register(fastifyStatic, {
        ...shared,
        root: folder,
        wildcard: false,
        globIgnore: ['assets/**'],
        decorateReply: false,
        setHeaders: (response) => response.header('cache-control', 'no-cache'),
      })
    })
  }
  app.setNotFoundHandler({}, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!page || !isPage || apiAddress.test(path)) return sendError(notFound(), request, reply)
    return sendPage(reply, page)
  })
}

function sendPage(reply: FastifyReply, page: string | undefined): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
}

// Not modulepreload: the browser would keep a failed script from loading until the page is reloaded. The console fetches
// each script as data before it imports it (apps/console/src/ui/part-files.ts).
function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="preload" as="fetch"'
  return `<link ${kind} crossorigin href="${file}">`
}
