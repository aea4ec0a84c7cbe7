import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { addCallPages } from './call.ts'
import { addCheckoutPages, type Pay } from './checkout.ts'
import { addCommunityPages } from './community.ts'
import { createIntakeClient, IntakeRefusal } from './intake-client.ts'
import { addOfferPages } from './offers.ts'
import { MessagePage } from './pages/message-page.tsx'
import type { Form, Site } from './site-context.ts'
import { sitePath } from './site-path.ts'
import { style } from './style.ts'

const largestForm = 65_536
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves a small public product to try Greenroom with: it shows what staff publish, takes orders, sign-ups, bookings,
 * posts and reports. It is a client of the intake API like any other, and runs no script in the browser.
 */
export async function registerSite(
  fastify: FastifyInstance,
  {
    secret,
    publicUrl,
    timeZone,
    clock,
    fontStylesheet,
    pay,
  }: {
    secret: string
    publicUrl: string
    timeZone: string
    clock: { now(): Date }
    /** The rules that load the console's font; null where the console is hosted elsewhere. */
    fontStylesheet: string | null
    pay: Pay
  },
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('preHandler', async (request) => {
      refuseOtherSites(request, new URL(publicUrl).host)
      request.query = lastValues(request.query as Record<string, string | string[]>)
    })
    scope.setErrorHandler((error: Error & { status?: number; statusCode?: number }, request, reply) => {
      const status = error.status ?? error.statusCode ?? 500
      const [title, text] = refusalText(error, status)
      if (status >= 500) request.log.error({ err: error }, 'The sample site failed')
      return show(reply, MessagePage({ title, text, kind: 'refused' }), status)
    })
    const site: Site = {
      scope,
      intake: createIntakeClient(fastify, secret),
      timeZone,
      now: () => clock.now().toISOString(),
      show,
    }
    const sheet = fontStylesheet === null ? style : `@import url("${fontStylesheet}");${style}`
    scope.get(`${sitePath}/style.css`, (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(sheet),
    )
    addOfferPages(site)
    addCheckoutPages(site, pay)
    addCommunityPages(site)
    addCallPages(site)
    scope.get(`${sitePath}/*`, (_request, reply) => {
      const text = 'The address is wrong or incomplete. Everything on offer is listed under All sessions.'
      return show(reply, MessagePage({ title: 'This page does not exist', text, kind: 'refused' }), 404)
    })
  })
}

/** Returns a title and a text for an error. Only messages of the intake API are for visitors. */
function refusalText(error: Error, status: number): [title: string, text: string] {
  if (status === 404) return ['This page does not exist', 'It may have ended, or is not published yet.']
  if (status >= 500) return ['This did not work', 'Something went wrong here. Try again in a minute.']
  const text = error instanceof IntakeRefusal ? error.message : 'The form could not be read.'
  return ['This did not work', text]
}

function show(reply: FastifyReply, page: ReactElement, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

/**
 * Refuses a form that another site submits in a visitor's name.
 * @param publicHost the site's own in browsers; a proxy may change the header Host
 */
function refuseOtherSites({ method, headers }: FastifyRequest, publicHost: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, host } = headers
  const isOwn =
    origin === undefined || (URL.canParse(origin) && [host, publicHost].includes(new URL(origin).host))
  if (!isOwn) throw new IntakeRefusal(403, 'This form was sent from another site.')
}

/** Returns the last value of each parameter, as for a form. */
function lastValues(query: Record<string, string | string[]>): Form {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  )
}
